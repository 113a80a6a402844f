#if os(Linux)
import Foundation
import TestSupport
import Testing

/// Commands on settings that an administrator has locked, and beside a damaged file of an administrator.
@Suite struct LockedValueTests {
    private let shell: Shell
    private let directory: SystemDirectory

    init() throws { (shell, directory) = (try Shell(), try SystemDirectory()) }

    private func run(_ script: String) async throws -> Run {
        try await shell("umask 022; \(script)", environment: ["XDG_CONFIG_DIRS": directory.path])
    }

    @Test(arguments: [("set theme dark", 0), ("set theme=dark fontSize=15", 0), ("set theme light", 77)])
    func `Storing a locked setting's own value succeeds`(_ command: String, _ status: Int32) async throws {
        try directory.install(#"{"theme": "dark"}"#, as: "editor.locked.json")
        let run = try await run("editor config \(command)")
        #expect(run.status == status)
        #expect(status != 0 || run.errors.isEmpty && run.output.first?.hasPrefix("theme = dark (managed ") == true)
    }

    @Test func `edit accepts a locked setting's own value`() async throws {
        try directory.install(#"{"theme": "dark"}"#, as: "editor.locked.json")
        let run = try await run("EDITOR='sed -i \"s/^# theme = .*/theme = dark/\"' editor config edit")
        #expect(run.status == 0 && run.output.first?.hasPrefix("theme = dark (managed ") == true, "\(run)")
    }

    @Test func `An import names the locked settings that it skips`() async throws {
        try directory.install(#"{"theme": "dark"}"#, as: "editor.locked.json")
        let json = #"{"theme": "light", "fontSize": "banana", "lineWidth": 90}"#
        let run = try await run("echo '\(json)' | editor config import --skip-invalid -")
        #expect(
            run.output == [
                "Stored: lineWidth.", "Skipped, because invalid: fontSize.", "Skipped, because locked: theme.",
            ]
        )
    }

    @Test func `An export has the user's values beside a damaged file of an administrator`() async throws {
        try directory.install("{", as: "editor.json")
        let run = try await run("editor config set lineWidth 90 2> /dev/null; editor config export")
        #expect(run.status == 0 && run.output.suffix(3) == ["{", #"  "lineWidth": 90"#, "}"])
    }
}
#endif
