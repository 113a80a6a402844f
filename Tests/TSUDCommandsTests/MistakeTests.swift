#if os(Linux)
import Foundation
import TSUDTesting
import TestSupport
import Testing

@Suite(.ephemeralSettings) struct MistakeTests {
    let settings = Commands.settings

    private static let names =
        "fontSize, lineWidth, Has Widgets, username, theme, and 4 more"
    private static let commands =
        "list, get, describe, set, reset, and 11 more"
    private static let usageOfSet =
        "expected: settings set NAME [TEXT] [NAME=TEXT...] [--add | --remove]"
    private static let noText = "expected: settings set NAME TEXT"
    private static let notATheme = "is not valid.\nExpected one of light, dark, system."
    private static let notAURL =
        "is not an address.\nExpected an address such as https://swift.org, or the path of a file."
    private static let notANumber = "is not a number.\nExpected a number such as 12.0."
    private static let notAList = #"is not a list.\#nExpected a list such as ["Ann"]."#
    private static let session =
        #"JSON such as {"document":"welcome.txt","opened":"2001-01-01T00:00:00Z","position":0}"#

    @Test(arguments: [
        (["set", "fontSize", "banana"], "Text for key 'fontSize': 'banana' \(notANumber)"),
        (["set", "fontSize", ""], "Text for key 'fontSize': '' \(notANumber)"),
        (["set", "fontSize", "(1)"], "Text for key 'fontSize': '(1)' \(notANumber)"),
        (
            ["set", "lineWidth", "500"],
            "Text for key 'lineWidth': '500' is invalid: it must be from 20 to 400.\nExpected a whole number such as 80."
        ),
        (["set", "Has Widgets", "maybe"], "Text for key 'Has Widgets': 'maybe' is not valid.\nExpected on or off."),
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
        (["set", "fontSize", "-theme", "dark"], "\(noText), where TEXT is a number such as 12.0"),
        (
            ["set", "username", "Ann", "Bee"],
            "unexpected argument 'Bee'; \(usageOfSet), with a TEXT of more than one word in quotes"
        ),
        (["set", "fontsize", "14"], "Unknown setting 'fontsize'. Did you mean fontSize?"),
        (["set", "hasWidgets", "YES"], "Unknown setting 'hasWidgets'. Did you mean Has Widgets?"),
        (["reset"], "expected: settings reset NAME...|--all"),
        (["describe"], "expected: settings describe NAME"),
        (["import"], "expected: settings import FILE (--merge | --replace) [--skip-invalid]"),
        (["set", "recentFiles", "{a=1;}"], "Text for key 'recentFiles': '{a=1;}' \(notAList)"),
        (["import", "-"], "--replace resets the settings that the file doesn't have, --merge keeps them"),
        (
            ["set", "fontSize=1", "theme=blue", "lineWidth=5"],
            "Text for key 'theme': 'blue' \(notATheme)\nText for key 'lineWidth': '5' is invalid: it must be from 20 to 400.\nExpected a whole number such as 80."
        ),
        (
            ["set", "fontSize", "14", "-h"],
            "unexpected argument '-h'; \(usageOfSet), with a TEXT of more than one word in quotes"
        ),
        (
            ["set", "lastSession.color", "red"],
            "'lastSession' has no field 'color'. Valid fields: document, opened, position."
        ),
        (["set", "fontSize", "--add", "1"], "'fontSize' is neither an array nor a set"),
        (["set", "fontSize", "--", "-x"], "Text for key 'fontSize': '-x' \(notANumber)"),
        (["--", "set", "fontSize"], "\(noText), where TEXT is a number such as 12.0"),
        (["export", "a", "b"], "unexpected argument 'b'; expected: settings export [FILE] [--json]"),
        (["reset", "--all"], "outside a terminal, reset --all needs --yes"),
        (["reset", "*"], "outside a terminal, reset of all settings needs --yes"),
        (["reset", "--all", "theme"], "--all resets each setting, so 'theme' is not needed"),
        (["reset", "color"], "Unknown setting 'color'. Valid settings: \(names)."),
        (["watch", "color"], "Unknown setting 'color'. Valid settings: \(names)."),
        (["get"], "expected: settings get NAME... [--json | --raw] [--origin] [--system] [-z]"),
        (["get", "fontSize/report.pdf"], "Unknown setting 'fontSize/report.pdf'. Valid settings: \(names)."),
        (["help", "set", "get"], "unexpected argument 'get'; expected: settings help [COMMAND]"),
        (["help", "sett"], "Unknown command 'sett'. Did you mean set?"),
        (["completion", "tcsh"], "Unknown shell 'tcsh'. Valid shells: bash, zsh, fish."),
        (["describe", "--json"], "Unknown option '--json'. Valid options: --help."),
        (["color"], "Unknown command 'color'. Valid commands: \(commands)."),
        ([""], "Unknown command ''. Valid commands: \(commands)."),
        (["-fontSize"], "'-fontSize' needs a value after it, as in: settings -fontSize 20"),
        (["-fontsize"], "Unknown setting 'fontsize'. Did you mean fontSize?"),
        (["--verbose"], "Unknown option '--verbose'. Valid options: --help, --json, --changed, --system, -z."),
        (["-fontsize", "20"], "Unknown setting 'fontsize'. Did you mean fontSize?"),
        (["--fontSize", "20"], "Unknown setting '-fontSize'. Did you mean fontSize?"),
        (["set", "theme", "dark", "-color", "1"], "Unknown setting 'color'. Valid settings: \(names)."),
    ])
    func `A mistake is reported, exits with 64, and changes nothing`(
        _ words: [String],
        line: String
    ) async throws {
        try await settings("set", "fontSize", "13")
        try await settings("set", "theme", "light")
        let stored = NSDictionary(dictionary: settings.stored)
        #expect(try await settings.run(words) == .failed(64, line))
        #expect(NSDictionary(dictionary: settings.stored) == stored)
    }

    @Test(arguments: ["set username", "-username"])
    func `An argument that is not UTF-8 is rejected`(_ words: String) async throws {
        let shell = try Shell()
        let run = try await shell(#"settings \#(words) "$(printf 'a\377b')""#)
        #expect(run == .failed(64, "the argument 'a\u{FFFD}b' is not valid UTF-8"))
        #expect(shell.home.names.isEmpty)
    }

    @Test(arguments: ["set fontSize 37", "reset fontSize", "reset --all --yes", "import - --replace"])
    func `A command whose changes can't be saved exits with 74 and the reason`(_ words: String) async throws {
        let shell = try Shell()
        try await shell("settings set fontSize 14")
        let run = try await shell("settings export | XDG_CONFIG_HOME=/dev/null/x settings \(words)")
        #expect(run.output.isEmpty)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(lines.allSatisfy { $0.hasPrefix("settings: Settings are not saved to '/dev/null/x/settings.plist': ") })
        #expect(run.status == 74)
    }

    @Test(arguments: ["", "get theme", "set theme dark", "export", "watch", "help", "completion fish"])
    func `Output that can't be written exits with 73`(_ arguments: String) async throws {
        let run = try await Shell()("settings \(arguments) > /dev/full")
        #expect(run.errors.hasPrefix("settings: can't "))
        #expect(run.errors.contains("space"))
        #expect(run.status == 73)
    }

    @Test(arguments: ["", "get theme", "set theme dark", "export", "help", "watch"])
    func `A closed pipe ends the program without an error`(_ arguments: String) async throws {
        let run = try await Shell()("exec 4> >(exec true); wait $!; settings \(arguments) >&4; echo $?")
        #expect(run == .printed("0"))
    }
}
#endif
