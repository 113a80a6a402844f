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

    @Test(arguments: [
        Mistake("set", "fontSize", "banana", line: "fontSize takes a number such as 14, not 'banana'"),
        Mistake("set", "fontSize", "", line: "fontSize takes a number such as 14, not ''"),
        Mistake("set", "fontSize", "(1)", line: "fontSize takes a number such as 14, not '(1)'"),
        Mistake("set", "Has Widgets", "maybe", line: "Has Widgets takes YES or NO, not 'maybe'"),
        Mistake("set", "username", "(Ann)", line: "username takes a text such as Ann, not '(Ann)'"),
        Mistake("set", "theme", "blue", line: "theme takes one of light, dark, system, not 'blue'"),
        Mistake("set", "theme", "a\nb", line: #"theme takes one of light, dark, system, not "a\nb""#),
        Mistake("set", "recentFiles", "a.txt", line: "recentFiles takes a list such as '(a.txt, b.txt)', not 'a.txt'"),
        Mistake(
            "set",
            "lastSession",
            "notes.txt",
            line: """
                lastSession takes a property list such as '<dict><key>document</key><string>notes.txt</string>\
                <key>position</key><integer>120</integer><key>opened</key><date>2026-01-31T09:30:00Z</date></dict>', \
                not 'notes.txt'
                """
        ),
        Mistake("set", "homepage", "(a)", line: "homepage takes an address such as https://swift.org, not '(a)'"),
        Mistake("set", line: "set needs the name of a setting and a value, as in: settings set fontSize 14"),
        Mistake("set", "fontSize", line: "set fontSize needs a value: a number such as 14"),
        Mistake("set", "theme", line: "set theme needs a value: one of light, dark, system"),
        Mistake("set", "fontSize", "-theme", "dark", line: "set fontSize needs a value: a number such as 14"),
        Mistake(
            "set",
            "username",
            "Ann",
            "Bee",
            line: """
                'Bee' is too much; expected: settings set NAME VALUE, with a VALUE of more than one word in quotes
                """
        ),
        Mistake("set", "fontsize", "14", line: "there is no setting 'fontsize'; there are \(names)"),
        Mistake("set", "hasWidgets", "YES", line: "there is no setting 'hasWidgets'; there are \(names)"),
        Mistake("reset", line: "reset needs the name of a setting: one of \(names)"),
        Mistake("reset", "font", line: "there is no setting 'font'; there are \(names)"),
        Mistake("reset", "fontSize", "theme", line: "'theme' is too much; expected: settings reset NAME"),
        Mistake("watch", "fontSize", line: "'fontSize' is too much; expected: settings watch"),
        Mistake("help", "set", line: "'set' is too much; expected: settings help"),
        Mistake("show", line: "there is no command 'show'; there are set, reset, watch and help"),
        Mistake("", line: "there is no command ''; there are set, reset, watch and help"),
        Mistake("-fontSize", line: "'-fontSize' needs a value after it, as in: settings -fontSize 20"),
        Mistake("--verbose", line: "'--verbose' needs a value after it, as in: settings -fontSize 20"),
    ])
    func `A mistake is told on one line, ends with 64 and changes nothing`(_ this: Mistake) throws {
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
    func `Help is printed and nothing else done`(_ arguments: [String]) throws {
        let settings = try SettingsProgram()
        let run = try settings.run(arguments)
        for usage in ["set NAME VALUE", "reset NAME", "watch", "help", "-fontSize 20"] {
            #expect(run.output.contains { $0.hasPrefix("settings \(usage)") })
        }
        #expect(run.errors.isEmpty)
        #expect(run.end == .exited(0))
        #expect(settings.home.names.isEmpty)
    }
}
#endif
