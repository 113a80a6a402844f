import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

@testable import TSUDSync

/// Lists that follow stores in memory.
@Suite(.ephemeralSettings) struct FollowTests {
    private let suite = size.currentSuite
    private let store = MemoryStore("base")
    private let events = Events()

    init() { store.put("store ID", to: StoreID.name) }

    @Test func `A store that has gone back resets nothing until it has a new store ID`() async throws {
        for number in 0..<5 { store.put("\(number)", to: "zoom/\(number)") }
        let synchronizer = synchronizer(store)
        _ = try await synchronizer.sync(all, reported: all)
        let copy = store.copy()
        store.put("16", to: "zoom/5")
        _ = try await synchronizer.sync(all, reported: all)
        store.restore(copy)
        for _ in 0..<3 {
            let error = await #expect(throws: SharedStoreRejection.self) {
                try await synchronizer.sync(all, reported: all)
            }
            #expect(error?.reason.contains("with the same store ID") == true)
        }
        #expect(zoom.in(suite).of("5").value == 16)
        // Neither does an update that the store reports.
        let update = SharedUpdate("17", of: "zoom/6", version: "\(store.number + 100)")
        await #expect(throws: SharedStoreRejection.self) {
            try await synchronizer.sync([], reported: [], ["zoom": ["zoom/6": update]])
        }
        #expect(!zoom.in(suite).of("6").isSet)
        store.put("another", to: StoreID.name)
        _ = try await synchronizer.sync(all, reported: all)
        #expect(zoom.in(suite).of("5").value == 16)
    }

    @Test(arguments: [true, false])
    func `If a second reading finds that the store has gone back, the first one changes nothing`(
        _ isReachable: Bool
    ) async throws {
        let (store, keys) = (MemoryStore(), Numbered.keys(70))
        let names = keys.map { $0.anyHandle(in: suite) }
        let all = Set(names.map(\.name))
        let synchronizer = Synchronizer(names, with: store, isFollowing: false)
        for key in keys { key.set(1, suite) }
        _ = try await synchronizer.sync(all, reported: all)
        let copy = store.copy()
        store.put("2", to: "number69")
        _ = try await synchronizer.sync(all, reported: all)
        for key in keys { key.set(3, suite) }
        store.afterReading = {
            store.restore(copy)
            // The reading that would confirm it may fail.
            store.afterReading = { store.isUnreachable = !isReachable }
        }
        await #expect(throws: (any Error).self) { try await synchronizer.sync(all, reported: all) }
        #expect(store.texts.count == 70)
        #expect(Set(store.texts.values) == ["1"])
        #expect(synchronizer.pass.unfinished == all)
    }

    @Test func `A pass reads the last synced values of its settings only`() async throws {
        for number in 0..<5 { store.put("\(number)", to: "zoom/\(number)") }
        store.put("14", to: "size")
        let synchronizer = synchronizer(store)
        _ = try await synchronizer.sync(all, reported: all)
        _ = try await synchronizer.sync(["size"], reported: ["size"])
        #expect(Set(synchronizer.pass.records.values.flatMap(\.keys)) == ["size"])
    }

    // MARK: Confirming removals

    @Test func `A change that would reset most settings resets none until an operator confirms it`() async throws {
        store.hasHistory = true
        let machine = Machine(store, count: 20)
        try await machine.sync()
        let number = store.number
        for index in 0..<12 { store.put(nil, to: "number\(index)") }
        // As after a restart: all missing values are one change in a reading.
        let restarted = Machine(store, machine)
        for _ in 0..<3 { try await restarted.sync() }
        #expect(restarted.count == 20)
        #expect(restarted.synchronizer.pass.unequal.count == 12)
        let reason = try #require(restarted.synchronizer.state.status.reason)
        #expect(reason.contains("removed the values of 12 of 20 settings at once, which stay here"))
        #expect(reason.contains("write \(store.number) to 'TSUDSync/removals'"))
        #expect(restarted.failures == 1)
        // A pass of other settings doesn't end this.
        _ = try await restarted.synchronizer.sync(["number19"], reported: ["number19"])
        #expect(restarted.synchronizer.state.status.reason == reason)
        // Not all values had been removed at an earlier change.
        store.put("\(number)", to: "TSUDSync/removals")
        try await restarted.sync()
        #expect(restarted.count == 20)
        store.put("\(number + 11)", to: "TSUDSync/removals")
        try await restarted.sync()
        #expect(restarted.count == 9)
        #expect(restarted.synchronizer.state.status.reason?.contains("1 of 9") != true)
        try await restarted.sync()
        #expect(restarted.count == 8)
        #expect(restarted.synchronizer.state.status.reason == nil)
    }

    @Test func `If the store has forgotten the confirmed change, the status says so`() async throws {
        store.hasHistory = true
        let machine = Machine(store, count: 20)
        try await machine.sync()
        for index in 0..<12 { store.put(nil, to: "number\(index)") }
        store.put("\(store.number)", to: "TSUDSync/removals")
        store.compact()
        try await machine.sync()
        #expect(machine.count == 20)
        let reason = try #require(machine.synchronizer.state.status.reason)
        #expect(reason.contains("because there is no change"))
        store.put("\(store.number)", to: "TSUDSync/removals")
        store.put("\(store.number)", to: "TSUDSync/removals")
        try await machine.sync()
        #expect(machine.count == 8)
    }

    @Test func `By the watch, each revision counts alone, and one of twelve settings is read as a whole`() async throws
    {
        let machine = Machine(store, count: 20)
        try await machine.sync()
        for index in 0..<11 {
            store.put(nil, to: "number\(index)")
            try await machine.receive(["number\(index)": String?.none], at: store.number)
        }
        #expect(machine.count == 9)
        let other = Machine(MemoryStore(), count: 20)
        try await other.sync()
        let names = (0..<12).map { "number\($0)" }
        for name in names { other.store.put(nil, to: name) }
        let updates = Dictionary(uniqueKeysWithValues: names.map { ($0, String?.none) })
        #expect(try await other.receive(updates, at: other.store.number).isEmpty)
        #expect(other.count == 20)
        #expect(other.synchronizer.state.status.reason?.contains("12 of 20") == true)
        // Once they come back, the others count again.
        for index in 0..<5 { other.store.put("1", to: "number\(index)") }
        try await other.sync()
        #expect(other.count == 13)
        #expect(other.synchronizer.state.status.reason == nil)
    }

    @Test func `Members of one setting count as one, and a new store ID keeps removed values`() async throws {
        for index in 0..<400 { store.put("\(index)", to: "zoom/\(index)") }
        let synchronizer = synchronizer(store)
        _ = try await synchronizer.sync(all, reported: all)
        #expect(zoom.in(suite).members().count == 400)
        for index in 0..<400 { store.put(nil, to: "zoom/\(index)") }
        _ = try await synchronizer.sync(all, reported: all)
        #expect(zoom.in(suite).members().isEmpty)
        let machine = Machine(store, count: 20)
        try await machine.sync()
        for index in 0..<20 { store.put(nil, to: "number\(index)") }
        try await machine.sync()
        store.put("another store ID", to: StoreID.name)
        try await machine.sync()
        #expect(machine.count == 20)
        #expect(machine.synchronizer.pass.unequal.isEmpty)
        #expect(machine.synchronizer.state.status.reason == nil)
    }

    /// A machine with many settings that follows a store.
    private struct Machine {
        let store: MemoryStore
        let suite: UserDefaults
        let events = Events()
        let synchronizer: Synchronizer
        private let names: Set<String>

        /// A machine of a store that has values, or the same machine after a restart.
        init(_ store: MemoryStore, count: Int = 0, _ machine: Machine? = nil) {
            let suite = machine?.suite ?? DeviceDefaults()
            (self.store, self.suite) = (store, suite)
            names = machine?.names ?? Set((0..<count).map { "number\($0)" })
            for name in machine == nil ? names.sorted() + [StoreID.name] : [] { store.put("1", to: name) }
            let handles = Numbered.keys(names.count).map { $0.anyHandle(in: suite) }
            synchronizer = Synchronizer(handles, with: store, isFollowing: true)
            synchronizer.event = events.record
        }

        init(_ store: MemoryStore, _ machine: Machine) { self.init(store, count: 0, machine) }

        func sync() async throws { _ = try await synchronizer.sync(names, reported: names) }

        @discardableResult func receive(_ texts: [String: String?], at number: Int) async throws -> Set<String> {
            let updates = texts.map { name, text in (name, [name: SharedUpdate(text, of: name, version: "\(number)")]) }
            return try await synchronizer.sync([], reported: [], Dictionary(uniqueKeysWithValues: updates))
        }

        /// How many settings have a value.
        var count: Int { names.count { suite.object(forKey: $0) != nil } }
        var failures: Int { events.all.count { if case .failed = $0 { true } else { false } } }
    }

    @Test func `A machine waits a random time within the given delay before it handles a change`() throws {
        let state = SyncState(names, isFollowing: true, delay: .seconds(1_000) ... .seconds(2_000))
        state.add(reported: all)
        // The initial sync does not wait so long.
        #expect(try #require(state.nextTime) < .now + .seconds(500))
        var pass = state.beginPass()
        while pass == nil { pass = state.beginPass() }
        state.end(try #require(pass), unfinished: [])
        state.add([SharedUpdate("14", of: "size", version: "9")])
        let time = try #require(state.nextTime)
        #expect(time > .now + .seconds(500) && time < .now + .seconds(2_000))
        #expect(state.beginPass() == nil)
    }

    private let keys: [any TSUD.Type] = [size.self, zoom.self]
    private let all: Set = ["size", "zoom"]
    private var names: [any AnyHandle] { keys.map { $0.anyHandle(in: suite) } }

    private func synchronizer(_ store: any SharedStore) -> Synchronizer {
        let synchronizer = Synchronizer(names, with: store, isFollowing: true)
        synchronizer.event = events.record
        return synchronizer
    }
}

private enum size: Unreported { static let defaultValue = 12 }
private enum zoom: Unreported { static let defaultValue = 100.0 }
