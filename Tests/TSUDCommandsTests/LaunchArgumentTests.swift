#if os(Linux)
import Foundation
import TSUDTesting
import TestSupport
import Testing

@Suite(.ephemeralSettings) struct LaunchArgumentTests {
    let settings = Commands.settings
    private static let sessionText = #"{"document":"a","opened":"2026-01-31T00:00:00Z","position":7}"#

    @Test(arguments: [
        ("fontSize", "20", "20.0"), ("Has Widgets", "YES", "true"), ("recentFiles", #"["a.txt"]"#, #"["a.txt"]"#),
        ("lastSession", sessionText, sessionText),
    ])
    func `A launch argument is shown and not stored`(_ name: String, text: String, shown: String) async throws {
        let shell = try Shell()
        let run = try await shell("settings \"$@\"", ["-\(name)", text])
        #expect(run.table.contains([name, shown, "launch argument"]))
        #expect(run.errors.isEmpty)
        #expect(run.status == 0)
        #expect(shell.home.names.isEmpty)
    }

    @Test func `An unreadable launch argument is reported on one line, and the default is shown`() async throws {
        let run = try await Shell()("settings set fontSize 14; settings -fontSize banana")
        #expect(run.output.contains("fontSize\t12.0\tlaunch argument, unreadable"))
        #expect(run.errors == "settings: Value for key 'fontSize' on the command line, 'banana', is not a Double.\n")
        #expect(run.status == 65)
    }

    @Test(arguments: [
        ["-fontSize", "20", "set", "theme", "dark"],
        ["set", "-fontSize", "20", "theme", "dark"],
        ["set", "theme", "-fontSize", "20", "dark"],
        ["set", "theme", "dark", "-fontSize", "20"],
        ["-NSQuitAlwaysKeepsWindows", "set", "set", "theme", "dark"],
        ["-AppleLanguages", "(de)", "set", "theme", "dark"],
    ])
    func `Launch arguments may be anywhere in a command, and are not part of it`(_ words: [String]) async throws {
        #expect(try await settings.run(words) == .printed("theme = dark (stored)"))
        #expect(Array(settings.stored.keys) == ["theme"])
    }

    @Test func `A negative number is a value, even before a launch argument`() async throws {
        #expect(try await settings("set", "fontSize", "-5", "-theme", "dark") == .printed("fontSize = -5.0 (stored)"))
        #expect(Array(settings.stored.keys) == ["fontSize"])
    }

    @Test func `A launch argument is not exported`() async throws {
        let shell = try Shell()
        let plain = try await shell("settings set theme dark >&2; settings export").output
        #expect(try await shell("settings -fontSize 20 export").output == plain)
        #expect(try await shell("settings -theme light export").output == plain)
    }

    @Test func `A launch argument overrides the stored value, and does not affect it`() async throws {
        let shell = try Shell()
        let overridden = "fontSize = 20.0 (launch argument), and "
        let set = try await shell("settings -fontSize 20 set fontSize 14")
        #expect(set == .printed(overridden + "14.0 is stored"))
        let bytes = try shell.bytes
        #expect(try await shell("settings -fontSize 20").table.first == ["fontSize", "20.0", "launch argument"])
        #expect(try await shell("settings -fontSize 20 get --origin fontSize") == .printed("launch argument\t20.0"))
        // The default is no launch argument's.
        #expect(try await shell("settings -fontSize 20 describe fontSize").output.contains("default:  12.0"))
        #expect(try shell.bytes == bytes)
        let reset = try await shell("settings -fontSize 20 reset fontSize")
        #expect(reset == .printed(overridden + "nothing is stored"))
        #expect(try await shell("settings get --origin fontSize") == .printed("default\t12.0"))
    }
}
#endif
