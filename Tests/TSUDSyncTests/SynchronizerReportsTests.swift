import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

@testable import TSUDSync

/// The reports of a synchronizer: their contents, receivers, and number.
@Suite(.ephemeralSettings) struct SynchronizerReportsTests {
    private let suite = size.currentSuite
    private let store = MemoryStore()
    private let events = Recorder<TSUDSyncEvent>()

    @Test func `While another update is busy, settings wait, and the store counts as connected`() {
        let synchronizer = newSynchronizer(DeviceDefaults())
        synchronizer.noteConnected()
        for _ in 0..<2 { synchronizer.report(TSUDError(.busy, description: "Settings can't be updated: …")) }
        let sentence = "Settings wait: another update has taken longer than ten seconds."
        #expect(events.all == [.failed(sentence)])
        #expect(synchronizer.state.status.isConnected)
        #expect(synchronizer.state.status.reason == sentence)
        synchronizer.noteConnected()
        #expect(synchronizer.state.status.reason == nil)
    }

    @Test func `A store that rejects a request is reported as rejecting, and not as unreachable`() {
        let synchronizer = newSynchronizer(DeviceDefaults())
        synchronizer.report(SharedStoreRejection("permission denied"))
        #expect("\(synchronizer.state.status)".hasPrefix("rejected by memory since"))
        #expect("\(synchronizer.state.status)".contains(": Settings can't be synchronized: permission denied."))
        synchronizer.report(MemoryStore.Unreachable())
        #expect("\(synchronizer.state.status)".hasPrefix("not connected since"))
    }

    @Test func `If another process receives a value first, only that process reports it`() async throws {
        size[suite] = 14
        _ = try await newSynchronizer(suite).sync(all, reported: all)
        store.put("15", to: "size")
        let other = newSynchronizer(suite)
        other.event = { _ in }
        nonisolated(unsafe) let process = other
        let between = BetweenStore(store: store) { [all] in _ = try await process.sync(all, reported: all) }
        let names = keys.map { $0.anyHandle(in: suite) }
        let synchronizer = Synchronizer(names, with: between, isFollowing: false)
        synchronizer.event = events.record
        let before = events.all
        #expect(try await synchronizer.sync(all, reported: all) == ["size"])
        #expect(size[suite] == 15)
        #expect(events.all == before)
    }

    @Test func `If another process settles a write first, only that process reports it as sent`() async throws {
        size[suite] = 14
        let (other, others) = (newSynchronizer(suite), Events())
        other.event = others.record
        nonisolated(unsafe) let process = other
        let between = BetweenStore(store: store, isWriting: true) { [all] in
            _ = try await process.sync(all, reported: all)
        }
        let names = keys.map { $0.anyHandle(in: suite) }
        let synchronizer = Synchronizer(names, with: between, isFollowing: false)
        synchronizer.event = events.record
        #expect(try await synchronizer.sync(all, reported: all) == ["size"])
        #expect(others.all == [.sent(name: "size", text: "14.0")])
        #expect(events.all.isEmpty)
    }

    @Test func `A value that changes right before it is replaced is kept until the next pass, which reports it`()
        async throws
    {
        let suite = DeviceDefaults()
        size[suite] = 14
        _ = try await newSynchronizer(suite).sync(all, reported: all)
        store.put("15", to: "size")
        let synchronizer = newSynchronizer(suite)
        let before = events.all.count
        // The intention is recorded, and the value is not replaced yet.
        suite.didStore = { name in
            guard name == "TSUDSync/size" else { return }
            suite.didStore = { _ in }
            suite.set(99.0, forKey: "size")
        }
        #expect(try await synchronizer.sync(all, reported: all) == ["size"])
        #expect(size[suite] == 99)
        #expect(events.all.count == before)
        _ = try await synchronizer.sync(all, reported: all)
        #expect(size[suite] == 15)
        let expected: [TSUDSyncEvent] = [
            .overwritten(name: "size", text: "99.0"), .received(name: "size", text: "15"),
        ]
        #expect(Array(events.all[before...]) == expected)
    }

    @Test func `A value that is nested too deeply is reported to its setting, and the others are sent`() async throws {
        var object: Any = "deep"
        for _ in 0..<600 { object = [object] }
        suite.set(object, forKey: "deep")
        label[suite] = "Ann"
        let names = ([deep.self, label.self] as [any TSUD.Type]).map { $0.anyHandle(in: suite) }
        let synchronizer = Synchronizer(names, with: store, isFollowing: false)
        synchronizer.event = events.record
        let all = Set(names.map(\.name))
        for _ in 0..<2 { _ = try await synchronizer.sync(all, reported: all) }
        #expect(store.texts == ["label": "Ann"])
        #expect(deep.errors.all == [.unreadable])
        #expect(events.all == [.sent(name: "label", text: "Ann")])
    }

    @Test func `A device without a stored value reports nothing as overwritten`() async throws {
        keys.register(in: suite)
        store.put("15", to: "size")
        _ = try await newSynchronizer(suite).sync(all, reported: all)
        #expect(events.all == [.received(name: "size", text: "15")])
    }

    @Test func `A value that is set while another one is overwritten is sent afterwards`() async throws {
        try await withEphemeralSettings { suite in
            size[suite] = 14
            store.put("15", to: "size")
            let synchronizer = newSynchronizer(suite)
            synchronizer.event = { [events] event in
                events.record(event)
                if event == .overwritten(name: "size", text: "14.0") {
                    #expect(size[suite] == 15)
                    size[suite] = 16
                }
            }
            for _ in 0..<2 { _ = try await synchronizer.sync(all, reported: all) }
            #expect(store.texts == ["size": "16.0"])
            let expected: [TSUDSyncEvent] = [
                .overwritten(name: "size", text: "14.0"), .received(name: "size", text: "15"),
                .sent(name: "size", text: "16.0"),
            ]
            #expect(events.all == expected)
        }
    }

    @Test func `Each rejected setting is reported, and the others are sent`() async throws {
        let synchronizer = newSynchronizer(suite)
        let accounts = (0..<100).map { "\($0)" }
        for account in accounts { label.in(suite).of(account).value = account }
        // Each rejection has its own reason, and is therefore reported.
        store.refusal = { $0.name.hasPrefix("label/") && !$0.name.hasSuffix("7") ? "\($0.name) is odd" : nil }
        for _ in 0..<20 { _ = try await synchronizer.sync(all, reported: all) }
        #expect(store.texts.count == 10)
        let reasons = Set(events.all.compactMap { if case .failed(let words) = $0 { words } else { nil } })
        #expect(reasons.count == 90)
    }

    @Test func `If the store rejects all settings, each is reported in the first pass`() async throws {
        let numbered = Numbered.keys(60)
        let names = numbered.map { $0.anyHandle(in: suite) }
        let synchronizer = Synchronizer(names, with: store, isFollowing: false)
        synchronizer.event = events.record
        let all = Set(names.map(\.name))
        _ = try await synchronizer.sync(all, reported: all)
        for key in numbered { key.set(1, suite) }
        store.refusal = { _ in "it is full" }
        #expect(try await synchronizer.sync(all, reported: []) == all)
        #expect(events.all.count == 60)
        #expect(store.requests.writes.count < 50)
    }

    // MARK: Without permission to write

    @Test func `A reader without permission to write gets the store's values, and one report`() async throws {
        store.put("15", to: "size")
        store.refusal = { _ in "permission denied" }
        label[suite] = "Ann"
        let synchronizer = newSynchronizer(suite)
        for number in 15...17 {
            store.put("\(number)", to: "size")
            #expect(try await synchronizer.sync(all, reported: all) == ["label"])
            #expect(size[suite] == Double(number))
        }
        #expect(label[suite] == "Ann")
        let sentence = "Settings can't be synchronized: permission denied."
        #expect(events.all.filter { if case .failed = $0 { true } else { false } } == [.failed(sentence)])
        #expect(synchronizer.state.status.isConnected)
        #expect(synchronizer.state.status.isMissingStoreID)
        #expect(synchronizer.state.status.pendingNames == ["label"])
        // When it may write.
        store.refusal = { _ in nil }
        #expect(try await synchronizer.sync(all, reported: all).isEmpty)
        #expect(store.texts == ["size": "17", "label": "Ann"])
    }

    private let keys: [any TSUD.Type] = [size.self, label.self]
    private let all: Set = ["size", "label"]

    private func newSynchronizer(_ suite: UserDefaults) -> Synchronizer {
        let synchronizer = Synchronizer(keys.map { $0.anyHandle(in: suite) }, with: store, isFollowing: false)
        synchronizer.event = events.record
        return synchronizer
    }
}

/// A store during whose first reading, or first writing of settings, another process does something.
private final class BetweenStore: FencedStore, @unchecked Sendable {
    private let store: MemoryStore
    private let isWriting: Bool
    private var body: (@Sendable () async throws -> Void)?
    var identifier: String { store.identifier }

    init(store: MemoryStore, isWriting: Bool = false, _ body: @escaping @Sendable () async throws -> Void) {
        (self.store, self.isWriting, self.body) = (store, isWriting, body)
    }

    private func runBody() async throws {
        let body = body
        self.body = nil
        try await body?()
    }

    func read(_ names: [String]) async throws -> SharedReading {
        let values = try await store.read(names)
        if !isWriting { try await runBody() }
        return values
    }

    func read(_ names: [String], at number: Int) async throws -> SharedReading {
        try await store.read(names, at: number)
    }

    func write(_ writes: [SharedWrite]) async throws -> [String: String] {
        let versions = try await store.write(writes)
        if isWriting, !writes.allSatisfy({ StoreID.isReserved($0.name) }) { try await runBody() }
        return versions
    }
    func changes() -> AsyncThrowingStream<SharedChange, any Error> { store.changes() }
}

private enum size: Unreported { static let defaultValue = 12.0 }
private enum label: Unreported { static let defaultValue = "nobody" }
private enum deep: TSUD {
    static let errors = Recorder<TSUDError.Code>()
    static let defaultValue = 12.0
    static func report(_ error: TSUDError) { errors.record(error.code) }
}
