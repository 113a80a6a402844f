import Foundation
import TSUD
import TSUDTesting
import Testing

@testable import TSUDSync

/// When settings are exchanged, again or at last.
@Suite(.ephemeralSettings) struct LoopTests {
    private let suite = one.currentSuite
    private let store = MemoryStore()

    @Test func `A pass over one setting ends neither another's pause nor a wait for it`() throws {
        try Pace.$shortest.withValue(.seconds(600)) {
            let state = SyncState(names, isFollowing: false)
            let waiting = Task { await state.waitForFirstSync() }
            state.add(heard: ["one", "two"])
            let first = try #require(state.beginPass())
            state.end(first, unfinished: ["one"])
            let due = try #require(state.nextTime)
            state.add(heard: ["two"])
            // The other one can go on at once.
            #expect(try #require(state.nextTime) <= .now)
            let second = try #require(state.beginPass())
            #expect(second.settings == ["two"])
            state.end(second, unfinished: [])
            #expect(state.nextTime == due)
            #expect(!state.hasExchanged)
            waiting.cancel()
        }
    }

    @Test func `A pass after a setting's pause includes it, and the next one all settings`() async throws {
        try await Pace.$shortest.withValue(.zero) {
            let state = SyncState(names, isFollowing: false)
            state.add(changed: ["one", "two"])
            state.end(try #require(state.beginPass()), unfinished: ["one"])
            let again = try #require(state.beginPass())
            #expect(again.heard == ["one"])
            state.end(again, unfinished: [])
            #expect(state.hasExchanged)
            await state.waitForFirstSync()
        }
    }

    @Test func `After a failure, the store gets no request before the pause is over`() throws {
        try Pace.$shortest.withValue(.seconds(600)) {
            let state = SyncState(names, isFollowing: false)
            state.add(changed: ["one"])
            state.end(try #require(state.beginPass()), unfinished: ["one"], isFailed: true)
            for name in ["one", "two"] { state.add(changed: [name], heard: [name]) }
            #expect(state.beginPass() == nil)
            #expect(state.nextTime != nil)
        }
    }

    @Test func `A later pass syncs the settings of a failed one, and reads reported changes`() throws {
        try Pace.$shortest.withValue(.zero) {
            let state = SyncState(names, isFollowing: false)
            state.add(changed: ["one"], heard: ["two"])
            state.end(try #require(state.beginPass()), unfinished: ["one", "two"], isFailed: true)
            let again = try #require(state.beginPass())
            #expect(again.changed == ["one"] && again.heard == ["two"])
        }
    }

    @Test func `A setting that is rejected repeatedly doesn't delay others`() async {
        store.refusal = { $0.name == "one" ? "it is odd" : nil }
        let sync = start()
        (one[suite], two[suite]) = (1, 2)
        while store.texts["two"] != "2" { await Task.yield() }
        #expect(await !sync.waitForFirstSync(within: .milliseconds(20)))
        for number in 3..<10 {
            two[suite] = number
            while store.texts["two"] != "\(number)" { await Task.yield() }
        }
        store.refusal = { _ in nil }
        await sync.waitForFirstSync()
        #expect(store.texts["one"] == "1")
    }

    // MARK: Waiting and flushing

    @Test func `A write is pending at once, and flush returns when it has arrived`() async {
        let sync = start()
        await sync.waitForFirstSync()
        one[suite] = 1
        one.in(suite).of("a").value = 2
        #expect(sync.status.pendingNames == ["one", "one/a"])
        #expect(await sync.flush(within: .seconds(900)))
        #expect(store.texts == ["one": "1", "one/a": "2"])
        #expect(sync.status.pendingNames.isEmpty)
        one.in(suite).reset()
        #expect(sync.status.pendingNames == ["one"])
        #expect(await sync.flush(within: .seconds(900)))
        #expect(store.texts == ["one/a": "2"])
        // What arrives does not wait.
        store.put("5", to: "two")
        while two[suite] != 5 { await Task.yield() }
        #expect(sync.status.pendingNames.isEmpty)
    }

    @Test func `flush returns false if it fails`() async {
        store.isUnreachable = true
        let sync = start()
        one[suite] = 1
        #expect(await !sync.flush(within: .milliseconds(50)))
        store.isUnreachable = false
        #expect(await sync.flush(within: .seconds(900)))
        store.refusal = { _ in "it is full" }
        two[suite] = 2
        #expect(await !sync.flush(within: .milliseconds(50)))
        store.refusal = { _ in nil }
        suite.set("banana", forKey: "one")
        #expect(await !sync.flush(within: .seconds(900)))
        #expect(sync.status.pendingNames.contains("one"))
    }

    @Test func `flush waits for a pass that begins after it`() async throws {
        try await Pace.$shortest.withValue(.zero) {
            let state = SyncState(names, isFollowing: false)
            state.add(changed: ["one"])
            let first = try #require(state.beginPass())
            let flushing = Task { await state.flush(["one", "two"]) }
            // It has begun when there is something to do again.
            while state.nextTime == nil { await Task.yield() }
            state.end(first, unfinished: [])
            let second = try #require(state.beginPass())
            #expect(second.settings == ["one", "two"])
            state.end(second, unfinished: [], withheld: ["one"])
            #expect(await !flushing.value)
        }
    }

    @Test func `A list that follows has no pending names`() async {
        store.put("5", to: "two")
        let sync = Pace.$shortest.withValue(.milliseconds(1)) { keys.follow(store, in: suite) }
        one[suite] = 1
        #expect(sync.status.pendingNames.isEmpty)
        #expect(await sync.flush(within: .seconds(900)))
        #expect(two[suite] == 5)
    }

    @Test func `The status describes the sync in a few words`() {
        var status = TSUDSyncStatus()
        (status.since, status.reason) = (Date(timeIntervalSinceReferenceDate: 0), "it is away")
        #expect("\(status)" == "not reached since 2001-01-01T00:00:00Z: it is away")
        (status.isConnected, status.reason, status.isMissingStoreID) = (true, nil, true)
        (status.lastSync, status.pendingNames) = (status.since, ["one", "two"])
        let parts = [
            "reached since 2001-01-01T00:00:00Z", "changes are not heard", "last exchange 2001-01-01T00:00:00Z",
            "the store has no 'TSUDSync'", "pending: one, two",
        ]
        #expect("\(status)" == parts.joined(separator: "; "))
    }

    // MARK: Hearing

    @Test(arguments: [true, false])
    func `The loss and the return of change reports are each reported once`(_ isFailing: Bool) async {
        let (events, continuation) = AsyncStream.makeStream(of: TSUDSyncEvent.self)
        if isFailing { store.reportFailure = MemoryStore.Unreachable() } else { store.endsReports = true }
        let sync = start { continuation.yield($0) }
        var iterator = events.makeAsyncIterator()
        let reason = isFailing ? "Unreachable()" : "the store has ended its report"
        #expect(await iterator.next() == .failed("Changes in the store are not heard: \(reason)."))
        await sync.waitForFirstSync()
        #expect(sync.status.isConnected)
        #expect(sync.status.lastSync != nil)
        // It is asked now and then.
        store.put("5", to: "two")
        #expect(await iterator.next() == .received(name: "two", text: "5"))
        (store.reportFailure, store.endsReports) = (nil, false)
        #expect(await iterator.next() == .connected)
        #expect(sync.status.isReceivingChanges)
    }

    @Test func `A watch that ends once resumes at once, and only a second end is reported`() async {
        await Pace.$shortest.withValue(.milliseconds(1)) {
            let state = SyncState(names, isFollowing: false)
            nonisolated(unsafe) var reasons: [String?] = []
            store.endsReports = true
            store.whenListening = { reasons.append(state.deafness) }
            let hearing = Task { [store] in await hear(store, about: ["one"], state) }
            while store.reports < 3 { await Task.yield() }
            hearing.cancel()
            await hearing.value
            #expect(reasons.prefix(3) == [nil, nil, "the store has ended its report"])
        }
    }

    @Test func `A watch that ends at once each time is renewed at growing intervals`() async {
        await Pace.$shortest.withValue(.milliseconds(1)) {
            store.endsReports = true
            let state = SyncState(names, isFollowing: false)
            let hearing = Task { [store] in await hear(store, about: ["one"], state) }
            let start = ContinuousClock.now
            while store.reports < 12 { await Task.yield() }
            hearing.cancel()
            // 1, 2, 4, … 60 milliseconds, or half of that by chance.
            #expect(start.duration(to: .now) > .milliseconds(150))
        }
    }

    // MARK: Two stores

    @Test func `A setting in one suite has one store at a time in a process`() async {
        let other = MemoryStore("other")
        var sync: TSUDSynchronization? = start()
        one[suite] = 1
        await sync?.waitForFirstSync()
        let events = Events()
        let second = ([one.self, three.self] as [any TSUD.Type]).sync(with: other, in: suite, note: events.add)
        three[suite] = 3
        #expect(await second.flush(within: .seconds(900)))
        #expect(other.texts == ["three": "3"])
        let refused = "Value for key 'one' can't be synchronized: it is already synchronized with memory."
        #expect(events.all.first == .failed(refused))
        let third = ([one.self] as [any TSUD.Type]).follow(other, in: suite)
        await third.waitForFirstSync()
        #expect(await !third.flush(within: .seconds(900)))
        // In another suite it may have another one.
        await withEphemeralSettings { other in
            let elsewhere = MemoryStore("elsewhere")
            one[other] = 7
            await ([one.self] as [any TSUD.Type]).sync(with: elsewhere, in: other).waitForFirstSync()
            #expect(elsewhere.texts == ["one": "7"])
        }
        sync = nil
        let fourth = ([one.self] as [any TSUD.Type]).sync(with: other, in: suite)
        await fourth.waitForFirstSync()
        #expect(other.texts == ["one": "1", "three": "3"])
    }

    @Test func `Two processes that sync one suite with two stores stop after ten rounds`() async throws {
        let other = MemoryStore("other")
        store.put("1", to: "one")
        other.put("2", to: "one")
        let exchanges = [store, other].map { store in
            Exchange([SyncedName(key: one.self, suite: suite)], with: store, isFollowing: true)
        }
        let events = Events()
        exchanges[0].event = events.add
        var last = 0
        for round in 0..<30 {
            for exchange in exchanges {
                let before = one[suite]
                _ = try await exchange.exchange(["one"], heard: ["one"])
                if one[suite] != before { last = round }
            }
        }
        #expect(last > 5 && last < 12)
        let failures = events.all.filter { if case .failed = $0 { true } else { false } }
        let reason = "another process synchronizes it with another store"
        #expect(failures == [.failed("Value for key 'one' can't be synchronized: \(reason).")])
    }

    private let keys: [any TSUD.Type] = [one.self, two.self]

    private var names: [SyncedName] { keys.map { SyncedName(key: $0, suite: DeviceDefaults()) } }

    private func start(_ note: @escaping (TSUDSyncEvent) -> Void = { _ in }) -> TSUDSynchronization {
        Pace.$shortest.withValue(.milliseconds(1)) { keys.sync(with: store, in: suite, note: note) }
    }
}

private enum one: Quiet { static let defaultValue = 0 }
private enum two: Quiet { static let defaultValue = 0 }
private enum three: Quiet { static let defaultValue = 0 }
