import Foundation
import TSUD
import TSUDTesting
import Testing

@testable import TSUDSync

/// The network keeps a text past its deadline: it arrives when the device has something newer.
@Suite(.ephemeralSettings) struct LateTextsTests {
    private let suite = size.currentSuite
    private let store = MemoryStore()

    /// Without an identity, that would be the first text to be kept.
    init() { store.put("identity", to: CommonGround.reservedName) }

    enum Next: CaseIterable { case another, reset, backToTheFirst, backToTheFirstUnanswered, twoOthers }

    @Test(arguments: [true, false], Next.allCases)
    func `A value that this device sent before never wins over its current one`(
        _ isThere: Bool,
        _ next: Next
    ) async throws {
        if isThere {
            size[suite] = 10
            try await exchange(suite)
        }
        try await send(suite, next, isThere: isThere)
        let last = size.in(suite).isSet ? size[suite] : nil
        // It arrives between the reading and the writing of the next pass.
        store.afterReading = { [store] in store.arrive() }
        try? await exchange(suite)
        store.afterReading = {}
        try await exchange(suite)
        try await exchange(suite)
        #expect((size.in(suite).isSet ? size[suite] : nil) == last)
        #expect(store.texts["size"] == last.map { "\($0)" })
    }

    /// Otherwise the value would be in the store without the device.
    @Test(arguments: Next.allCases)
    func `A replaced value can't arrive after the next pass`(_ next: Next) async throws {
        size[suite] = 10
        try await exchange(suite)
        try await send(suite, next, isThere: true)
        #expect(waiting(suite) == ["size"])
        try await exchange(suite)
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
        try await exchange(suite)
        size.in(suite).reset()
        try await exchange(suite)
        #expect(store.texts.isEmpty)
        store.arrive()
        try await exchange(suite)
        #expect(store.texts.isEmpty)
        #expect(!size.in(suite).isSet)
    }

    @Test func `The same string by another device is no delayed one after another sync`() async throws {
        size[suite] = 11
        try await send(suite)
        size[suite] = 12
        try await exchange(suite)
        store.put("11", to: "size")
        store.put("11.0", to: "size")
        try await exchange(suite)
        #expect(size[suite] == 11)
    }

    /// A delayed string for an unused name is never distinguished from another device's.
    @Test func `The same string by another device after ten minutes is that device's own`() async throws {
        size[suite] = 11
        try await send(suite)
        size.in(suite).reset()
        try await exchange(suite)
        try await Common.$elapsed.withValue(700) {
            store.put("11.0", to: "size")
            try await exchange(suite)
        }
        #expect(size[suite] == 11)
        #expect(store.texts == ["size": "11.0"])
    }

    @Test func `Only strings that may still arrive are remembered`() async throws {
        let suite = DeviceDefaults()
        size[suite] = 10
        try await exchange(suite)
        for number in 0..<5 {
            size[suite] = Double(number)
            try await send(suite)
        }
        #expect(Common(stored: suite.file["TSUDSync/size"] as? [String] ?? []).sent.count == 5)
        store.refusal = { _ in "it is full" }
        for number in 10..<15 {
            size[suite] = Double(number)
            try await exchange(suite)
        }
        #expect(Common(stored: suite.file["TSUDSync/size"] as? [String] ?? []).sent.count == 5)
        store.refusal = { _ in nil }
        try await exchange(suite)
        #expect(Common(stored: suite.file["TSUDSync/size"] as? [String] ?? []).sent.isEmpty)
    }

    private func send(_ suite: UserDefaults) async throws {
        store.holdsWrites = true
        await #expect(throws: MemoryStore.Unreachable.self) { try await exchange(suite) }
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
        case .backToTheFirstUnanswered:
            if isThere { size[suite] = 10 } else { size.in(suite).reset() }
            // It replaces the same string, so the earlier request can't arrive any more.
            if isThere { try await send(suite) }
        case .twoOthers:
            size[suite] = 12
            try await send(suite)
            size[suite] = 13
        }
    }

    /// As a new process does.
    private func exchange(_ suite: UserDefaults) async throws {
        _ = try await new(suite).exchange(["size"], heard: ["size"])
    }

    private func waiting(_ suite: UserDefaults) -> [String] { new(suite).state.status.pendingNames }

    private func new(_ suite: UserDefaults) -> Exchange {
        Exchange([SyncedName(key: size.self, suite: suite)], with: store, isFollowing: false)
    }
}

private enum size: TSUD { static let defaultValue = 12.0 }
