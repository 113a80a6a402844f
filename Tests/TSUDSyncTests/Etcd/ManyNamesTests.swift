#if os(Linux)
import Foundation
import Glibc
import TSUD
import TSUDText
import TestSupport
import Testing

@testable import TSUDSync

/// Hundreds of members, with a real etcd.
@Suite(.mayBlock, .enabled(if: EtcdServer.isInstalled, "etcd is not installed"), .someDialect)
struct ManyNamesTests {
    @MainActor @Test func `Eight hundred members are synced in few requests, away from the main actor`()
        async throws
    {
        let (server, store) = try await EtcdServer.withStore()
        try await withEphemeralSettings { suite in
            var objects: [String: Any] = [:]
            for index in 0..<800 { objects["zoom/\(index)"] = Double(index) }
            let data = try PropertyListSerialization.data(fromPropertyList: objects, format: .binary, options: 0)
            try settings.restore(from: data, in: suite)
            let before = try await server.traffic().requests
            let sent = try await Measured { await settings.sync(with: store, in: suite).waitForFirstSync() }
            // Some that read, two for each hundred that write, and one that watches.
            #expect(try await server.traffic().requests - before <= 25)
            #expect(try await store.read(["zoom"]).count == 800)
            print("800 members sent: \(sent)")
            try await withEphemeralSettings { other in
                let before = try await server.traffic().requests
                let taken = try await Measured { await settings.sync(with: store, in: other).waitForFirstSync() }
                #expect(try await server.traffic().requests - before <= 5)
                #expect(zoom.in(other).members().count == 800)
                #expect(zoom.in(other).of("799").value == 799)
                print("800 members taken: \(taken)")
                // Times mean nothing beside other tests, which share the threads and the main actor.
                guard ProcessInfo.processInfo.environment["TSUD_TRIAL"] == "full" else { return }
                #expect(sent.seconds < 120 && taken.seconds < 120)
                #expect(max(sent.blocked, taken.blocked) < 10)
            }
        }
    }

    @Test func `A setting with too many members is rejected once, and others continue`() async throws {
        let (server, store) = try await EtcdServer.withStore()
        for start in stride(from: 0, to: 3_000, by: 100) {
            let names = (start..<start + 100).map { "zoom/\($0)" }
            #expect(try await store.write(names.map { SharedWrite("1", to: $0, ifVersion: nil) }).count == 100)
        }
        try await withEphemeralSettings { suite in
            let events = Recorder<TSUDSyncEvent>()
            zoom.in(suite).of("mine").value = 2
            let sync = settings.sync(with: store, in: suite).passEvents(to: events)
            #expect(await !sync.waitForFirstSync(within: .seconds(1)))
            let start = ContinuousClock.now
            size[suite] = 14
            zoom[suite] = 3
            try await eventually("others are sent") { try await server.get("p/size") == "14" }
            try await eventually("the setting itself, too") { try await server.get("p/zoom") == "3.0" }
            print("With 3,000 members from elsewhere, another setting was sent after \(start.duration(to: .now)).")
            #expect(zoom.in(suite).members().map(\.member) == ["mine"])
            try await eventually("it is reported") { !events.all.isEmpty }
            #expect(events.all.filter { "\($0)".contains("more than 1,000 members") }.count == 1)
            #expect(try await server.get("p/zoom/mine") == nil)
        }
    }

    @Test func `A hundred settings are sent and received if a transaction may have only ten operations`()
        async throws
    {
        let (server, store) = try await EtcdServer.withStore("--max-txn-ops", "10")
        let keys = Numbered.keys(100)
        try await withEphemeralSettings { suite in
            for key in keys { key.set(1, suite) }
            let sync = (keys as [any TSUD.Type]).sync(with: store, in: suite)
            #expect(await sync.waitForFirstSync(within: .seconds(900)))
            #expect(try await server.get("p/number99") == "1")
            try await withEphemeralSettings { other in
                let follower = (keys as [any TSUD.Type]).follow(server.store, in: other)
                #expect(await follower.waitForFirstSync(within: .seconds(900)))
                #expect(keys.allSatisfy { $0.get(other) == 1 })
                for key in keys { key.set(2, suite) }
                #expect(await sync.flush(within: .seconds(900)))
                try await eventually("the changes arrive") { keys.allSatisfy { $0.get(other) == 2 } }
            }
        }
    }

    @Test func `Over a slow link, all names are sent together`() async throws {
        let server = try await EtcdServer()
        let relay = try TestEndpoint(.relay(to: server.endpoint.port ?? 0, microseconds: 700_000))
        try await withEphemeralSettings { suite in
            for index in 0..<60 { zoom.in(suite).of("\(index)").value = Double(index) }
            let start = ContinuousClock.now
            let store = EtcdStore.patient(at: [relay.url], prefix: "p/")
            let synchronizer = Synchronizer([zoom.in(suite)], with: store, isFollowing: false)
            let left = try await synchronizer.sync(["zoom"], reported: ["zoom"])
            #expect(left.isEmpty)
            // Reading, the store ID, reading again, the lease of the fence, the fence, writing: 1.4 s each.
            #expect(relay.connections == 6)
            print("By a link of 0.7 s each way, 60 names: \(start.duration(to: .now))")
            #expect(try await server.get("p/zoom/59") == "59.0")
        }
    }

    @Test func `The cost of a setting doesn't depend on the number of settings`() async throws {
        var costs: [[Double]] = []
        let isMeasured = Extent.isFull && Dialect.current == .asInstalled
        for count in isMeasured ? [1_000, 10_000] : [50, 200] {
            let (server, keys) = (try await EtcdServer(), Numbered.keys(count))
            let directory = try TemporaryDirectory()
            let suites = try ["one", "two"].map { try #require(UserDefaults(suiteName: directory.path($0))) }
            let settings = keys as [any TSUD.Type]
            for part in keys.parts(of: 1_000) { try updateSettings { for key in part { key.set(1, suites[0], &$0) } } }
            func sync(_ suite: UserDefaults) async throws -> Double {
                let start = clock()
                let sync = settings.sync(with: server.store, in: suite)
                #expect(await sync.waitForFirstSync(within: .seconds(900)))
                return Double(clock() - start) / Double(CLOCKS_PER_SEC) / Double(count) * 1_000
            }
            // Sent, started again, and received.
            costs.append([try await sync(suites[0]), try await sync(suites[0]), try await sync(suites[1])])
            #expect(keys.allSatisfy { $0.get(suites[1]) == 1 })
            print("\(count) settings are sent, started again, and received: \(costs[costs.count - 1]) ms each")
            for suite in suites { try suite.flush() }
        }
        // Processor time means nothing beside other tests, which use the same process.
        guard isMeasured else { return }
        // Foundation compares each new key with all changed ones, so the cost of receiving grows.
        for (small, large) in zip(costs[0], costs[1]).prefix(2) { #expect(large < small * 3) }
    }

    private var settings: [any TSUD.Type] { [zoom.self, size.self] }
}

extension NumberedKey {
    fileprivate static func set(_ value: Int, _ suite: UserDefaults, _ settings: inout TSUDTransaction) {
        settings[self.in(suite)] = value
    }
}

private enum zoom: TSUD { static let defaultValue = 1.0 }
private enum size: TSUD { static let defaultValue = 12 }

/// How long something took, and how long the main actor was busy at a time.
@MainActor private struct Measured: CustomStringConvertible {
    let seconds: Double
    let blocked: Double

    init(_ body: () async throws -> Void) async throws {
        let (start, clock) = (ContinuousClock.now, Gaps())
        let ticking = Task { @MainActor in while !Task.isCancelled { await clock.tick() } }
        try await body()
        ticking.cancel()
        await ticking.value
        (seconds, blocked) = (start.duration(to: .now) / .seconds(1), clock.longest / .seconds(1))
    }

    nonisolated var description: String { "\(seconds) s, the main actor busy for at most \(blocked) s" }

    @MainActor private final class Gaps {
        var longest = Duration.zero
        func tick() async {
            let last = ContinuousClock.now
            await Task.yield()
            longest = max(longest, last.duration(to: .now))
        }
    }
}
#endif
