import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

@testable import TSUDSync

/// The isolation of a synchronization: the settings' code runs on the caller's actor, and all else outside of it.
@Suite(.ephemeralSettings) struct IsolationTests {
    @MainActor @Test func `The settings' own code runs on the caller's actor only`() async {
        let (suite, store) = (limited.currentSuite, MemoryStore())
        limited[suite] = 14
        limited.in(suite).of("left").value = 3
        let sync = ([limited.self] as [any TSUD.Type]).sync(with: store, in: suite)
        await sync.waitForFirstSync()
        store.put("15", to: "limited")
        store.put("5", to: "limited/right")
        #expect(await sync.flush(within: .seconds(900)))
        #expect(limited[suite] == 15)
        #expect(limited.in(suite).members().map(\.value) == [3, 5])
        store.put("99", to: "limited")
        #expect(await !sync.flush(within: .seconds(900)))
        let calls = ["defaultValue", "stringKey", "validate", "report"].map { "\($0) on the main actor" }
        #expect(Set(codeOfLimited.all) == Set(calls))
    }

    @MainActor @Test func `A custom store's methods run outside the caller's actor`() async {
        #expect(isOnMainActor())
        let (suite, store) = (width.currentSuite, IsolationStore())
        width[suite] = 14
        let sync = ([width.self] as [any TSUD.Type]).sync(with: store, in: suite)
        await sync.waitForFirstSync()
        width[suite] = 15
        #expect(await sync.flush(within: .seconds(900)))
        #expect(store.store.texts == ["width": "15.0"])
        // It is called once before the synchronization begins.
        #expect(store.calls.all.filter { $0 == "identifier on the main actor" }.count == 1)
        let calls = ["identifier", "read", "write", "changes"].map { "\($0) elsewhere" }
        #expect(Set(store.calls.all) == Set(calls + ["identifier on the main actor"]))
        #expect(isOnMainActor())
    }

    @Test func `An actor that owns its synchronization can be released`() async {
        let store = MemoryStore()
        var owner: Owner? = Owner()
        weak var released: Owner?
        released = owner
        let events = await owner?.keepSynchronization(with: store)
        owner = nil
        // They end with the synchronization.
        if let events { for await _ in events {} }
        #expect(released == nil)
    }

    @Test func `A synchronization goes on without the actor that began it`() async throws {
        let store = MemoryStore()
        var owner: Owner? = Owner()
        weak var released: Owner?
        released = owner
        let sync = try #require(await owner?.synchronize(with: store))
        #expect(await sync.flush(within: .seconds(900)))
        owner = nil
        width[width.currentSuite] = 15
        #expect(await sync.flush(within: .seconds(900)))
        #expect(store.texts == ["width": "15.0"])
        #expect(released == nil)
    }
}

private actor Owner {
    private var sync: TSUDSynchronization?

    func synchronize(with store: some SharedStore) -> TSUDSynchronization {
        ([width.self] as [any TSUD.Type]).sync(with: store, in: width.currentSuite)
    }

    func keepSynchronization(with store: some SharedStore) async -> AsyncStream<TSUDSyncEvent> {
        let sync = synchronize(with: store)
        self.sync = sync
        await sync.waitForFirstSync()
        return sync.events
    }
}

/// A store that notes whether its methods run on the main actor.
private struct IsolationStore: SharedStore {
    let store = MemoryStore()
    let calls = Recorder<String>()
    var identifier: String {
        note("identifier")
        return store.identifier
    }

    func read(_ names: [String]) async throws -> SharedReading {
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

    private func note(_ call: String) { calls.recordIsolation(of: call) }
}

extension Recorder<String> {
    /// Records whether a call is on the main actor.
    fileprivate func recordIsolation(of call: String) {
        record("\(call) \(isOnMainActor() ? "on the main actor" : "elsewhere")")
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

private let codeOfLimited = Recorder<String>()
private enum limited: TSUD {
    static var defaultValue: Int {
        codeOfLimited.recordIsolation(of: "defaultValue")
        return 12
    }
    static var stringKey: String {
        codeOfLimited.recordIsolation(of: "stringKey")
        return "limited"
    }
    static func validate(_ value: Int) throws {
        codeOfLimited.recordIsolation(of: "validate")
        if value > 20 { throw Extreme() }
    }
    static func report(_ error: TSUDError) { codeOfLimited.recordIsolation(of: "report") }

    private struct Extreme: Error {}
}
