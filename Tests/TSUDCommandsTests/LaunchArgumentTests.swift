#if os(Linux)
import Foundation
import TestSupport
import Testing

/// The arguments of a program that Foundation reads as settings, before its subcommand.
@Suite struct LaunchArgumentTests {
    let shell: Shell

    init() throws { shell = try Shell() }

    @Test(arguments: [
        ("fontSize", "20", "20.0"), ("hasWidgets", "YES", "true"), ("recentFiles", "(a.txt)", #"["a.txt"]"#),
    ])
    func `A launch argument is shown and not stored`(_ name: String, text: String, shown: String) async throws {
        let run = try await shell("editor \"$@\" config list", ["-\(name)", text])
        #expect(run.table.contains([name, shown, "launch argument"]))
        #expect(run.errors.isEmpty)
        #expect(run.status == 0)
        #expect(shell.home.names.isEmpty)
    }

    @Test func `A launch argument overrides the stored value, and is neither stored nor exported`() async throws {
        let overridden = "fontSize = 20.0 (launch argument), and "
        let set = try await shell("editor -fontSize 20 config set fontSize 14")
        #expect(set == .printed(overridden + "14.0 is stored"))
        let (bytes, export) = (try shell.bytes, try await shell("editor config export"))
        #expect(try await shell("editor -fontSize 20 config").table.first == ["fontSize", "20.0", "launch argument"])
        #expect(try await shell("editor -fontSize 20 config export") == export)
        // The default is no launch argument's.
        #expect(try await shell("editor -fontSize 20 config describe fontSize").output.contains("default:  12.0"))
        #expect(try shell.bytes == bytes)
        let reset = try await shell("editor -fontSize 20 config reset fontSize")
        #expect(reset == .printed(overridden + "nothing is stored"))
        #expect(try await shell("editor config list fontSize") == .printed("fontSize\t12.0\tdefault"))
    }
}
#endif
