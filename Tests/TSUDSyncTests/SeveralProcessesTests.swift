import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

@testable import TSUDSync

/// Several processes that synchronize one suite.
@Suite(.ephemeralSettings) struct SeveralProcessesTests {
    private let suite = size.currentSuite
    private let store = MemoryStore()

    enum Newer: CaseIterable { case sent, received, removed, removedRemotely }

    @Test(arguments: Newer.allCases)
    func `An update that another process has already replaced changes nothing`(_ newer: Newer) async throws {
        let (first, second) = (new(), new())
        size[suite] = 1
        for process in [first, second] { _ = try await process.sync(all, reported: all) }
        store.put("2", to: "size")
        let outdated = try await update("2")
        _ = try await first.sync([], reported: [], ["size": ["size": outdated]])
        switch newer {
        case .sent: size[suite] = 3
        case .removed: size.in(suite).reset()
        case .received: store.put("3", to: "size")
        case .removedRemotely: store.put(nil, to: "size")
        }
        _ = try await first.sync(all, reported: all)
        let (local, remote, events) = (size.in(suite).isSet ? size[suite] : nil, store.texts, Events())
        second.event = events.record
        _ = try await second.sync([], reported: [], ["size": ["size": outdated]])
        #expect((size.in(suite).isSet ? size[suite] : nil) == local)
        #expect(store.texts == remote)
        #expect(events.all.isEmpty)
    }

    @Test func `A newer update is received although another process has synchronized an earlier state`() async throws {
        let (first, second) = (new(), new())
        size[suite] = 1
        for process in [first, second] { _ = try await process.sync(all, reported: all) }
        size[suite] = 2
        _ = try await first.sync(all, reported: [])
        store.put("3", to: "size")
        let reads = store.requests.reads
        _ = try await second.sync([], reported: [], ["size": ["size": try await update("3")]])
        #expect(size[suite] == 3)
        // The test has read the version.
        #expect(store.requests.reads == reads + 1)
    }

    @Test func `A synchronized value has no other number after it was sent, received, or removed`() async throws {
        let process = new()
        size[suite] = 1
        _ = try await process.sync(all, reported: all)
        let sent = try await version()
        #expect(record.number == sent)
        store.put("2", to: "size")
        _ = try await process.sync(all, reported: all)
        let received = try await version()
        #expect(record.number == received)
        size.in(suite).reset()
        _ = try await process.sync(all, reported: all)
        #expect(record.stored.isEmpty)
        let removals = Removals(stored: Removals.place(in: suite).value)
        #expect(removals.number == (received ?? 0) + 1)
    }

    private let all: Set<String> = ["size"]

    private var record: LastSynced { LastSynced(stored: lastSynced.in(suite).of("size").stored) }

    private func new() -> Synchronizer { Synchronizer([size.in(suite)], with: store, isFollowing: false) }

    private func version() async throws -> Int? {
        try await store.read(["size"])["size"].flatMap { number(of: $0.version) }
    }

    private func update(_ text: String) async throws -> SharedUpdate {
        SharedUpdate(text, of: "size", version: try #require(try await store.read(["size"])["size"]?.version))
    }
}

private enum size: Unreported { static let defaultValue = 0 }
