#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUDSync

/// Programs with twenty settings each, and a real etcd to which bad things happen: ten programs, and on request fifty, to
/// which more of it happens, by `TSUD_TRIAL=full swift test --no-parallel --filter FleetTests`.
@Suite(.mayBlockForLong, .enabled(if: EtcdServer.isInstalled, "etcd is not installed"))
struct FleetTests {
    private static let size = Extent.isFull ? 50 : 10

    @Test(.fullTrial) func `A fleet gets each put, reports unreadable values, and continues after an outage`()
        async throws
    {
        let server = try await EtcdServer()
        let fleet = try Fleet(Self.size, of: server)
        try await fleet.all("are ready") { $0.has("ready") }

        // As etcdctl.
        var delays: [Double] = []
        for number in 1...10 {
            let start = Date()
            try await server.put("p/k00", "\(number)")
            try await fleet.all("receive it") { $0.has("received k00 \(number)") }
            delays += fleet.times(of: "received k00 \(number)").map { $0.timeIntervalSince(start) }
        }
        delays.sort()
        #expect(delays.last ?? 60 < 5)
        // The watch has the value, so no program reads it; some may renew their watches at the moment.
        let before = try await server.requests("Txn")
        try await server.put("p/k00", "11")
        try await fleet.all("receive it") { $0.has("received k00 11") }
        try await Task.sleep(for: .seconds(2))
        #expect(try await server.requests("Txn") - before < Self.size / 2)
        try await server.put("p/k00", "10")
        try await fleet.all("receive it") { $0.lines(with: "received k00 10").count == 2 }
        let (median, worst) = (delays[delays.count / 2], delays.last ?? 0)
        print("From etcdctl put to \(Self.size) programs: median \(median) s, worst \(worst) s.")

        try await server.put("p/k00", "banana")
        try await server.put("p/sizes", Data([0xFF, 0xFE]))
        try await server.put("p/k05", String(repeating: "9", count: 200_000))
        try await server.put("p/unknown", String(repeating: "x", count: 1_000_000))
        try await fleet.all("report") { $0.lines(with: "reported unreadable").count == 3 }
        try await fleet.all("keep what they had", of: "k00", "10")

        // Away while nothing is to be sent.
        let failed = fleet.programs.map { $0.lines(with: "failed").count }
        try await server.kill()
        try await Task.sleep(for: .seconds(8))
        try await server.restart()
        try await fleet.all("can reach it again") { $0.lines(with: "reached").count == 1 }
        #expect(fleet.programs.map { $0.lines(with: "failed").count } == failed.map { $0 + 1 })
        for program in fleet.programs { program.tell("status") }
        try await fleet.all("say so") { $0.lines(with: "status connected since").count == 1 }

        #expect(fleet.programs.allSatisfy { $0.isRunning })
    }

    @Test(.fullTrial) func `Writes while etcd is killed or stopped reach all programs`() async throws {
        let server = try await EtcdServer()
        let fleet = try Fleet(Self.size, of: server)
        try await fleet.all("are ready") { $0.has("ready") }
        // Killed while programs write.
        try await server.kill()
        for (index, program) in fleet.programs.prefix(10).enumerated() { program.tell("set k0\(index) \(100 + index)") }
        try await fleet.first(10, "have stored") { $0.lines(with: "k0").contains { $0.contains(" = 10") } }
        try await server.restart()
        for index in 0..<10 {
            try await fleet.all("have what was written meanwhile", of: "k0\(index)", "\(100 + index)")
        }

        // Stopped for longer than the time-outs, while one program writes twice.
        server.signal(SIGSTOP)
        let failures = fleet.programs[0].lines(with: "failed").count
        fleet.programs[0].tell("set k11 1")
        try await fleet.first(1, "give up") { $0.lines(with: "failed").count > failures }
        fleet.programs[0].tell("set k11 2")
        try await fleet.first(1, "have stored it") { $0.has("k11 = 2") }
        server.signal(SIGCONT)
        try await fleet.all("have the last value", of: "k11", "2")

        #expect(fleet.programs.allSatisfy { $0.isRunning })
        // The pauses are long at this point.
        guard Extent.isFull else { return }
        // Compacted while it was away.
        try await server.kill()
        try await server.restart()
        for number in 0..<50 { try await server.put("p/k12", "\(number)") }
        try await server.compact()
        try await fleet.all("have the last value", of: "k12", "49")
        try await server.delete("p/k12")
        try await fleet.all("have reset it", of: "k12", "0")

        // Emptied: the programs have it all.
        try await server.restart(emptied: true)
        try await eventually("the programs send what they have") { try await server.get("p/k11") == "2" }
        try await fleet.all("keep what they had", of: "k11", "2")

        try await idle(server, fleet)
        #expect(fleet.programs.allSatisfy { $0.isRunning })
    }

    @Test func `Machines follow an operator's writes, also one that starts later`() async throws {
        let server = try await EtcdServer()
        try await server.put("p/TSUDSync", "an identity")
        try await server.put("p/k00", "14")
        let fleet = try Fleet(3, of: server, isFollowing: true)
        try await fleet.all("are ready") { $0.has("ready") }
        try await fleet.all("have it", of: "k00", "14")
        fleet.programs[0].tell("set k00 99")
        try await fleet.first(1, "tell what gave way") { $0.has("lost k00 99") }
        try await fleet.all("have the operator's value", of: "k00", "14")
        try await server.put("p/k01", "1")
        try await fleet.all("receive it", of: "k01", "1")
        try await server.delete("p/k01")
        try await fleet.all("have reset it", of: "k01", "0")
        #expect(try await server.get("p/k00") == "14")
        #expect(fleet.programs.allSatisfy { $0.lines(with: "sent").isEmpty })
    }

    /// At most a request a second and program while nothing changes.
    private func idle(_ server: EtcdServer, _ fleet: Fleet) async throws {
        // Retries after all that come to an end first.
        for program in fleet.programs { program.tell("flush") }
        try await fleet.all("have nothing pending") { $0.has("flushed") }
        let seconds = 10
        let before = try await server.traffic()
        try await Task.sleep(for: .seconds(seconds))
        let after = try await server.traffic()
        #expect(after.requests - before.requests <= fleet.programs.count * seconds)
        let memory = fleet.programs.map(\.memory).sorted()
        print(
            "Idle for \(seconds) s: \(after.requests - before.requests) requests, \(after.bytes - before.bytes) bytes."
        )
        print("Memory: median \(memory[memory.count / 2]) kB, most \(memory.last ?? 0) kB.")
    }

    /// Ten, and 300 in a full trial; etcd needs 70 ms of a processor or more for the login of each.
    @Test(.fullTrial) func `Followers with logins start at once, and reconnect after an outage`() async throws {
        let (count, seconds) = Extent.isFull ? (300, 40) : (10, 3)
        allowManyFiles()
        let server = try await EtcdServer([])
        for (key, text) in [("TSUDSync", "an identity"), ("k00", "0")] { try await server.put("p/" + key, text) }
        try await server.addUsers()
        let editor = EtcdStore.patient(at: [server.endpoint], prefix: "p/", user: "ann", password: "secret")
        let relay = try TestEndpoint(.relay(to: server.endpoint.port ?? 0, microseconds: 0))
        func logins() async throws -> Int { try await server.requests("Authenticate") }

        var load = 0.0
        getloadavg(&load, 1)
        var start = Date()
        let before = try await logins()
        let fleet = try Fleet(count, at: relay.url, isFollowing: true, user: ("eve", "e"))
        try await fleet.all("are ready") { $0.has("ready") }
        var report = ["\(count) followers with logins: started after \(since(start)) by \(try await logins() - before)"]
        #expect(try await logins() - before < count * 2)
        // The bound is for two processors, and grows with their load. Beside other tests, times mean nothing.
        if Extent.isFull { #expect(-start.timeIntervalSinceNow < 30 * (1 + load / 2)) }

        /// The time until all programs have a put value.
        func put(_ number: Int) async throws -> String {
            let start = Date()
            let version = try await editor.read(["k00"])["k00"]?.version
            #expect(try await editor.puts("\(number)", to: "k00", ifVersion: version))
            try await fleet.all("have it") { $0.has("received k00 \(number)") }
            return since(start)
        }
        let (requests, ticks) = (try await server.traffic().requests, server.processorTime)
        report.append("a put received by all after \(try await put(1))")
        let cost = (try await server.traffic().requests - requests, server.processorTime - ticks)
        report.append("by \(cost.0) requests and \(cost.1) s of etcd's processor time")
        start = Date()
        relay.cut()
        _ = try await put(2)
        report.append("after all connections were lost \(since(start))")
        try await server.kill()
        try await Task.sleep(for: .seconds(seconds))
        try await server.restart()
        start = Date()
        _ = try await put(3)
        report.append("after \(seconds) s without etcd \(since(start)) by \(try await logins())")
        print(report.joined(separator: ", ") + " logins.")
        #expect(fleet.programs.allSatisfy { $0.isRunning })
    }

    private func since(_ start: Date) -> String { String(format: "%.1f s", -start.timeIntervalSinceNow) }

    /// Each program has two pipes, and each of its connections two sockets.
    private func allowManyFiles() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 16_384))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    @Test func `A full etcd is reported once, and the value is sent when there is room`() async throws {
        let server = try await EtcdServer("--quota-backend-bytes=3000000")
        let fleet = try Fleet(2, of: server)
        try await fleet.all("are ready") { $0.has("ready") }
        for number in 0..<10 {
            try? await server.put("other/\(number)", Data(count: 1_000_000))
        }
        fleet.programs[0].tell("set k01 1")
        try await fleet.first(1, "reports") { !$0.lines(with: "reported notSynced").isEmpty }
        // Each sync tries it again.
        for name in ["k02", "k03"] {
            fleet.programs[0].tell("set \(name) 1")
            try await fleet.first(1, "report \(name)") {
                $0.lines(with: "reported notSynced").contains { $0.contains(name) }
            }
        }
        #expect(fleet.programs[0].lines(with: "reported").count == 3)
        #expect(
            fleet.programs[0].lines(with: "reported notSynced Value for key 'k01' can't be synchronized:").count == 1
        )
        for number in 0..<10 { try await server.delete("other/\(number)") }
        try await server.compact()
        try server.disarm()
        try await fleet.all("have it", of: "k01", "1")
    }
}

/// Programs with their own settings.
private final class Fleet {
    let programs: [RunningProgram]
    private let directories: [TemporaryDirectory]

    convenience init(_ count: Int, of server: EtcdServer, isFollowing: Bool = false) throws {
        try self.init(count, at: server.endpoint, isFollowing: isFollowing, user: nil)
    }

    init(_ count: Int, at endpoint: URL, isFollowing: Bool, user: (name: String, password: String)?) throws {
        let dead = "http://127.0.0.1:\(try freePort())"
        let variables = user.map { ["TSUD_USER": $0.name, "TSUD_PASSWORD": $0.password] } ?? [:]
        let directories = try (0..<count).map { _ in try TemporaryDirectory() }
        self.directories = directories
        programs = try directories.map {
            try RunningProgram(
                Program.path(of: "sync-helper"),
                (isFollowing ? ["--follow"] : []) + ["p/", dead, endpoint.absoluteString],
                in: $0,
                variables: variables
            )
        }
    }

    func all(_ description: String, _ holds: @escaping (RunningProgram) -> Bool) async throws {
        try await first(programs.count, description, holds)
    }

    func first(_ count: Int, _ description: String, _ holds: @escaping (RunningProgram) -> Bool) async throws {
        do {
            try await eventually("the programs \(description)") { self.programs.prefix(count).allSatisfy(holds) }
        } catch {
            let lines = programs.first { !holds($0) }?.lines.suffix(20).map { "\($0.time) \($0.line.prefix(200))" }
            print("One of them has printed last:", lines ?? [], separator: "\n")
            throw error
        }
    }

    /// Polls all programs until they have a value.
    func all(_ description: String, of name: String, _ text: String) async throws {
        try await eventually("the programs \(description): \(name)") {
            for program in self.programs where program.lines(with: "\(name) = ").last != "\(name) = \(text)" {
                program.tell("get \(name)")
            }
            return self.programs.allSatisfy { $0.lines(with: "\(name) = ").last == "\(name) = \(text)" }
        }
    }

    func times(of line: String) -> [Date] { programs.flatMap { $0.lines.filter { $0.line == line }.map(\.time) } }
}
#endif
