#if os(Linux)
import Foundation
import TestSupport
import Testing

/// The example program, with a real etcd.
@Suite(.mayBlock, .enabled(if: EtcdServer.isInstalled, "etcd is not installed"), .someDialect)
struct SyncCommandTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func editor(_ words: [String]) throws -> RunningProgram {
        try RunningProgram(Program.path(of: "editor"), ["config"] + words, in: directory, withErrors: true)
    }

    /// Runs the command `check`, again if etcd has responded too late for it.
    private func check(_ server: EtcdServer) async throws -> RunningProgram {
        var program = try editor(["check", server.endpoint.absoluteString])
        try await eventually("etcd responds in time") {
            try await eventually("it ends") { !program.isRunning }
            guard program.exit == .exited(70) else { return true }
            program = try editor(["check", server.endpoint.absoluteString])
            return false
        }
        return program
    }

    @Test func `sync prints each change with its origin, until an interrupt`() async throws {
        let server = try await EtcdServer()
        let program = try editor(["sync", server.endpoint.absoluteString])
        try await eventually("it starts") { !program.lines(with: "Synchronizing").isEmpty }
        try await server.put("editor/fontSize", "14")
        try await eventually("it receives") { program.has("fontSize = 14.0 (stored), from etcd") }
        try await server.put("editor/fontSize", "banana")
        try await eventually("it reports") { program.lines.contains { $0.line.contains("banana") } }
        let other = try editor(["set", "theme", "dark"])
        try await eventually("it sends") { program.has("theme = dark (stored), from here") }
        #expect(try await server.get("editor/theme") == "dark")
        #expect(try await server.get("editor/fontSize") == "banana")
        try await eventually("the other has ended") { !other.isRunning }
        program.signal(SIGINT)
        try await eventually("it ends") { !program.isRunning }
        #expect(program.exit == .exited(0))
        #expect(program.lines(with: "fontSize = ").count == 1)
    }

    @Test func `A follower prints overwritten values, and writes nothing to etcd`() async throws {
        let server = try await EtcdServer()
        try await server.put("editor/fontSize", "14")
        let program = try editor(["follow", server.endpoint.absoluteString])
        try await eventually("it receives") { program.has("fontSize = 14.0 (stored), from etcd") }
        #expect(program.lines(with: "Following 9 settings").count == 1)
        let other = try editor(["set", "fontSize", "99"])
        try await eventually("it puts that back") { program.has("fontSize = 99.0 was overwritten by etcd") }
        try await eventually("the other has ended") { !other.isRunning }
        #expect(try await server.get("editor/fontSize") == "14")
        #expect(try await server.get("editor/TSUDSync") == nil)
        program.signal(SIGINT)
        try await eventually("it ends") { !program.isRunning }
    }

    @Test func `An invalid address is rejected`() async throws {
        let program = try editor(["sync", "127.0.0.1:2379"])
        try await eventually("it ends") { !program.isRunning }
        #expect(program.exit != .exited(0))
        try await eventually("it says why") { program.lines.contains { $0.line.contains("Invalid address of etcd") } }
    }

    @Test func `The command check prints each value, and fails if one is unknown, unreadable, or invalid`() async throws
    {
        let server = try await EtcdServer()
        for (name, text) in [("TSUDSync", "one"), ("fontSize", "14"), ("zoom/a", "1.5"), ("username", "$null")] {
            try await server.put("editor/" + name, text)
        }
        let good = try await check(server)
        #expect(good.exit == .exited(0))
        for line in ["fontSize = 14", "username = $null", "zoom/a = 1.5"] { #expect(good.has(line)) }
        for (name, text) in [("lineWidth", "9999"), ("fontSize", "banana"), ("colour", "red")] {
            try await server.put("editor/" + name, text)
        }
        let bad = try await check(server)
        #expect(bad.exit == .exited(65))
        for words in ["it must be from 20 to 400", "'banana'", "Unknown setting 'colour' in etcd."] {
            try await eventually("it prints \(words)") { bad.lines.contains { $0.line.contains(words) } }
        }
    }
}
#endif
