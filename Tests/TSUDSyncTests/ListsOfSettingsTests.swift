import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

@testable import TSUDSync

/// Lists with names that occur twice, that are in use elsewhere, or that are reserved.
@Suite(.ephemeralSettings) struct ListsOfSettingsTests {
    private let suite = width.currentSuite
    private let store = MemoryStore()

    @Test func `If a list has a name twice, the first setting counts`() async {
        let settings: [any TSUD.Type] = [width.self, width.self, alsoWidth.self]
        width[suite] = 14
        let sync = settings.sync(with: store, in: suite)
        #expect(await sync.flush(within: .seconds(900)))
        #expect(store.texts == ["width": "14"])
        #expect(store.requests.writes.filter { $0 > 0 } == [1, 1])
    }

    @Test func `Settings in hundreds of suites are each synchronized`() async throws {
        let settings: [any TSUD.Type] = [width.self]
        let directory = try TemporaryDirectory()
        var syncs: [TSUDSynchronization] = []
        for index in 0..<300 {
            let suite = try #require(UserDefaults(suiteName: directory.path("\(index)")))
            syncs.append(settings.sync(with: MemoryStore(), in: suite))
        }
        for sync in syncs { #expect(await sync.waitForFirstSync(within: .seconds(900))) }
    }

    @Test(arguments: [true, false])
    func `flush and waitForFirstSync return false if a setting is rejected`(_ isReserved: Bool) async {
        let other = ([width.self] as [any TSUD.Type]).sync(with: MemoryStore("other"), in: suite)
        defer { withExtendedLifetime(other) {} }
        let settings: [any TSUD.Type] = [isReserved ? reserved.self : width.self, height.self]
        height[suite] = 14
        let sync = settings.sync(with: store, in: suite)
        await sync.waitForFirstSync()
        #expect(await !sync.waitForFirstSync(within: .seconds(900)))
        #expect(await !sync.flush(within: .seconds(900)))
        #expect(store.texts == ["height": "14"])
    }

    @Test func `A network that repeats each write and delivers the last response keeps both sides equal`() async throws
    {
        store.repeatsWrites = true
        let events = Events()
        let synchronizer = Synchronizer([width.in(suite)], with: store, isFollowing: false)
        synchronizer.event = events.record
        for value in [14, 15] {
            width[suite] = value
            for _ in 0..<2 { _ = try await synchronizer.sync(["width"], reported: ["width"]) }
            #expect(store.texts == ["width": "\(value)"])
            #expect(synchronizer.state.status.pendingNames.isEmpty)
        }
        // A write that never arrives makes the next process replace the fence.
        width[suite] = 16
        store.holdsWrites = true
        await #expect(throws: MemoryStore.Unreachable.self) { try await synchronizer.sync(["width"], reported: []) }
        store.holdsWrites = false
        for _ in 0..<2 { _ = try await synchronizer.sync(["width"], reported: ["width"]) }
        #expect(store.texts == ["width": "16"])
        #expect(synchronizer.state.status.pendingNames.isEmpty)
        #expect(events.all == [14, 15, 16].map { .sent(name: "width", text: "\($0)") })
    }
}

private enum width: Unreported { static let defaultValue = 0 }
private enum height: Unreported { static let defaultValue = 0 }
private enum alsoWidth: Unreported {
    static let defaultValue = 0
    static let stringKey = "width"
}
private enum reserved: Unreported {
    static let defaultValue = 0
    static let stringKey = "TSUDSync/reserved"
}
