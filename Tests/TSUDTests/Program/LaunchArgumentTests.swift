#if os(Linux)
import Foundation
import TestSupport
import Testing

extension ExampleProgram {
    @Suite struct LaunchArgumentTests {
        let settings: SettingsProgram

        init() throws {
            settings = try SettingsProgram()
        }

        @Test(arguments: [
            ["-fontSize", "20", "20.0"],
            ["-Has Widgets", "YES", "true"],
            ["-username", "Ann", "Ann"],
            ["-theme", "dark", "dark"],
            ["-recentFiles", "(a.txt, b.txt)", #"["a.txt","b.txt"]"#],
            ["-homepage", "https://example.com", "https://example.com"],
        ])
        func `A launch argument is shown and not stored`(_ this: [String]) throws {
            let run = try settings(this[0], this[1])
            #expect(run.table.contains([String(this[0].dropFirst()), this[2], "launch argument"]))
            #expect(run.errors.isEmpty)
            #expect(run.end == .exited(0))
            #expect(settings.home.names.isEmpty)
        }

        @Test func `A launch argument overrides the stored value, which stays`() throws {
            try settings("set", "fontSize", "14")
            let bytes = try settings.bytes
            #expect(try settings("-fontSize", "20").table.first == ["fontSize", "20.0", "launch argument"])
            #expect(try settings.bytes == bytes)
            #expect(try settings.row("fontSize") == ["fontSize", "14.0", "suite"])
        }

        @Test func `An unreadable launch argument is reported on one line, and the default shown`() throws {
            try settings("set", "fontSize", "14")
            let run = try settings("-fontSize", "banana")
            #expect(run.table.first == ["fontSize", "12.0", "launch argument, unreadable"])
            #expect(run.errors == "TSUD: Value for key 'fontSize' is a String, expected Double.\n")
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
        func `Launch arguments may be anywhere in a command, and are not part of it`(_ arguments: [String]) throws {
            let run = try settings.run(arguments)
            #expect(run.output == ["theme = dark (suite)"])
            #expect(run.errors.isEmpty)
            #expect(run.end == .exited(0))
            #expect(try Array(settings.stored.keys) == ["theme"])
        }

        @Test func `A negative number is a value, even before a launch argument`() throws {
            let run = try settings("set", "fontSize", "-5", "-theme", "dark")
            #expect(run.output == ["fontSize = -5.0 (suite)"])
            #expect(try settings.row("fontSize") == ["fontSize", "-5.0", "suite"])
            #expect(try settings.row("theme") == ["theme", "system", "default"])
        }

        @Test func `A launch argument is not exported`() throws {
            try settings("set", "theme", "dark")
            let plain = try settings("export").output
            #expect(try settings("-fontSize", "20", "export").output == plain)
            #expect(try settings("-theme", "light", "export").output == plain)
        }

        @Test func `A launch argument does not affect what is set`() throws {
            let seen = ["fontSize = 20.0 (launch argument)"]
            #expect(try settings("-fontSize", "20", "set", "fontSize", "14").output == seen)
            #expect(try settings.row("fontSize") == ["fontSize", "14.0", "suite"])
            #expect(try settings("-fontSize", "20", "reset", "fontSize").output == seen)
            #expect(try settings.row("fontSize") == ["fontSize", "12.0", "default"])
        }
    }
}
#endif
