#if os(Linux)
import Foundation
import TSUDTesting
import TestSupport
import Testing

@Suite(.ephemeralSettings) struct MistakeTests {
    let settings = Commands.settings

    private static let names =
        "fontSize, lineWidth, Has Widgets, username, theme, zoom, recentFiles, lastSession, homepage"
    private static let commands =
        "list, get, describe, set, reset, edit, export, import, path, watch, sync, follow, completion, help"
    private static let usageOfSet = "expected: settings set NAME TEXT"
    private static let notATheme = "is not a Theme; there are light, dark, system."
    private static let notAURL = "is not a URL: it is neither an address with a scheme, nor a path from / or ~."

    @Test(arguments: [
        (["set", "fontSize", "banana"], "Text for key 'fontSize': 'banana' is not a Double."),
        (["set", "fontSize", ""], "Text for key 'fontSize': '' is not a Double."),
        (["set", "fontSize", "(1)"], "Text for key 'fontSize': '(1)' is not a Double."),
        (["set", "lineWidth", "500"], "Text for key 'lineWidth': '500' is invalid: it has to be from 20 to 400."),
        (["set", "Has Widgets", "maybe"], "Text for key 'Has Widgets': 'maybe' is not a Bool."),
        (["set", "theme", "blue"], "Text for key 'theme': 'blue' \(notATheme)"),
        (["set", "theme", "a\nb"], #"Text for key 'theme': "a\nb" \#(notATheme)"#),
        (["set", "recentFiles", "a.txt"], "Text for key 'recentFiles': 'a.txt' is not an Array<String>."),
        (["set", "lastSession", "notes.txt"], "Text for key 'lastSession': 'notes.txt' is not a Session."),
        (["set", "homepage", "not a url at all"], "Text for key 'homepage': 'not a url at all' \(notAURL)"),
        (["set", "zoom/report.pdf", "banana"], "Text for key 'zoom/report%2Epdf': 'banana' is not a Double."),
        (["set"], usageOfSet),
        (["set", "fontSize"], "\(usageOfSet), where TEXT is a number such as 14"),
        (["set", "theme"], "\(usageOfSet), where TEXT is one of light, dark, system"),
        (["set", "fontSize", "-theme", "dark"], "\(usageOfSet), where TEXT is a number such as 14"),
        (
            ["set", "username", "Ann", "Bee"],
            "unexpected argument 'Bee'; \(usageOfSet), with a TEXT of more than one word in quotes"
        ),
        (["set", "fontsize", "14"], "there is no setting 'fontsize'; did you mean fontSize?"),
        (["set", "hasWidgets", "YES"], "there is no setting 'hasWidgets'; did you mean Has Widgets?"),
        (["reset"], "expected: settings reset NAME|--all"),
        (["describe"], "expected: settings describe NAME"),
        (["import"], "expected: settings import FILE [--skip-invalid]"),
        (["set", "recentFiles", "{a=1}"], "Text for key 'recentFiles': '{a=1}' is not an Array<String>."),
        (["set", "fontSize", "--", "-x"], "Text for key 'fontSize': '-x' is not a Double."),
        (["--", "set", "fontSize"], "\(usageOfSet), where TEXT is a number such as 14"),
        (["export", "a", "b"], "unexpected argument 'b'; expected: settings export [FILE]"),
        (["reset", "fontSize", "theme"], "unexpected argument 'theme'; expected: settings reset NAME|--all"),
        (["reset", "color"], "there is no setting 'color'; there are \(names)"),
        (["watch", "color"], "there is no setting 'color'; there are \(names)"),
        (["get"], "expected: settings get NAME [--json] [--origin]"),
        (["get", "fontSize/report.pdf"], "there is no setting 'fontSize/report.pdf'; there are \(names)"),
        (["help", "set", "get"], "unexpected argument 'get'; expected: settings help [COMMAND]"),
        (["help", "sett"], "there is no command 'sett'; did you mean set?"),
        (["completion", "tcsh"], "there is no completion for 'tcsh'; there are bash, zsh, fish"),
        (["describe", "--json"], "there is no setting '--json'; there are \(names)"),
        (["show"], "there is no command 'show'; there are \(commands)"),
        ([""], "there is no command ''; there are \(commands)"),
        (["-fontSize"], "'-fontSize' needs a value after it, as in: settings -fontSize 20"),
        (["-fontsize"], "there is no setting 'fontsize'; did you mean fontSize?"),
        (["--verbose"], "there is no option '--verbose'; there are --help, --json, --changed"),
        (["-fontsize", "20"], "there is no setting 'fontsize'; did you mean fontSize?"),
        (["--fontSize", "20"], "there is no setting '-fontSize'; did you mean fontSize?"),
        (["set", "theme", "dark", "-color", "1"], "there is no setting 'color'; there are \(names)"),
    ])
    func `A mistake is reported on one line, exits with 64, and changes nothing`(
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

    @Test(arguments: ["set fontSize 37", "reset fontSize", "reset --all", "import -"])
    func `A command whose changes can't be saved exits with 74 and the reason`(_ words: String) async throws {
        let shell = try Shell()
        try await shell("settings set fontSize 14")
        let run = try await shell("settings export | XDG_CONFIG_HOME=/dev/null/x settings \(words)")
        #expect(run.output.isEmpty)
        let reason = "settings: Settings are not saved to '/dev/null/x/settings.plist': "
        #expect(run.errors.split(separator: "\n").contains { $0.hasPrefix(reason) })
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
