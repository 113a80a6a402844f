import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

@testable import TSUDSync

/// The loop that synchronizes and retries, with a store in memory.
@Suite(.ephemeralSettings) struct SynchronizationTests {
    private let suite = columnWidth.currentSuite
    private let store = MemoryStore()
    @Test func `Attempts are about a second apart, then twice as long each time, up to a minute, and differ`() {
        for (failures, seconds) in zip(1...8, [1, 2, 4, 8, 16, 32, 60, 60] as [Double]) {
            let pauses = (0..<1000).map { _ in Pace().pause(after: failures) / .seconds(1) / seconds }.sorted()
            #expect(pauses[0] >= 0.5 && pauses[0] < 0.6)
            #expect(pauses[999] <= 1.5 && pauses[999] > 1.4)
        }
    }

    @Test func `Settings that are added together are received together, and once`() async {
        let state = SyncState([], isFollowing: false, delay: .zero ... .zero)
        state.add(changed: ["a"])
        state.add(changed: ["b"], reported: ["c"])
        for await _ in state.wakes { break }
        let pass = state.beginPass()
        #expect(pass?.changed == ["a", "b"])
        #expect(pass?.reported == ["c"])
        #expect(state.beginPass() == nil)
    }

    @Test func `Changes on both sides arrive as long as the synchronization is kept`() async {
        let first = start()
        var sync: TSUDSynchronization? = consume first
        var events = (sync?.events ?? AsyncStream { $0.finish() }).makeAsyncIterator()
        await sync?.waitForFirstSync()
        columnWidth[suite] = 14
        #expect(await events.next() == .sent(name: "columnWidth", text: "14.0"))
        store.put("15", to: "columnWidth")
        #expect(await events.next() == .received(name: "columnWidth", text: "15"))
        #expect(columnWidth[suite] == 15)
        columnWidth.in(suite).reset()
        #expect(await events.next() == .sent(name: "columnWidth", text: nil))
        sync = nil
        store.put("16", to: "columnWidth")
        columnWidth[suite] = 17
        let other = MemoryStore("other")
        let next = ([columnWidth.self] as [any TSUD.Type]).sync(with: other, in: suite)
        await next.waitForFirstSync()
        #expect(other.texts == ["columnWidth": "17.0"])
        #expect(store.texts == ["columnWidth": "16"])
    }

    @Test func `An unreachable store is reported once and retried until it responds`() async {
        store.isUnreachable = true
        let sync = start()
        var events = sync.events.makeAsyncIterator()
        columnWidth[suite] = 14
        #expect(await events.next() == .failed("Unreachable()"))
        var reads = store.reads.makeAsyncIterator()
        for _ in 0..<5 { _ = await reads.next() }
        #expect(!sync.status.isConnected)
        #expect(sync.status.reason == "Unreachable()")
        #expect(sync.status.pendingNames == ["columnWidth"])
        store.isUnreachable = false
        #expect(await events.next() == .connected)
        #expect(await events.next() == .sent(name: "columnWidth", text: "14.0"))
        #expect(store.texts == ["columnWidth": "14.0"])
        await sync.waitForFirstSync()
        #expect(sync.status.isConnected)
        #expect(sync.status.reason == nil)
        #expect(sync.status.pendingNames.isEmpty)
    }

    @Test func `A value that the store rejects is retried without another change`() async {
        store.refusal = { $0.name == "columnWidth" ? "it is full" : nil }
        let sync = start()
        defer { withExtendedLifetime(sync) {} }
        var events = sync.events.makeAsyncIterator()
        columnWidth[suite] = 14
        #expect(await events.next() == .failed("Value for key 'columnWidth' can't be synchronized: it is full."))
        var reads = store.reads.makeAsyncIterator()
        for _ in 0..<5 { _ = await reads.next() }
        store.refusal = { _ in nil }
        #expect(await events.next() == .sent(name: "columnWidth", text: "14.0"))
        await sync.waitForFirstSync()
    }

    @Test func `waitForFirstSync ends with its task`() async {
        store.isUnreachable = true
        let sync = start()
        defer { withExtendedLifetime(sync) {} }
        let waiting = Task { await sync.waitForFirstSync() }
        waiting.cancel()
        await waiting.value
    }

    @Test func `A store that is not the last one has no last synced values`() async throws {
        let staging = MemoryStore("staging")
        let events = Recorder<TSUDSyncEvent>()
        func sync(_ store: MemoryStore) async throws {
            let settings = [columnWidth.in(suite)]
            let synchronizer = Synchronizer(settings, with: store, isFollowing: false)
            synchronizer.event = events.record
            _ = try await synchronizer.sync(["columnWidth"], reported: ["columnWidth"])
        }
        columnWidth[suite] = 10
        try await sync(store)
        staging.put("99", to: "columnWidth")
        try await sync(staging)
        #expect(columnWidth[suite] == 99)
        try await sync(store)
        #expect(columnWidth[suite] == 10)
        #expect(store.texts == ["columnWidth": "10.0"])
        #expect(staging.texts == ["columnWidth": "99"])
        let lost = events.all.filter { if case .overwritten = $0 { true } else { false } }
        #expect(
            lost == [.overwritten(name: "columnWidth", text: "10.0"), .overwritten(name: "columnWidth", text: "99.0")]
        )
    }

    @Test func `Two lists of one suite sync with one store each`() async throws {
        let other = MemoryStore("other")
        func sync(_ key: any TSUD.Type, _ store: MemoryStore) async throws {
            let synchronizer = Synchronizer([key.anyHandle(in: suite)], with: store, isFollowing: false)
            _ = try await synchronizer.sync([key.stringKey], reported: [key.stringKey])
        }
        (columnWidth[suite], rowHeight[suite]) = (10, 20)
        for _ in 0..<2 {
            try await sync(columnWidth.self, store)
            try await sync(rowHeight.self, other)
            (columnWidth[suite], rowHeight[suite]) = (columnWidth[suite] + 1, rowHeight[suite] + 1)
        }
        columnWidth.in(suite).reset()
        try await sync(columnWidth.self, store)
        try await sync(rowHeight.self, other)
        #expect(store.texts == [:])
        #expect(other.texts == ["rowHeight": "22.0"])
    }

    private func start() -> TSUDSynchronization {
        ([columnWidth.self] as [any TSUD.Type]).sync(with: store, in: suite, pace: .short)
    }
}

private enum rowHeight: TSUD { static let defaultValue = 12.0 }
private enum columnWidth: Unreported { static let defaultValue = 12.0 }
