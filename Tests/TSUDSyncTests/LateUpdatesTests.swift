import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

@testable import TSUDSync

/// The network keeps a text past its deadline: it arrives when the device has something newer.
@Suite(.ephemeralSettings) struct LateUpdatesTests {
    private let suite = size.currentSuite
    private let store = MemoryStore()

    /// Without an identity, that would be the first text to be kept.
    init() { store.put("identity", to: StoreID.name) }

    enum Next: CaseIterable { case another, reset, backToTheFirst, twoOthers }

    @Test(arguments: [true, false], Next.allCases)
    func `A value that this device sent before never wins over its current one`(
        _ isThere: Bool,
        _ next: Next
    ) async throws {
        if isThere {
            size[suite] = 10
            try await sync(suite)
        }
        try await send(suite, next, isThere: isThere)
        let last = size.in(suite).isSet ? size[suite] : nil
        // It arrives between the reading and the writing of the next pass.
        store.afterReading = { [store] in store.arrive() }
        try? await sync(suite)
        store.afterReading = {}
        try await sync(suite)
        try await sync(suite)
        #expect((size.in(suite).isSet ? size[suite] : nil) == last)
        #expect(store.texts["size"] == last.map { "\($0)" })
    }

    /// Otherwise the value would be in the store without the device.
    @Test(arguments: Next.allCases)
    func `A replaced value can't arrive after the next pass`(_ next: Next) async throws {
        size[suite] = 10
        try await sync(suite)
        try await send(suite, next, isThere: true)
        #expect(waiting(suite) == ["size"])
        try await sync(suite)
        #expect(waiting(suite).isEmpty)
        let texts = store.texts
        store.arrive()
        #expect(store.texts == texts)
        #expect(texts["size"] == (size.in(suite).isSet ? "\(size[suite])" : nil))
    }

    @Test func `A removed name stays removed when a delayed string arrives`() async throws {
        size[suite] = 11
        try await send(suite)
        // A second request succeeds, and then the setting is reset.
        try await sync(suite)
        size.in(suite).reset()
        try await sync(suite)
        #expect(store.texts.isEmpty)
        store.arrive()
        try await sync(suite)
        #expect(store.texts.isEmpty)
        #expect(!size.in(suite).isSet)
    }

    @Test func `An equal string of another device is not treated as a late one`() async throws {
        size[suite] = 11
        try await send(suite)
        size[suite] = 12
        try await sync(suite)
        store.put("11", to: "size")
        store.put("11.0", to: "size")
        try await sync(suite)
        #expect(size[suite] == 11)
    }

    enum Flag: CaseIterable { case removed, restarted, rewritten }

    /// Settings such as `Bool` repeat their values, so a string does not identify its writer.
    @Test(arguments: Flag.allCases)
    func `A device that did nothing leaves another device's equal value alone`(_ flag: Flag) async throws {
        let other = DeviceDefaults()
        size[suite] = 11
        store.holdsWrites = true
        let first = new(suite)
        await #expect(throws: MemoryStore.Unreachable.self) { try await first.sync(["size"], reported: ["size"]) }
        store.holdsWrites = false
        // The retry arrives.
        _ = try await first.sync(["size"], reported: ["size"])
        #expect(store.texts == ["size": "11.0"])
        try await sync(other)
        size.in(other).reset()
        try await sync(other)
        if flag == .removed { try await sync(suite) }
        size[other] = 11
        try await sync(other)
        if flag == .rewritten {
            store.put(nil, to: "size")
            store.put("11.0", to: "size")
        }
        let synchronizer = flag == .restarted ? new(suite) : first
        for _ in 0..<3 { _ = try await synchronizer.sync(["size"], reported: ["size"]) }
        #expect(store.texts == ["size": "11.0"])
        #expect(size[suite] == 11)
    }

    @Test func `A write that arrives an hour late replaces nothing`() async throws {
        size[suite] = 11
        try await send(suite)
        size[suite] = 12
        try await sync(suite)
        size.in(suite).reset()
        try await sync(suite)
        store.expireFences()
        store.arrive()
        try await sync(suite)
        #expect(store.texts.isEmpty)
        #expect(!size.in(suite).isSet)
    }

    /// Without the fence, because the store has its string.
    @Test(arguments: [true, false])
    func `A value that arrived without a response counts as sent, and another process reports that`(
        _ hasFence: Bool
    ) async throws {
        size[suite] = 11
        store.losesAnswersOfWrites = true
        try? await sync(suite)
        store.losesAnswersOfWrites = false
        if !hasFence { store.expireFences() }
        #expect(waiting(suite) == ["size"])
        let (events, synchronizer) = (Events(), new(suite))
        synchronizer.event = events.record
        let writes = store.requests.writes
        #expect(try await synchronizer.sync(["size"], reported: []).isEmpty)
        #expect(events.all == [.sent(name: "size", text: "11.0")])
        #expect(store.requests.writes == writes)
        #expect(waiting(suite).isEmpty)
    }

    @Test func `A device sends nothing again for its own write that a watch reports`() async throws {
        let synchronizer = new(suite)
        size[suite] = 11
        _ = try await synchronizer.sync(["size"], reported: ["size"])
        let (text, version) = ("11.0", try #require(try await store.read(["size"])["size"]?.version))
        let update = SharedUpdate(text, of: "size", version: version)
        let reads = store.requests.reads
        // A change during the rest waits for its end.
        size[suite] = 13
        _ = try await synchronizer.sync([], reported: [], ["size": ["size": update]])
        #expect(store.requests.reads == reads)
        #expect(store.texts == ["size": "11.0"])
        size[suite] = 11
        // Another device's value arrives without a reading, and an older one is ignored.
        store.put("12", to: "size")
        let next = SharedUpdate("12", of: "size", version: "\((Int(version) ?? 0) + 1)")
        _ = try await synchronizer.sync([], reported: [], ["size": ["size": next]])
        #expect(size[suite] == 12)
        #expect(store.requests.reads == reads)
        _ = try await synchronizer.sync(
            [],
            reported: [],
            ["size": ["size": SharedUpdate("9", of: "size", version: "1")]]
        )
        #expect(size[suite] == 12)
    }

    private func send(_ suite: UserDefaults) async throws {
        store.holdsWrites = true
        await #expect(throws: MemoryStore.Unreachable.self) { try await sync(suite) }
        store.holdsWrites = false
    }

    /// Sends a text that the network keeps, and then changes the setting.
    private func send(_ suite: UserDefaults, _ next: Next, isThere: Bool) async throws {
        size[suite] = 11
        try await send(suite)
        switch next {
        case .another: size[suite] = 12
        case .reset: size.in(suite).reset()
        case .backToTheFirst: if isThere { size[suite] = 10 } else { size.in(suite).reset() }
        case .twoOthers:
            size[suite] = 12
            try await send(suite)
            size[suite] = 13
        }
    }

    /// As a new process does.
    private func sync(_ suite: UserDefaults) async throws {
        _ = try await new(suite).sync(["size"], reported: ["size"])
    }

    private func waiting(_ suite: UserDefaults) -> [String] { new(suite).state.status.pendingNames }

    private func new(_ suite: UserDefaults) -> Synchronizer {
        Synchronizer([size.in(suite)], with: store, isFollowing: false)
    }
}

private enum size: TSUD { static let defaultValue = 12.0 }
