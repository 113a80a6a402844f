import Foundation
import TestSupport
import Testing

@testable import TSUD
@testable import TSUDSync

/// Two thousand settings in a suite with a file.
@Suite(.mayBlock) struct ManySettingsTests {
    @Test func `A pass over many settings changes each suite once`() async throws {
        let count = Extent.isFull ? 2_000 : 200
        let keys = Numbered.keys(count)
        let store = MemoryStore()
        var times: [String: Duration] = [:]
        func sync(_ what: String, _ suite: UserDefaults) async throws {
            // As a new process does.
            let names = keys.map { $0.anyHandle(in: suite) }
            let synchronizer = Synchronizer(names, with: store, isFollowing: false)
            let (start, all) = (ContinuousClock.now, Set(names.map(\.name)))
            let changes = try await self.changes(of: suite) {
                let left = try await synchronizer.sync(all, reported: all)
                #expect(left.isEmpty)
            }
            times[what] = start.duration(to: .now)
            // Notes the pending names, and then the last synced values, once for all settings.
            #expect(changes == ["sent": 2, "received": 1][what] ?? 0, "\(what)")
        }
        try await withSuite { suite in
            try updateSettings { settings in for key in keys { settings.set(1, key, suite) } }
            try await sync("sent", suite)
            #expect(store.texts.count == count)
            try await sync("started again", suite)
        }
        try await withSuite { suite in
            try await sync("received", suite)
            #expect(keys.allSatisfy { $0.get(suite) == 1 })
        }
        print("\(count) settings: \(times)")
        // Times mean nothing beside other tests, which share the threads.
        if Extent.isFull { for time in times.values { #expect(time < .seconds(10)) } }
    }

    @Test func `If many responses are lost, all outcomes are recorded by one change`() async throws {
        let keys = Numbered.keys(100)
        let store = MemoryStore()
        try await withSuite { suite in
            try updateSettings { settings in for key in keys { settings.set(1, key, suite) } }
            let names = keys.map { $0.anyHandle(in: suite) }
            let all = Set(names.map(\.name))
            store.put("store ID", to: StoreID.name)
            store.losesAnswersOfWrites = true
            await #expect(throws: MemoryStore.Unreachable.self) {
                try await Synchronizer(names, with: store, isFollowing: false).sync(all, reported: all)
            }
            store.losesAnswersOfWrites = false
            // As a new process does.
            let synchronizer = Synchronizer(names, with: store, isFollowing: false)
            let changes = try await self.changes(of: suite) {
                let left = try await synchronizer.sync(all, reported: all)
                #expect(left.isEmpty)
            }
            #expect(changes == 1)
            #expect(store.requests.writes == [100])
        }
    }

    /// Returns how many changes of a suite observers are notified of.
    private func changes(of suite: UserDefaults, while body: () async throws -> Void) async throws -> Int {
        let observations = SuiteRegistry.backend(of: suite).observations
        // Without observers, nothing is counted.
        let reader = ListReader([counted.in(suite)])
        let before = observations.notifications
        try await body()
        return withExtendedLifetime(reader) { observations.notifications - before }
    }

    private func withSuite(_ body: (UserDefaults) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        let suite = try #require(UserDefaults(suiteName: directory.path("suite")))
        try await body(suite)
        try suite.flush()
    }
}

extension TSUDTransaction {
    fileprivate mutating func set<Key: NumberedKey>(_ value: Int, _ key: Key.Type, _ suite: UserDefaults) {
        self[key.in(suite)] = value
    }
}

private enum counted: TSUD { static let defaultValue = 0 }
