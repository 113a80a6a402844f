import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

@testable import TSUDSync

/// Lists that follow stores in memory.
@Suite(.ephemeralSettings) struct FollowTests {
    private let suite = size.currentSuite
    private let store = MemoryStore("base")
    private let canary = MemoryStore("canary")
    private let events = Events()

    init() { for store in [store, canary] { store.put("store ID", to: StoreID.name) } }

    @Test func `If several stores have a value, the first of them wins`() async throws {
        store.put("14", to: "size")
        store.put("1", to: "zoom/a")
        canary.put("16", to: "size")
        let synchronizer = synchronizer(LayeredStore(layers: [canary, store]))
        _ = try await synchronizer.sync(all, reported: all)
        #expect(size[suite] == 16)
        #expect(zoom.in(suite).of("a").value == 1)
        canary.put(nil, to: "size")
        _ = try await synchronizer.sync(all, reported: all)
        #expect(size[suite] == 14)
        store.put(nil, to: "size")
        _ = try await synchronizer.sync(all, reported: all)
        #expect(!size.in(suite).isSet)
        // If one layer has lost its store ID, a missing value is not treated as removed.
        canary.wipe()
        store.put(nil, to: "zoom/a")
        _ = try await synchronizer.sync(all, reported: all)
        #expect(zoom.in(suite).of("a").value == 1)
        #expect(synchronizer.state.status.isMissingStoreID)
    }

    @Test func `A layer that rejects requests keeps its values, and the others continue`() async throws {
        store.put("14", to: "size")
        store.put("1", to: "zoom/a")
        canary.put("16", to: "size")
        let sync = keys.follow([canary, store], in: suite, pace: .short)
        await sync.waitForFirstSync()
        canary.readRefusal = "permission denied"
        canary.reportFailure = SharedStoreRejection("permission denied")
        canary.endReports()
        store.put("2", to: "zoom/a")
        while zoom.in(suite).of("a").value != 2 { await Task.yield() }
        #expect(await sync.flush(within: .seconds(900)))
        #expect(size[suite] == 16)
        (canary.readRefusal, canary.reportFailure) = (nil, nil)
        canary.put("17", to: "size")
        while size[suite] != 17 { await Task.yield() }
    }

    @Test func `A store that has gone back resets nothing until it has a new store ID`() async throws {
        for number in 0..<5 { store.put("\(number)", to: "zoom/\(number)") }
        let synchronizer = synchronizer(store)
        _ = try await synchronizer.sync(all, reported: all)
        let copy = store.copy()
        store.put("16", to: "zoom/5")
        _ = try await synchronizer.sync(all, reported: all)
        store.restore(copy)
        for _ in 0..<3 {
            let error = await #expect(throws: SharedStoreRejection.self) {
                try await synchronizer.sync(all, reported: all)
            }
            #expect(error?.reason.hasPrefix("the store has gone back from change") == true)
        }
        #expect(zoom.in(suite).of("5").value == 16)
        store.put("another", to: StoreID.name)
        _ = try await synchronizer.sync(all, reported: all)
        #expect(zoom.in(suite).of("5").value == 16)
    }

    @Test func `A pass reads the last synced values of its settings only`() async throws {
        for number in 0..<5 { store.put("\(number)", to: "zoom/\(number)") }
        store.put("14", to: "size")
        let synchronizer = synchronizer(store)
        _ = try await synchronizer.sync(all, reported: all)
        _ = try await synchronizer.sync(["size"], reported: ["size"])
        #expect(Set(synchronizer.pass.records.values.flatMap(\.keys)) == ["size"])
    }

    @Test func `A change in any of several stores is reported`() async throws {
        let sync = keys.follow([canary, store], in: suite, pace: .short)
        await sync.waitForFirstSync()
        for (store, text) in [(store, "14"), (canary, "16")] {
            store.put(text, to: "size")
            while size[suite] != Int(text) { await Task.yield() }
        }
    }

    @Test(arguments: [true, false])
    func `A change that would reset most names resets none until an operator confirms it`(
        _ isAccepted: Bool
    ) async throws {
        for index in 0..<20 { store.put("\(index)", to: "zoom/\(index)") }
        let synchronizer = synchronizer(store, acceptsRemovals: isAccepted)
        _ = try await synchronizer.sync(all, reported: all)
        #expect(zoom.in(suite).members().count == 20)
        for index in 0..<12 { store.put(nil, to: "zoom/\(index)") }
        for _ in 0..<3 { _ = try await synchronizer.sync(all, reported: all) }
        #expect(zoom.in(suite).members().count == (isAccepted ? 8 : 20))
        if isAccepted { return }
        #expect(synchronizer.pass.unequal == ["zoom"])
        let failures = events.all.filter { if case .failed = $0 { true } else { false } }
        #expect(failures.count == 1)
        #expect(synchronizer.state.status.reason?.contains("removed 12 of 20 values at once") == true)
        // Once they come back, the others count again.
        for index in 0..<5 { store.put("\(index)", to: "zoom/\(index)") }
        for _ in 0..<2 { _ = try await synchronizer.sync(all, reported: all) }
        #expect(zoom.in(suite).members().count == 13)
    }

    @Test func `After a new store ID, a follower keeps the values that were removed at once`() async throws {
        for index in 0..<20 { store.put("\(index)", to: "zoom/\(index)") }
        let synchronizer = synchronizer(store)
        _ = try await synchronizer.sync(all, reported: all)
        for index in 0..<20 { store.put(nil, to: "zoom/\(index)") }
        _ = try await synchronizer.sync(all, reported: all)
        store.put("another store ID", to: StoreID.name)
        _ = try await synchronizer.sync(all, reported: all)
        #expect(zoom.in(suite).members().count == 20)
        #expect(synchronizer.pass.unequal.isEmpty)
        #expect(synchronizer.state.status.reason == nil)
    }

    @Test func `A change that would reset nine names resets them`() async throws {
        for index in 0..<9 { store.put("\(index)", to: "zoom/\(index)") }
        let synchronizer = synchronizer(store)
        _ = try await synchronizer.sync(all, reported: all)
        for index in 0..<9 { store.put(nil, to: "zoom/\(index)") }
        _ = try await synchronizer.sync(all, reported: all)
        #expect(zoom.in(suite).members().isEmpty)
    }

    @Test func `A machine waits a random time within the given delay before it handles a change`() throws {
        let state = SyncState(names, isFollowing: true, delay: .seconds(100) ... .seconds(200))
        state.add(reported: all)
        // The initial sync does not wait so long.
        #expect(try #require(state.nextTime) < .now + .seconds(1))
        var pass = state.beginPass()
        while pass == nil { pass = state.beginPass() }
        state.end(try #require(pass), unfinished: [])
        state.add([SharedUpdate("14", of: "size", version: "9")])
        let time = try #require(state.nextTime)
        #expect(time > .now + .seconds(90) && time < .now + .seconds(200))
        #expect(state.beginPass() == nil)
    }

    private let keys: [any TSUD.Type] = [size.self, zoom.self]
    private let all: Set = ["size", "zoom"]
    private var names: [any AnyHandle] { keys.map { $0.anyHandle(in: suite) } }

    private func synchronizer(_ store: any SharedStore, acceptsRemovals: Bool = false) -> Synchronizer {
        let synchronizer = Synchronizer(names, with: store, isFollowing: true, acceptsRemovals: acceptsRemovals)
        synchronizer.event = events.record
        return synchronizer
    }
}

private enum size: Unreported { static let defaultValue = 12 }
private enum zoom: Unreported { static let defaultValue = 100.0 }
