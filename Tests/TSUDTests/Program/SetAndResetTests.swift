#if os(Linux)
import Foundation
import TestSupport
import Testing

extension ExampleProgram {
    @Suite struct SetAndResetTests {
        let settings: SettingsProgram

        init() throws {
            settings = try SettingsProgram()
        }

        @Test(arguments: [
            ["fontSize", "14", "14.0"],
            ["fontSize", " 14.5 ", "14.5"],
            ["fontSize", "-5", "-5.0"],
            ["Has Widgets", "YES", "true"],
            ["Has Widgets", "0", "false"],
            ["username", "Ann", "Ann"],
            ["username", "-Ann", "-Ann"],
            ["username", "14", "14"],
            ["username", "(Ann", "(Ann"],
            ["username", #""(Ann)""#, #""(Ann)""#],
            ["theme", "light", "light"],
            ["recentFiles", #"(a.txt, "b c.txt")"#, #"["a.txt","b c.txt"]"#],
            ["recentFiles", #"["a.txt"]"#, #"["a.txt"]"#],
            ["recentFiles", "()", "[]"],
            [
                "lastSession",
                """
                <?xml version="1.0"?><plist version="1.0"><dict><key>document</key><string>a</string>\
                <key>position</key><integer>7</integer><key>opened</key><date>2001-01-02T03:04:05Z</date></dict></plist>
                """,
                #"{"document":"a","opened":"2001-01-02T03:04:05Z","position":7}"#,
            ],
            [
                "lastSession", #"{ "document": "a", "position": 7, "opened": "2001-01-02T03:04:05.5Z" }"#,
                #"{"document":"a","opened":"2001-01-02T03:04:05.500Z","position":7}"#,
            ],
            ["homepage", "https://example.com/a?b#c", "https://example.com/a?b#c"],
            ["homepage", "/no/such/a b", "file:///no/such/a%20b"],
        ])
        func `What is set in one process is shown in the next`(_ this: [String]) throws {
            let run = try settings("set", this[0], this[1])
            #expect(run.output == ["\(this[0]) = \(this[2]) (suite)"])
            #expect(run.errors.isEmpty)
            #expect(run.end == .exited(0))
            #expect(try settings.row(this[0]) == [this[0], this[2], "suite"])
            // Parsing the text stored nothing else.
            #expect(settings.home.names == [settings.file])
            #expect(try Array(settings.stored.keys) == [this[0]])
        }

        @Test(arguments: [
            ["fontSize", "14"],
            ["Has Widgets", "YES"],
            ["username", "Ann"],
            ["theme", "dark"],
            ["recentFiles", "(a.txt, b.txt)"],
            ["lastSession", #"{"document":"notes.txt","opened":"2026-01-31T09:30:00Z","position":120}"#],
            ["homepage", "https://swift.org"],
        ])
        func `The texts that the program suggests are accepted`(_ this: [String]) throws {
            #expect(try settings("set", this[0]).errors.contains(this[1]))
            #expect(try settings("describe", this[0]).output.last?.contains(this[1]) == true)
            #expect(try settings("set", this[0], this[1]).end == .exited(0))
            #expect(try settings.row(this[0])?.last == "suite")
        }

        @Test func `A value is stored as plain UserDefaults would store it`() throws {
            try settings("set", "fontSize", "14")
            try settings("set", "Has Widgets", "YES")
            try settings("set", "recentFiles", "(a.txt)")
            let stored = try settings.stored
            #expect(stored["fontSize"] as? Double == 14)
            #expect(stored["Has Widgets"] as? Bool == true)
            #expect(stored["recentFiles"] as? [String] == ["a.txt"])
        }

        @Test func `A setting that is reset in one process has its default in the next`() throws {
            try settings("set", "fontSize", "14")
            try settings("set", "theme", "dark")
            let run = try settings("reset", "fontSize")
            #expect(run.output == ["fontSize = 12.0 (default)"])
            #expect(run.end == .exited(0))
            #expect(try settings.row("fontSize") == ["fontSize", "12.0", "default"])
            #expect(try settings.row("theme") == ["theme", "dark", "suite"])
            #expect(try Array(settings.stored.keys) == ["theme"])
        }

        @Test func `Resetting what is not set stores nothing`() throws {
            #expect(try settings("reset", "Has Widgets").output == ["Has Widgets = false (default)"])
            #expect(settings.home.names.isEmpty)
        }

        @Test func `Setting and resetting keep what other programs stored`() throws {
            try settings.write(["theme": "blue", "window": ["x": 1, "y": 2]])
            try settings("set", "fontSize", "14")
            try settings("reset", "fontSize")
            let stored = try settings.stored
            #expect(stored["theme"] as? String == "blue")
            #expect(stored["window"] as? [String: Int] == ["x": 1, "y": 2])
            #expect(stored.count == 2)
        }
    }
}
#endif
