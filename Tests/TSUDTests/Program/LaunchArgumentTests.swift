#if os(Linux)
import TestSupport
import Testing

extension ExampleProgram {
    @Suite struct LaunchArgumentTests {
        let settings = SettingsProgram()
        private static let sessionText = #"{"document":"a","opened":"2026-01-31T00:00:00Z","position":7}"#

        @Test(arguments: [
            ("fontSize", "20", "20.0"),
            ("Has Widgets", "YES", "true"),
            ("username", "Ann", "Ann"),
            ("theme", "dark", "dark"),
            ("recentFiles", "(a.txt, b.txt)", #"["a.txt","b.txt"]"#),
            ("recentFiles", #"["a.txt"]"#, #"["a.txt"]"#),
            ("lastSession", sessionText, sessionText),
            ("homepage", "https://example.com", "https://example.com"),
        ])
        func `A launch argument is shown and not stored`(_ name: String, text: String, shown: String) throws {
            let run = try settings("-\(name)", text)
            #expect(run.table.contains([name, shown, "launch argument"]))
            #expect(run.errors.isEmpty)
            #expect(run.end == .exited(0))
            #expect(settings.home.names.isEmpty)
        }

        @Test func `An unreadable launch argument is reported on one line, and the default shown`() throws {
            try settings("set", "fontSize", "14")
            let run = try settings("-fontSize", "banana")
            #expect(run.table.first == ["fontSize", "12.0", "launch argument, unreadable"])
            #expect(run.errors == "TSUD: Value for key 'fontSize' on the command line, 'banana', is not a Double.\n")
            #expect(run.end == .exited(0))
        }

        @Test(arguments: [
            ["-fontSize", "20", "set", "theme", "dark"],
            ["set", "-fontSize", "20", "theme", "dark"],
            ["set", "theme", "-fontSize", "20", "dark"],
            ["set", "theme", "dark", "-fontSize", "20"],
            ["-NSQuitAlwaysKeepsWindows", "set", "set", "theme", "dark"],
            ["-AppleLanguages", "(de)", "set", "theme", "dark"],
        ])
        func `Launch arguments may be anywhere in a command, and are not part of it`(_ words: [String]) throws {
            #expect(try settings.run(words) == .printed("theme = dark (suite)"))
            #expect(try Array(settings.stored.keys) == ["theme"])
        }

        @Test func `A negative number is a value, even before a launch argument`() throws {
            #expect(try settings("set", "fontSize", "-5", "-theme", "dark") == .printed("fontSize = -5.0 (suite)"))
            #expect(try Array(settings.stored.keys) == ["fontSize"])
        }

        @Test func `A launch argument is not exported`() throws {
            try settings("set", "theme", "dark")
            let plain = try settings("export").output
            #expect(try settings("-fontSize", "20", "export").output == plain)
            #expect(try settings("-theme", "light", "export").output == plain)
        }

        @Test func `A launch argument overrides the stored value, and does not affect it`() throws {
            let overridden = "fontSize = 20.0 (launch argument), and "
            #expect(try settings("-fontSize", "20", "set", "fontSize", "14") == .printed(overridden + "14.0 is stored"))
            let bytes = try settings.bytes
            #expect(try settings("-fontSize", "20").table.first == ["fontSize", "20.0", "launch argument"])
            #expect(try settings.bytes == bytes)
            #expect(try settings.row("fontSize") == ["fontSize", "14.0", "suite"])
            let reset = try settings("-fontSize", "20", "reset", "fontSize")
            #expect(reset == .printed(overridden + "nothing is stored"))
            #expect(try settings.row("fontSize") == ["fontSize", "12.0", "default"])
        }
    }
}
#endif
