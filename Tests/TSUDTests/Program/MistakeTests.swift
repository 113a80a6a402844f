#if os(Linux)
import Foundation
import TestSupport
import Testing

@Suite struct MistakeTests {
    struct Mistake: CustomTestStringConvertible {
        let arguments: [String]
        let line: String
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: String..., line: String) {
            self.arguments = arguments
            self.line = line
        }
    }

    private static let names = "fontSize, Has Widgets, username, theme, recentFiles, lastSession, homepage"
    private static let commands = "describe, set, reset, export, import, watch, help"

    @Test(arguments: [
        Mistake("set", "fontSize", "banana", line: "Text for key 'fontSize': 'banana' is no Double."),
        Mistake("set", "fontSize", "", line: "Text for key 'fontSize': '' is no Double."),
        Mistake("set", "fontSize", "(1)", line: "Text for key 'fontSize': '(1)' is no Double."),
        Mistake("set", "Has Widgets", "maybe", line: "Text for key 'Has Widgets': 'maybe' is no Bool."),
        Mistake(
            "set",
            "theme",
            "blue",
            line: "Text for key 'theme': 'blue' is no Theme; there are light, dark, system."
        ),
        Mistake(
            "set",
            "theme",
            "a\nb",
            line: #"Text for key 'theme': "a\nb" is no Theme; there are light, dark, system."#
        ),
        Mistake("set", "recentFiles", "a.txt", line: "Text for key 'recentFiles': 'a.txt' is no Array<String>."),
        Mistake("set", "lastSession", "notes.txt", line: "Text for key 'lastSession': 'notes.txt' is no Session."),
        Mistake(
            "set",
            "lastSession",
            #"{"document":"a","opened":"2001-01-01T00:00:00Z","position":-1}"#,
            line: """
                Text for key 'lastSession': '{"document":"a","opened":"2001-01-01T00:00:00Z","position":-1}' \
                is invalid: the position is negative.
                """
        ),
        Mistake(
            "set",
            "homepage",
            "not a url at all",
            line: """
                Text for key 'homepage': 'not a url at all' is no URL: \
                it is neither an address with a scheme, nor a path from / or ~.
                """
        ),
        Mistake("set", line: "expected: settings set NAME TEXT"),
        Mistake("set", "fontSize", line: "expected: settings set NAME TEXT, where TEXT is a number such as 14"),
        Mistake("set", "theme", line: "expected: settings set NAME TEXT, where TEXT is one of light, dark, system"),
        Mistake(
            "set",
            "fontSize",
            "-theme",
            "dark",
            line: "expected: settings set NAME TEXT, where TEXT is a number such as 14"
        ),
        Mistake(
            "set",
            "username",
            "Ann",
            "Bee",
            line: "'Bee' is too much; expected: settings set NAME TEXT, with a TEXT of more than one word in quotes"
        ),
        Mistake("set", "fontsize", "14", line: "there is no setting 'fontsize'; there are \(names)"),
        Mistake("set", "hasWidgets", "YES", line: "there is no setting 'hasWidgets'; there are \(names)"),
        Mistake("reset", line: "expected: settings reset NAME"),
        Mistake("describe", line: "expected: settings describe NAME"),
        Mistake("import", line: "expected: settings import FILE"),
        Mistake("export", "a", "b", line: "'b' is too much; expected: settings export [FILE]"),
        Mistake("reset", "font", line: "there is no setting 'font'; there are \(names)"),
        Mistake("reset", "fontSize", "theme", line: "'theme' is too much; expected: settings reset NAME"),
        Mistake("watch", "fontSize", line: "'fontSize' is too much; expected: settings watch"),
        Mistake("help", "set", line: "'set' is too much; expected: settings help"),
        Mistake("show", line: "there is no command 'show'; there are \(commands)"),
        Mistake("", line: "there is no command ''; there are \(commands)"),
        Mistake("-fontSize", line: "'-fontSize' needs a value after it, as in: settings -fontSize 20"),
        Mistake("--verbose", line: "'--verbose' needs a value after it, as in: settings -fontSize 20"),
    ])
    func `A mistake is reported on one line, exits with 64 and changes nothing`(_ this: Mistake) throws {
        let settings = try SettingsProgram()
        try settings("set", "fontSize", "13")
        try settings("set", "theme", "light")
        let bytes = try settings.bytes
        let run = try settings.run(this.arguments)
        #expect(run.errors == "settings: \(this.line)\n")
        #expect(run.output.isEmpty)
        #expect(run.end == .exited(64))
        #expect(try settings.bytes == bytes)
        #expect(settings.home.names == [settings.file])
    }

    @Test(arguments: [["--help"], ["-h"], ["help"], ["set", "--help"], ["set", "fontSize", "14", "--help"]])
    func `Help is printed and nothing else is done`(_ arguments: [String]) throws {
        let settings = try SettingsProgram()
        let run = try settings.run(arguments)
        #expect(run.output.first?.hasPrefix("Usage: settings") == true)
        let usages = [
            "describe NAME", "set NAME TEXT", "reset NAME", "export [FILE]", "import FILE", "watch", "help",
            "-fontSize 20",
        ]
        for usage in usages {
            #expect(run.output.contains { $0.hasPrefix("settings \(usage)") })
        }
        #expect(run.errors.isEmpty)
        #expect(run.end == .exited(0))
        #expect(settings.home.names.isEmpty)
    }
}
#endif
