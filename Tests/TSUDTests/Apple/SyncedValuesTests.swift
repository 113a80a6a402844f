import Foundation
import Testing

@testable import TSUD
@testable import TSUDSync

extension Apple {
    /// The synced values if `UserDefaults` doesn't distinguish stored objects.
    @Suite struct SyncedValuesTests {
        private let suite = FakeDefaults.named("suite", in: FakeSystem())
        private let store = TextStore()
        private var domain: PreferencesDomain { suite.domain }

        enum Hiding: CaseIterable { case launchArgument, managedValue, registeredDefault, equalLaunchArgument }

        @Test(arguments: Hiding.allCases)
        func `An overridden value is neither sent nor removed, and arriving values are stored`(
            _ hiding: Hiding
        ) async throws {
            syncedSize[suite] = 14
            try await syncBothSides()
            #expect(store.texts == ["syncedSize": "14.0"])
            hide(hiding)
            try await syncBothSides()
            #expect(store.texts == ["syncedSize": "14.0"])
            store.put("15", to: "syncedSize")
            for _ in 0..<2 { try await syncBothSides() }
            show(hiding)
            try await syncBothSides()
            #expect(syncedSize[suite] == 15)
            #expect(store.texts == ["syncedSize": "15"])
            #expect(store.writes == 2)
            // A later change is sent, and a reset is a removal.
            syncedSize[suite] = 16
            try await syncBothSides()
            #expect(store.texts == ["syncedSize": "16.0"])
            syncedSize.in(suite).reset()
            try await syncBothSides()
            #expect(store.texts == (hiding == .registeredDefault ? ["syncedSize": "16.0"] : [:]))
        }

        @Test(arguments: Hiding.allCases)
        func `An override of a setting without a stored value is not sent`(_ hiding: Hiding) async throws {
            hide(hiding)
            for _ in 0..<2 { try await syncBothSides() }
            #expect(store.texts.isEmpty)
        }

        private func hide(_ hiding: Hiding) {
            switch hiding {
            case .launchArgument: suite.system.setArguments(["syncedSize": 20.0])
            case .equalLaunchArgument: suite.system.setArguments(["syncedSize": 14.0])
            case .managedValue: suite.system.manage(20.0, forKey: "syncedSize", in: domain)
            case .registeredDefault: suite.register(defaults: ["syncedSize": 14.0])
            }
        }

        private func show(_ hiding: Hiding) {
            suite.system.setArguments([:])
            suite.system.manage(nil, forKey: "syncedSize", in: domain)
        }

        private func syncBothSides() async throws {
            let names = [syncedSize.in(suite)]
            let synchronizer = Synchronizer(names, with: store, isFollowing: false)
            synchronizer.event = { event in if case .overwritten = event { Issue.record("\(event)") } }
            #expect(try await synchronizer.sync(["syncedSize"], reported: ["syncedSize"]).isEmpty)
            #expect(synchronizer.state.status.pendingNames.isEmpty)
        }
    }
}

private enum syncedSize: TSUD { static let defaultValue = 12.0 }

/// A store in memory.
private final class TextStore: SharedStore, @unchecked Sendable {
    private let lock = NSLock()
    private var values: [String: SharedValue] = [:]
    private var count = 0

    let identifier = "texts"
    var texts: [String: String] {
        lock.withLock { values.compactMapValues(\.text).filter { $0.key != StoreID.name } }
    }
    /// How many names devices have written.
    var writes: Int { lock.withLock { count } }

    func put(_ text: String?, to name: String) {
        lock.withLock { values[name] = text.map { SharedValue($0, version: UUID().uuidString) } }
    }

    func read(_ names: [String]) async throws -> SharedReading { lock.withLock { SharedReading(values) } }

    func write(_ writes: [SharedWrite]) async throws -> [String: String] {
        lock.withLock {
            let current = writes.filter { values[$0.name]?.version == $0.version }
            for write in current { values[write.name] = write.text.map { SharedValue($0, version: UUID().uuidString) } }
            count += current.count
            return Dictionary(uniqueKeysWithValues: current.map { ($0.name, values[$0.name]?.version ?? "") })
        }
    }

    func changes() -> AsyncThrowingStream<SharedChange, any Error> { AsyncThrowingStream { $0.finish() } }
}
