import Foundation
import TSUD
import Testing

@testable import TSUDSync

/// Synchronization where the whole process has ephemeral settings.
@Suite struct ProcessSettingsTests {
    @Test func `Without a given suite it is refused, and nobody waits for it`() async {
        await #expect(processExitsWith: .success) {
            useEphemeralSettings()
            refused.value = 14
            let store = MemoryStore()
            let settings: [any TSUD.Type] = [refused.self]
            let events = Counted()
            for isFollowing in [false, true] {
                let sync =
                    isFollowing
                    ? settings.follow(store, note: events.note) : settings.sync(with: store, note: events.note)
                await sync.firstExchange()
                #expect(await !sync.firstExchange(within: .seconds(900)))
                #expect(!sync.status.isReached)
                #expect(
                    sync.status.reason == "Settings can't be synchronized: the process has ephemeral settings."
                )
            }
            let failed = TSUDSyncEvent.failed("Settings can't be synchronized: the process has ephemeral settings.")
            #expect(events.all == [failed, failed])
            #expect(refused.reports.all == [failed, failed])
            #expect(store.texts.isEmpty)
        }
    }

    @Test func `With a given suite, and inside withEphemeralSuite, it goes on`() async {
        await #expect(processExitsWith: .success) {
            useEphemeralSettings()
            let settings: [any TSUD.Type] = [refused.self]
            let (store, another) = (MemoryStore(), MemoryStore("another"))
            let given = await withEphemeralSuite { suite in
                refused.value = 14
                await settings.sync(with: store).firstExchange()
                return suite
            }
            #expect(store.texts == ["refused": "14"])
            await settings.sync(with: another, in: given).firstExchange()
            #expect(another.texts == ["refused": "14"])
        }
    }
}

private final class Counted: @unchecked Sendable {
    private let lock = NSLock()
    private var events: [TSUDSyncEvent] = []

    var all: [TSUDSyncEvent] { lock.withLock { events } }
    func note(_ event: TSUDSyncEvent) { lock.withLock { events.append(event) } }
}

private enum refused: TSUD {
    static let defaultValue = 0
    static let reports = Counted()
    static func report(_ error: TSUDError) {
        #expect(error.code == .notSynced)
        reports.note(.failed(error.description))
    }
}
