#if os(Linux)
import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDSync

/// A real etcd that loses its data, or gets earlier data back.
@Suite(.mayBlock, .enabled(if: EtcdServer.isInstalled, "etcd is not installed"), .someDialect)
struct EmptiedStoreTests {
    /// A machine with its own settings.
    private struct Machine {
        let suite = DeviceDefaults()
        let synchronizer: Synchronizer
        let events = Events()

        init(_ server: EtcdServer, _ suite: DeviceDefaults? = nil, isFollowing: Bool = false) {
            let suite = suite ?? self.suite
            let settings = [size.self, name.self, depth.self, theme.self] as [any TSUD.Type]
            let names = settings.map { $0.anyHandle(in: suite) }
            synchronizer = Synchronizer(names, with: server.store, isFollowing: isFollowing)
            synchronizer.event = events.record
        }

        func run() async throws {
            let all: Set = ["size", "name", "depth", "theme"]
            for _ in 0..<3 where try await synchronizer.sync(all, reported: all).isEmpty { return }
            Issue.record("It does not come to an end.")
        }
    }

    private let server: EtcdServer
    private let machines: [Machine]

    init() async throws {
        server = try await EtcdServer()
        machines = [Machine(server), Machine(server)]
    }

    /// Deletes all data, and lets others write until the revision is past where it was.
    private func wipe() async throws {
        try await server.restart(emptied: true)
        for number in 0..<40 { try await server.put("other/\(number)", "\(number)") }
    }

    @Test func `Programs that start after the store was emptied send their values`() async throws {
        (size[machines[0].suite], name[machines[0].suite]) = (14, "Ann")
        for machine in machines + machines { try await machine.run() }
        try await wipe()
        let restarted = machines.map { Machine(server, $0.suite) }
        for machine in restarted + restarted { try await machine.run() }
        for machine in machines {
            #expect(size[machine.suite] == 14)
            #expect(name[machine.suite] == "Ann")
        }
        #expect(try await server.get("p/size") == "14")
        #expect(try await server.get("p/name") == "Ann")
    }

    @Test func `A write while the store is being emptied is kept and sent`() async throws {
        size[machines[0].suite] = 14
        for machine in machines { try await machine.run() }
        try await wipe()
        size[machines[1].suite] = 15
        try await machines[1].run()
        try await machines[0].run()
        #expect(try await server.get("p/size") == "15")
        #expect(machines.map { size[$0.suite] } == [15, 15])
        #expect(
            machines[0].events.all.suffix(2) == [
                .overwritten(name: "size", text: "14"), .received(name: "size", text: "15"),
            ]
        )
    }

    @Test func `A value of one machine alone is sent after others have filled the emptied store`() async throws {
        size[machines[0].suite] = 14
        for machine in machines { try await machine.run() }
        // For example, because the other machine's program doesn't have this setting.
        theme[machines[1].suite] = "dark"
        try await machines[1].run()
        try await wipe()
        try await machines[0].run()
        size[machines[0].suite] = 16
        try await machines[0].run()
        try await machines[1].run()
        #expect(theme[machines[1].suite] == "dark")
        #expect(try await server.get("p/theme") == "dark")
        #expect(size[machines[1].suite] == 16)
    }

    @Test(arguments: [false, true])
    func `After a snapshot is restored, nothing changes until the store has another ID, and then its values win`(
        _ isDeleted: Bool
    ) async throws {
        let directory = try TemporaryDirectory()
        let machine = machines[0]
        size[machine.suite] = 14
        try await machine.run()
        try server.snapshot(to: directory.path("snapshot"))
        size[machine.suite] = 15
        theme[machine.suite] = "dark"
        try await machine.run()
        try await server.restore(from: directory.path("snapshot"))
        if isDeleted { try await server.delete("p/TSUDSync") }
        let restarted = Machine(server, machine.suite)
        if !isDeleted {
            // Until then, nothing changes, even if the revision passes the old one, and after a restart.
            for machine in [machine, restarted] {
                await #expect(throws: SharedStoreRejection.self) { try await machine.run() }
                for number in 0..<40 { try await server.put("other/\(number)", "\(number)") }
                await #expect(throws: SharedStoreRejection.self) { try await machine.run() }
                await #expect(throws: SharedStoreRejection.self) { try await Machine(server, machines[0].suite).run() }
            }
            #expect(size[machine.suite] == 15)
            #expect(try await server.get("p/theme") == nil)
            try await server.put("p/TSUDSync", "another")
        }
        try await restarted.run()
        #expect(size[machine.suite] == 14)
        #expect(theme.in(machine.suite).isSet)
        #expect(try await server.get("p/theme") == "dark")
        #expect(restarted.events.all.contains(.overwritten(name: "size", text: "15")))
    }

    @Test func `A follower that the watch feeds keeps newer values if a snapshot with the store ID is restored`()
        async throws
    {
        let (directory, suite) = (try TemporaryDirectory(), DeviceDefaults())
        for (key, text) in [("TSUDSync", "one"), ("size", "14")] { try await server.put("p/" + key, text) }
        let settings: [any TSUD.Type] = [size.self, theme.self]
        let fleet = settings.follow(server.store, in: suite)
        let events = Events()
        _ = fleet.passEvents(to: events)
        await fleet.waitForFirstSync()
        try await eventually("it watches") { fleet.status.isReceivingChanges }
        try server.snapshot(to: directory.path("snapshot"))
        try await server.put("p/theme", "dark")
        try await eventually("it arrives") { theme[suite] == "dark" }
        try await server.restore(from: directory.path("snapshot"))
        try await eventually("it is reported") {
            events.all.contains { if case .failed(let reason) = $0 { reason.contains("same store ID") } else { false } }
        }
        #expect(await !fleet.flush(within: .seconds(2)))
        #expect(theme[suite] == "dark")
        try await server.put("p/TSUDSync", "two")
        #expect(await fleet.flush(within: .seconds(900)))
        #expect(theme[suite] == "dark")
    }

    @Test func `A program that was away while a restored snapshot grew detects an older version of a name`()
        async throws
    {
        let (directory, machine) = (try TemporaryDirectory(), machines[0])
        size[machine.suite] = 14
        try await machine.run()
        try server.snapshot(to: directory.path("snapshot"))
        (size[machine.suite], theme[machine.suite]) = (15, "dark")
        try await machine.run()
        try await server.restore(from: directory.path("snapshot"))
        for number in 0..<40 { try await server.put("other/\(number)", "\(number)") }
        await #expect(throws: SharedStoreRejection.self) { try await Machine(server, machine.suite).run() }
        #expect(theme[machine.suite] == "dark")
        #expect(size[machine.suite] == 15)
    }

    @Test func `Deleting everything but the store ID removes the values from all machines`() async throws {
        size[machines[0].suite] = 14
        for machine in machines { try await machine.run() }
        try await server.delete("p/size")
        for machine in machines { try await machine.run() }
        #expect(machines.allSatisfy { !size.in($0.suite).isSet })
    }

    @Test func `A follower keeps its values if the store was emptied, and writes nothing there`() async throws {
        let machine = Machine(server, isFollowing: true)
        for (key, text) in [("TSUDSync", "one"), ("size", "14"), ("name", "Ann")] {
            try await server.put("p/" + key, text)
        }
        theme[machine.suite] = "dark"
        try await machine.run()
        #expect(size[machine.suite] == 14)
        #expect(theme[machine.suite] == "dark")
        try await wipe()
        try await server.put("p/name", "Bob")
        try await machine.run()
        #expect(machine.synchronizer.state.status.isMissingStoreID)
        #expect((size[machine.suite], name[machine.suite]) == (14, "Bob"))
        // Also when the other store is emptied, and then has an ID.
        try await wipe()
        try await machine.run()
        try await server.put("p/TSUDSync", "two")
        try await machine.run()
        #expect(!machine.synchronizer.state.status.isMissingStoreID)
        #expect((size[machine.suite], name[machine.suite]) == (14, "Bob"))
        try await server.put("p/size", "15")
        try await machine.run()
        try await server.delete("p/size")
        try await machine.run()
        #expect(!size.in(machine.suite).isSet)
        #expect(try await server.get("p/theme") == nil)
    }

    @Test(arguments: [true, false])
    func `If a machine's file is lost or an older copy restored, the store wins`(_ isOlder: Bool) async throws {
        (size[machines[0].suite], name[machines[0].suite]) = (14, "Ann")
        for machine in machines { try await machine.run() }
        let file = isOlder ? machines[0].suite.file : [:]
        size[machines[1].suite] = 15
        theme[machines[1].suite] = "dark"
        name.in(machines[1].suite).reset()
        for machine in machines.reversed() { try await machine.run() }
        machines[0].suite.file = file
        let restarted = Machine(server, machines[0].suite)
        for machine in [restarted, machines[1]] { try await machine.run() }
        for machine in machines {
            #expect(size[machine.suite] == 15)
            #expect(theme[machine.suite] == "dark")
            #expect(!name.in(machine.suite).isSet)
        }
        #expect(try await server.get("p/size") == "15")
    }
}

private enum size: TSUD { static let defaultValue = 12 }
private enum name: TSUD { static let defaultValue: String? = nil }
private enum depth: TSUD { static let defaultValue = 0 }
private enum theme: TSUD { static let defaultValue = "light" }
#endif
