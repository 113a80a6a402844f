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
            let observations = SuiteRegistry.backend(of: suite).observations
            let (start, notifications) = (ContinuousClock.now, observations.notifications)
            let all = Set(names.map(\.name))
            #expect(try await synchronizer.sync(all, reported: all).isEmpty)
            times[what] = start.duration(to: .now)
            // Notes the pending names, and then the last synced values, once for all settings.
            #expect(observations.notifications - notifications < 5, "\(what)")
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

    private func withSuite(_ body: (UserDefaults) async throws -> Void) async throws {
        let name = "TSUDSyncTests.\(UUID().uuidString)"
        let suite = try #require(UserDefaults(suiteName: name))
        defer { if let path = suite.filePath { try? FileManager.default.removeItem(atPath: path) } }
        try await body(suite)
        try suite.flush()
    }
}

extension TSUDTransaction {
    fileprivate mutating func set<Key: NumberedKey>(_ value: Int, _ key: Key.Type, _ suite: UserDefaults) {
        self[key.in(suite)] = value
    }
}
