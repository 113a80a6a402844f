import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDSync

/// Synchronization where the whole process has ephemeral settings.
@Suite struct ProcessSettingsTests {
    @Test func `With process-wide ephemeral settings, sync without a given suite is rejected`() async {
        await #expect(processExitsWith: .success) {
            useEphemeralSettings()
            refused.value = 14
            let store = MemoryStore()
            let settings: [any TSUD.Type] = [refused.self]
            let events = Recorder<TSUDSyncEvent>()
            let sentence = "Settings can't be synchronized: the process has ephemeral settings."
            for sync in [settings.sync(with: store), settings.follow(store)] {
                await sync.waitForFirstSync()
                #expect(await !sync.waitForFirstSync(within: .seconds(900)))
                #expect(!sync.status.isConnected)
                #expect(sync.status.reason == sentence)
                var iterator = sync.events.makeAsyncIterator()
                if let event = await iterator.next() { events.record(event) }
            }
            let failed = TSUDSyncEvent.failed(sentence)
            #expect(events.all == [failed, failed])
            #expect(refused.reports.all == [failed, failed])
            #expect(store.texts.isEmpty)
        }
    }

    @Test func `With process-wide ephemeral settings, sync works in a given suite`() async {
        await #expect(processExitsWith: .success) {
            useEphemeralSettings()
            let settings: [any TSUD.Type] = [refused.self]
            let (store, another) = (MemoryStore(), MemoryStore("another"))
            let given = await withEphemeralSettings { suite in
                refused.value = 14
                await settings.sync(with: store).waitForFirstSync()
                return suite
            }
            #expect(store.texts == ["refused": "14"])
            await settings.sync(with: another, in: given).waitForFirstSync()
            #expect(another.texts == ["refused": "14"])
        }
    }
}

private enum refused: TSUD {
    static let defaultValue = 0
    static let reports = Recorder<TSUDSyncEvent>()
    static func report(_ error: TSUDError) {
        #expect(error.code == .notSynced)
        reports.record(.failed(error.description))
    }
}
