#if os(Linux)
import Foundation
import TSUDTesting
import TestSupport
import Testing

@Suite(.ephemeralSettings) struct MistakeTests {
    let editor = Commands.editor

    private static let names =
        "fontSize, lineWidth, hasWidgets, username, theme, and 4 more"
    private static let commands =
        "list, get, describe, set, reset, and 11 more"
    private static let usageOfSet =
        "expected: editor config set NAME TEXT [--add | --remove]\n      or: editor config set NAME=TEXT..."
    private static let quotationMarks = "\nPut a TEXT of more than one word in quotation marks."
    private static let noText = "expected: editor config set NAME TEXT"
    private static let unknownOption = "Unknown option"
    private static let beforeConfig = "Options of settings belong before 'config'."
    private static let notATheme = "is not valid.\nExpected one of light, dark, system."
    private static let notAURL =
        "is not an address.\nExpected an address such as https://swift.org, or the path of a file."
    private static let notANumber = "is not a number.\nExpected a number such as 12.0."
    private static let notAList = #"is not a list.\#nExpected a list such as ["Ann"]."#
    private static let session =
        #"JSON such as {"document":"welcome.txt","opened":"2001-01-01T00:00:00Z","position":0}"#

    static let mistakes = [
        (["set", "fontSize", "banana"], "Text for key 'fontSize': 'banana' \(notANumber)"),
        (["set", "fontSize", ""], "Text for key 'fontSize': '' \(notANumber)"),
        (["set", "fontSize", "(1)"], "Text for key 'fontSize': '(1)' \(notANumber)"),
        (
            ["set", "lineWidth", "500"],
            "Text for key 'lineWidth': '500' is invalid: it must be from 20 to 400.\nExpected a whole number such as 80."
        ),
        (["set", "hasWidgets", "maybe"], "Text for key 'hasWidgets': 'maybe' is not valid.\nExpected on or off."),
        (["set", "theme", "blue"], "Text for key 'theme': 'blue' \(notATheme)"),
        (["set", "theme", "a\nb"], #"Text for key 'theme': "a\nb" \#(notATheme)"#),
        (["set", "recentFiles", "a.txt"], "Text for key 'recentFiles': 'a.txt' \(notAList)"),
        (
            ["set", "lastSession", "notes.txt"],
            "Text for key 'lastSession': 'notes.txt' is not valid.\nExpected \(session)."
        ),
        (["set", "homepage", "not a url at all"], "Text for key 'homepage': 'not a url at all' \(notAURL)"),
        (
            ["set", "zoom/report.pdf", "banana"],
            "Text for key 'zoom/report%2Epdf': 'banana' is not a number.\nExpected a number such as 1.0."
        ),
        (["set"], usageOfSet),
        (["set", "fontSize"], "\(noText), where TEXT is a number such as 12.0"),
        (["set", "theme"], "\(noText), where TEXT is one of light, dark, system"),
        (["set", "fontSize", "-theme", "dark"], "unexpected argument 'dark'; \(usageOfSet)\(quotationMarks)"),
        (
            ["set", "username", "Ann", "Bee"],
            "unexpected argument 'Bee'; \(usageOfSet)\(quotationMarks)"
        ),
        (["set", "fontsize", "14"], "Unknown setting 'fontsize'. Did you mean fontSize?"),
        (["set", "haswidgets", "YES"], "Unknown setting 'haswidgets'. Did you mean hasWidgets?"),
        (["reset"], "expected: editor config reset NAME...\n      or: editor config reset --all [--yes]"),
        (["describe"], "expected: editor config describe NAME [--json]"),
        (["import"], "expected: editor config import FILE [--replace] [--skip-invalid]"),
        (["set", "recentFiles", "{a=1;}"], "Text for key 'recentFiles': '{a=1;}' \(notAList)"),
        (
            ["set", "fontSize=1", "theme=blue", "lineWidth=5"],
            "Text for key 'theme': 'blue' \(notATheme)\nText for key 'lineWidth': '5' is invalid: it must be from 20 to 400.\nExpected a whole number such as 80."
        ),
        (
            ["set", "fontSize", "14", "-h"],
            "unexpected argument '-h'; \(usageOfSet)\(quotationMarks)"
        ),
        (
            ["set", "lastSession.color", "red"],
            "'lastSession' has no field 'color'. Valid fields: document, opened, position."
        ),
        (
            ["set", "lastSession", #"{"document":"a","position":1,"opened":"2026-01-31","postion":2}"#],
            "Unknown field 'postion' of 'lastSession'. Did you mean position?"
        ),
        (["set", "fontSize", "true"], "Text for key 'fontSize': 'true' \(notANumber)"),
        (["set", "fontSize", "0x10"], "Text for key 'fontSize': '0x10' \(notANumber)"),
        (
            ["set", "fontSize", "1e400"],
            "Text for key 'fontSize': '1e400' is too large.\nExpected a number such as 12.0."
        ),
        (
            ["set", "lineWidth", "--", "-9223372036854775809"],
            "Text for key 'lineWidth': '-9223372036854775809' is too small.\nExpected a whole number such as 80."
        ),
        (["set", "theme/drak", "dark"], "Unknown setting 'theme/drak'. Valid settings: \(names)."),
        (["set", "zoom/", "1"], "Unknown setting 'zoom/'. Did you mean zoom?"),
        (["set", "zoom/*", "1"], "'zoom/*' is a pattern, but only a name can be set"),
        (["set", "zoom/a=1", "zoom/b*=1"], "'zoom/b*' is a pattern, but only a name can be set"),
        (["set", "fontSize", "--add", "1"], "'fontSize' is neither an array nor a set"),
        (["set", "fontSize", "--", "-x"], "Text for key 'fontSize': '-x' \(notANumber)"),
        (["--", "set", "fontSize"], "\(noText), where TEXT is a number such as 12.0"),
        (["export", "a"], "unexpected argument 'a'; expected: editor config export"),
        (["reset", "--all"], "outside a terminal, reset --all needs --yes"),
        (["reset", "*"], "outside a terminal, reset of all settings needs --yes"),
        (["reset", "--all", "theme"], "--all resets each setting, so 'theme' is not needed"),
        (["reset", "color"], "Unknown setting 'color'. Valid settings: \(names)."),
        (["watch", "color"], "Unknown setting 'color'. Valid settings: \(names)."),
        (["get"], "expected: editor config get NAME... [--json]"),
        (["get", "fontSize/report.pdf"], "Unknown setting 'fontSize/report.pdf'. Valid settings: \(names)."),
        (["help", "set", "get"], "unexpected argument 'get'; expected: editor config help [COMMAND]"),
        (["help", "sett"], "Unknown command 'sett'. Did you mean set?"),
        (["completion", "tcsh"], "Unknown shell 'tcsh'. Valid shells: bash, zsh, fish."),
        (["path", "--json"], "Unknown option '--json'. Valid options: --help, --all."),
        (["color"], "Unknown command 'color'. Valid commands: \(commands)."),
        ([""], "Unknown command ''. Valid commands: \(commands)."),
        (["--verbose"], "Unknown option '--verbose'. Valid options: --help, --changed, --json."),
        (["--global"], "Unknown option '--global'. Valid options: --help, --changed, --json."),
        (["-color", "20"], "Unknown option '-color'. Valid options: --help, --changed, --json."),
        (["get", "--jsn", "theme"], "Unknown option '--jsn'. Did you mean --json?"),
        (["get", "-jsn", "theme"], "Unknown option '-jsn'. Did you mean --json?"),
        (["get", "--jsn=hunter2"], "Unknown option '--jsn'. Did you mean --json?"),
        (["get", "fontSize", "-fontSize", "20"], "\(unknownOption) '-fontSize'. \(beforeConfig)"),
        (["get", "fontSize", "-fontSize=20"], "\(unknownOption) '-fontSize'. \(beforeConfig)"),
        (["-fontSize", "20"], "\(unknownOption) '-fontSize'. \(beforeConfig)"),
        (["set", "theme=dark", "linewidth=3"], "Unknown setting 'linewidth'. Did you mean lineWidth?"),
        (["set", "theme=dark", "colour=red"], "Unknown setting 'colour'. Valid settings: \(names)."),
        (["set", "theme=dark", "light"], "unexpected argument 'light'; \(usageOfSet)\(quotationMarks)"),
        (["set", "theme", "dark", "tokn=hunter2"], "unexpected argument 'tokn=…'; \(usageOfSet)\(quotationMarks)"),
        (["tokn=hunter2"], "Unknown command 'tokn=…'. Valid commands: \(commands)."),
        (["get", "tokn=hunter2"], "Unknown setting 'tokn=…'. Valid settings: \(names)."),
        (["set", "theme=dark", "theme=light"], "'theme' is set twice"),
        (["set", "recentFiles", "--add"], "expected: editor config set NAME --add TEXT..."),
    ]

    @Test(arguments: Row.table(mistakes) { $0.0.joined(separator: " ") })
    func `A mistake is reported, exits with 64, and changes nothing`(
        _ row: Row<([String], String)>
    ) async throws {
        let (words, line) = row.content
        try await editor("set", "fontSize", "13")
        try await editor("set", "theme", "light")
        let stored = NSDictionary(dictionary: editor.stored)
        #expect(try await editor.run(words) == .failed(64, line))
        #expect(NSDictionary(dictionary: editor.stored) == stored)
    }

    @Test(arguments: ["set username", "get"])
    func `An argument that is not UTF-8 is rejected`(_ words: String) async throws {
        let shell = try Shell()
        let run = try await shell(#"editor config \#(words) "$(printf 'a\377b')""#)
        #expect(run == .failed(64, "the argument 'a\u{FFFD}b' is not valid UTF-8"))
        #expect(shell.home.names.isEmpty)
    }

    @Test(arguments: ["set fontSize 37", "reset fontSize", "reset --all --yes", "import - --replace"])
    func `A command whose changes can't be saved exits with 74 and the reason`(_ words: String) async throws {
        let shell = try Shell()
        try await shell("editor config set fontSize 14")
        let run = try await shell("editor config export | XDG_CONFIG_HOME=/dev/null/x editor config \(words)")
        #expect(run.output.isEmpty)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(
            lines.allSatisfy { $0.hasPrefix("editor config: Settings are not saved to '/dev/null/x/editor.plist': ") }
        )
        #expect(run.status == 74)
    }

    @Test(arguments: ["", "get theme", "set theme dark", "export", "watch", "help", "completion fish"])
    func `Output that can't be written exits with 73`(_ arguments: String) async throws {
        let run = try await Shell()("editor config \(arguments) > /dev/full")
        #expect(run.errors.hasPrefix("editor config: can't "))
        #expect(run.errors.contains("space"))
        #expect(run.status == 73)
    }

    @Test(arguments: ["", "get theme", "set theme dark", "export", "help", "watch"])
    func `A closed pipe ends the program without an error`(_ arguments: String) async throws {
        let run = try await Shell()("exec 4> >(exec true); wait $!; editor config \(arguments) >&4; echo $?")
        #expect(run == .printed("0"))
    }
}
#endif
