import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

@testable import TSUDSync

/// The actor on which a store's methods run, while the settings' code runs on the main actor.
@Suite(.ephemeralSettings) struct StoreIsolationTests {
    @MainActor @Test func `A custom store's methods run outside the caller's actor`() async {
        #expect(isOnMainActor())
        let (suite, store) = (width.currentSuite, IsolationStore())
        width[suite] = 14
        let sync = ([width.self] as [any TSUD.Type]).sync(with: store, in: suite)
        await sync.waitForFirstSync()
        width[suite] = 15
        #expect(await sync.flush(within: .seconds(900)))
        #expect(store.store.texts == ["width": "15.0"])
        #expect(Set(store.calls.all) == ["read elsewhere", "write elsewhere", "changes elsewhere"])
        #expect(isOnMainActor())
    }
}

/// A store that notes whether its methods run on the main actor.
private struct IsolationStore: SharedStore {
    let store = MemoryStore()
    let calls = Recorder<String>()
    var identifier: String { store.identifier }

    func read(_ names: [String]) async throws -> [String: SharedValue] {
        note("read")
        return try await store.read(names)
    }

    func write(_ writes: [SharedWrite]) async throws -> [String: String] {
        note("write")
        return try await store.write(writes)
    }

    func changes() -> AsyncThrowingStream<SharedChange, any Error> {
        note("changes")
        return store.changes()
    }

    private func note(_ call: String) {
        calls.record("\(call) \(isOnMainActor() ? "on the main actor" : "elsewhere")")
    }
}

private func isOnMainActor() -> Bool { DispatchQueue.getSpecific(key: mainQueue.key) != nil }

/// The main actor runs on the main queue, on Linux not always on the main thread.
private let mainQueue = MainQueue()
private struct MainQueue: @unchecked Sendable {
    let key = DispatchSpecificKey<Void>()

    init() { DispatchQueue.main.setSpecific(key: key, value: ()) }
}

private enum width: TSUD { static let defaultValue = 12.0 }
