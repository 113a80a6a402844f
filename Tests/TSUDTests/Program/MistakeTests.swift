#if os(Linux)
import Foundation
import TestSupport
import Testing

extension ExampleProgram {
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

        private static let names =
            "fontSize, lineWidth, Has Widgets, username, theme, zoom, recentFiles, lastSession, homepage"
        private static let commands = "list, get, describe, set, reset, export, import, watch, sync, completion, help"

        @Test(arguments: [
            Mistake("set", "fontSize", "banana", line: "Text for key 'fontSize': 'banana' is not a Double."),
            Mistake("set", "fontSize", "", line: "Text for key 'fontSize': '' is not a Double."),
            Mistake("set", "fontSize", "(1)", line: "Text for key 'fontSize': '(1)' is not a Double."),
            Mistake("set", "Has Widgets", "maybe", line: "Text for key 'Has Widgets': 'maybe' is not a Bool."),
            Mistake(
                "set",
                "theme",
                "blue",
                line: "Text for key 'theme': 'blue' is not a Theme; there are light, dark, system."
            ),
            Mistake(
                "set",
                "theme",
                "a\nb",
                line: #"Text for key 'theme': "a\nb" is not a Theme; there are light, dark, system."#
            ),
            Mistake("set", "recentFiles", "a.txt", line: "Text for key 'recentFiles': 'a.txt' is not a [String]."),
            Mistake(
                "set",
                "lastSession",
                "notes.txt",
                line: "Text for key 'lastSession': 'notes.txt' is not a Session."
            ),
            Mistake(
                "set",
                "homepage",
                "not a url at all",
                line: """
                    Text for key 'homepage': 'not a url at all' is not a URL: \
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
                line:
                    """
                    unexpected argument 'Bee'; \
                    expected: settings set NAME TEXT, with a TEXT of more than one word in quotes
                    """
            ),
            Mistake("set", "fontsize", "14", line: "there is no setting 'fontsize'; did you mean fontSize?"),
            Mistake("set", "hasWidgets", "YES", line: "there is no setting 'hasWidgets'; did you mean Has Widgets?"),
            Mistake("reset", line: "expected: settings reset NAME"),
            Mistake("describe", line: "expected: settings describe NAME"),
            Mistake("import", line: "expected: settings import FILE"),
            Mistake("export", "a", "b", line: "unexpected argument 'b'; expected: settings export [FILE]"),
            Mistake("reset", "fontSize", "theme", line: "unexpected argument 'theme'; expected: settings reset NAME"),
            Mistake("reset", "color", line: "there is no setting 'color'; there are \(names)"),
            Mistake("watch", "color", line: "there is no setting 'color'; there are \(names)"),
            Mistake("get", line: "expected: settings get NAME [--json]"),
            Mistake("help", "set", "get", line: "unexpected argument 'get'; expected: settings help [COMMAND]"),
            Mistake("help", "sett", line: "there is no command 'sett'; did you mean set?"),
            Mistake("completion", "fish", line: "there is no completion for 'fish'; there are bash, zsh"),
            Mistake("describe", "--json", line: "there is no setting '--json'; there are \(names)"),
            Mistake("show", line: "there is no command 'show'; there are \(commands)"),
            Mistake("", line: "there is no command ''; there are \(commands)"),
            Mistake("-fontSize", line: "'-fontSize' needs a value after it, as in: settings -fontSize 20"),
            Mistake("-fontsize", line: "there is no setting 'fontsize'; did you mean fontSize?"),
            Mistake("--verbose", line: "there is no option '--verbose'; there are --help, --json"),
            Mistake("-fontsize", "20", line: "there is no setting 'fontsize'; did you mean fontSize?"),
            Mistake("--fontSize", "20", line: "there is no setting '-fontSize'; did you mean fontSize?"),
            Mistake("set", "theme", "dark", "-color", "1", line: "there is no setting 'color'; there are \(names)"),
            Mistake(
                "set",
                "lineWidth",
                "500",
                line: "Text for key 'lineWidth': '500' is invalid: it has to be from 20 to 400."
            ),
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

        @Test func `An argument that is not UTF-8 is refused`() throws {
            let settings = try SettingsProgram()
            let program = try Program.path(of: "settings")
            for arguments in [#"set username "$1""#, #"-username "$1""#] {
                let script = "'\(program)' \(arguments.replacingOccurrences(of: "$1", with: #"$(printf 'a\377b')"#))"
                let run = try settings.run("/bin/sh", ["-c", script])
                #expect(run.errors == "settings: the argument 'a\u{FFFD}b' is not valid UTF-8\n")
                #expect(run.end == .exited(64))
                #expect(settings.home.names.isEmpty)
            }
        }

        @Test(arguments: [
            "", "get theme", "set theme dark", "reset theme", "export", "watch", "help", "completion zsh",
        ])
        func `Output that can't be written exits with 73`(_ arguments: String) throws {
            let settings = try SettingsProgram()
            let script = "'\(try Program.path(of: "settings"))' \(arguments) > /dev/full"
            let run = try settings.run("/bin/sh", ["-c", script])
            #expect(run.errors.hasPrefix("settings: can't "))
            #expect(run.errors.contains("space"))
            #expect(run.end == .exited(73))
        }

        @Test(arguments: [["--help"], ["-h"], ["help"], ["set", "--help"], ["set", "fontSize", "14", "--help"]])
        func `Help is printed and nothing else is done`(_ arguments: [String]) throws {
            let settings = try SettingsProgram()
            let run = try settings.run(arguments)
            #expect(run.output.first?.hasPrefix("Usage: settings") == true)
            let usages = [
                "list", "get NAME", "describe NAME", "set NAME TEXT", "reset NAME", "export [FILE]", "import FILE",
                "watch [NAME...]", "completion SHELL", "help [COMMAND]",
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
}
#endif
