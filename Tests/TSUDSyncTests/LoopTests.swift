import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

@testable import TSUDSync

/// When settings are synchronized, again or at last.
@Suite(.ephemeralSettings) struct LoopTests {
    private let suite = one.currentSuite
    private let store = MemoryStore()

    @Test func `A pass over one setting ends neither another's pause nor a wait for it`() throws {
        let state = SyncState(names, isFollowing: false, delay: .zero ... .zero, pace: Pace(shortest: .seconds(600)))
        let waiting = Task { await state.waitForFirstSync() }
        state.add(reported: ["one", "two"])
        let first = try #require(state.beginPass())
        state.end(first, unfinished: ["one"])
        let due = try #require(state.nextTime)
        state.add(reported: ["two"])
        // The other one can go on at once.
        #expect(try #require(state.nextTime) <= .now)
        let second = try #require(state.beginPass())
        #expect(second.settings == ["two"])
        state.end(second, unfinished: [])
        #expect(state.nextTime == due)
        #expect(!state.hasSynced)
        waiting.cancel()
    }

    @Test func `A pass after a setting's pause includes it, and the next one all settings`() async throws {
        let state = SyncState(names, isFollowing: false, delay: .zero ... .zero, pace: Pace(shortest: .zero))
        state.add(reported: ["one", "two"])
        state.end(try #require(state.beginPass()), unfinished: ["one"])
        let again = try #require(state.beginPass())
        #expect(again.reported == ["one"])
        state.end(again, unfinished: [])
        #expect(state.hasSynced)
        await state.waitForFirstSync()
    }

    @Test func `After a failure, the store gets no request before the pause is over`() throws {
        let state = SyncState(names, isFollowing: false, delay: .zero ... .zero, pace: Pace(shortest: .seconds(600)))
        state.add(changed: ["one"])
        state.end(try #require(state.beginPass()), unfinished: ["one"], isFailed: true)
        for name in ["one", "two"] { state.add(changed: [name], reported: [name]) }
        #expect(state.beginPass() == nil)
        #expect(state.nextTime != nil)
    }

    @Test func `A later pass syncs the settings of a failed one, and reads reported changes`() throws {
        let state = SyncState(names, isFollowing: false, delay: .zero ... .zero, pace: Pace(shortest: .zero))
        state.add(changed: ["one"], reported: ["two"])
        state.end(try #require(state.beginPass()), unfinished: ["one", "two"], isFailed: true)
        let again = try #require(state.beginPass())
        #expect(again.changed == ["one"] && again.reported == ["two"])
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
        // Otherwise, a pass could send the change before the status is read.
        store.isUnreachable = true
        one[suite] = 1
        one.in(suite).of("a").value = 2
        #expect(sync.status.pendingNames == ["one", "one/a"])
        store.isUnreachable = false
        #expect(await sync.flush(within: .seconds(900)))
        #expect(store.texts == ["one": "1", "one/a": "2"])
        #expect(sync.status.pendingNames.isEmpty)
        store.isUnreachable = true
        one.in(suite).reset()
        #expect(sync.status.pendingNames == ["one"])
        store.isUnreachable = false
        #expect(await sync.flush(within: .seconds(900)))
        #expect(store.texts == ["one/a": "2"])
        // Arriving values are never pending.
        store.put("5", to: "two")
        while two[suite] != 5 { await Task.yield() }
        #expect(sync.status.pendingNames.isEmpty)
    }

    @Test func `flush returns false if the store is unreachable or rejects a value`() async {
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

    enum Difference: CaseIterable { case invalid, manyMembers, nested }

    @Test(arguments: Difference.allCases, [true, false])
    func `flush and waitForFirstSync return false while both sides differ`(
        _ difference: Difference,
        _ isFollowing: Bool
    ) async throws {
        (one[suite], two[suite]) = (1, 2)
        var first: TSUDSynchronization? = start()
        await first?.waitForFirstSync()
        switch difference {
        case .invalid: store.put("banana", to: "one")
        case .manyMembers: for index in 0..<1_001 { store.put("1", to: "one/\(index)") }
        case .nested:
            var object: Any = "deep"
            for _ in 0..<600 { object = [object] }
            suite.set(object, forKey: "two")
        }
        #expect(await first?.flush(within: .seconds(900)) == false)
        first = nil
        let second = isFollowing ? keys.follow(store, in: suite) : start()
        // A list that follows replaces the object by the store's value.
        let isReplaced = isFollowing && difference == .nested
        #expect(await second.flush(within: .seconds(900)) == isReplaced)
        #expect(await second.waitForFirstSync(within: .zero) == isReplaced)
        #expect(second.status.isConnected)
    }

    @Test func `flush and waitForFirstSync find out that the store was wiped, though nothing has reported it`() async {
        one[suite] = 1
        var sync: TSUDSynchronization? = start()
        await sync?.waitForFirstSync()
        store.wipeInSilence()
        #expect(await sync?.flush(within: .seconds(900)) == true)
        #expect(store.texts == ["one": "1"])
        sync = nil
        store.wipeInSilence()
        let next = start()
        await next.waitForFirstSync()
        #expect(store.texts == ["one": "1"])
        // As long as the store can't have them again.
        store.wipeInSilence()
        store.refusal = { $0.name == "one" ? "it is full" : nil }
        #expect(await !next.flush(within: .milliseconds(50)))
    }

    @Test func `waitForFirstSync returns false while the store has an invalid value`() async {
        store.put("banana", to: "one")
        let sync = start()
        while !sync.status.isConnected { await Task.yield() }
        #expect(await !sync.waitForFirstSync(within: .milliseconds(20)))
        store.put("5", to: "one")
        await sync.waitForFirstSync()
        #expect(one[suite] == 5)
    }

    @Test func `A reserved name is rejected as the key of a setting, and other settings are sent`() async {
        (reserved[suite], reservedPrefix[suite], one[suite]) = (1, 2, 3)
        let sync = ([reserved.self, reservedPrefix.self, one.self] as [any TSUD.Type]).sync(with: store, in: suite)
        var events = sync.events.makeAsyncIterator()
        for name in ["TSUDSync", "TSUDSync/a"] {
            let words = "Value for key '\(name)' can't be synchronized: TSUDSync reserves this name for the store ID."
            #expect(await events.next() == .failed(words))
        }
        #expect(await !sync.flush(within: .seconds(900)))
        #expect(store.texts == ["one": "3"])
        let alone = ([reserved.self] as [any TSUD.Type]).sync(with: store, in: suite)
        #expect(await !alone.flush(within: .seconds(900)))
    }

    @Test func `A pass that its own write wakes through the watch sends nothing before the rest is over`() throws {
        let state = SyncState(names, isFollowing: false, delay: .zero ... .zero, pace: Pace(shortest: .seconds(6_000)))
        state.add(changed: ["one"], reported: ["one", "two"])
        state.end(try #require(state.beginPass()), unfinished: [])
        // A change during the rest, and the report of the first one.
        state.add(changed: ["one"])
        state.add([SharedUpdate("1", of: "one", version: "5")])
        let pass = try #require(state.beginPass())
        #expect(pass.settings.isEmpty)
        #expect(pass.all == ["one"])
        state.end(pass, unfinished: [])
        #expect(try #require(state.nextTime) > .now + .seconds(200))
    }

    @Test func `flush waits for a pass that begins after it`() async throws {
        let state = SyncState(names, isFollowing: false, delay: .zero ... .zero, pace: Pace(shortest: .zero))
        state.add(changed: ["one"])
        let first = try #require(state.beginPass())
        let flushing = Task { await state.flush() }
        // It has begun when there is something to do again.
        while state.nextTime == nil { await Task.yield() }
        state.end(first, unfinished: [])
        let second = try #require(state.beginPass())
        #expect(second.settings == ["one", "two"])
        state.end(second, unfinished: [], unsendable: ["one"])
        #expect(await !flushing.value)
    }

    @Test func `flush returns true although another setting changes all the time`() async throws {
        let sync = start()
        await sync.waitForFirstSync()
        let changes = Counter()
        store.afterReading = { [suite] in
            changes.increment()
            two[suite] = changes.total
        }
        one[suite] = 1
        #expect(await sync.flush(within: .seconds(900)))
        #expect(store.texts["one"] == "1")
        #expect(changes.total > 0)
        store.afterReading = {}
    }

    @Test(arguments: [true, false])
    func `A list is synchronized or follows a store, and not both`(_ isFollowing: Bool) async {
        let first = isFollowing ? keys.follow(store, in: suite) : start()
        await first.waitForFirstSync()
        let second = isFollowing ? start() : keys.follow(store, in: suite)
        #expect(await !second.flush(within: .seconds(900)))
        #expect(second.status.reason == nil)
        one[suite] = 7
        #expect(await first.flush(within: .seconds(900)))
        #expect(store.texts["one"] == (isFollowing ? nil : "7"))
    }

    @Test func `A list that follows has no pending names`() async {
        store.put("5", to: "two")
        let sync = keys.follow(store, in: suite, pace: .short)
        one[suite] = 1
        #expect(sync.status.pendingNames.isEmpty)
        #expect(await sync.flush(within: .seconds(900)))
        #expect(two[suite] == 5)
    }

    @Test func `The status describes the sync in a few words`() {
        var status = TSUDSyncStatus()
        (status.since, status.reason) = (Date(timeIntervalSinceReferenceDate: 0), "it is away")
        #expect("\(status)" == "not connected since 2001-01-01T00:00:00Z: it is away")
        status.rejecter = "etcd editor/"
        #expect("\(status)" == "rejected by etcd editor/ since 2001-01-01T00:00:00Z: it is away")
        (status.isConnected, status.reason, status.isMissingStoreID) = (true, nil, true)
        (status.lastSync, status.pendingNames) = (status.since, ["one", "two"])
        let parts = [
            "connected since 2001-01-01T00:00:00Z", "not receiving changes", "last sync 2001-01-01T00:00:00Z",
            "the store has no 'TSUDSync'", "pending: one, two",
        ]
        #expect("\(status)" == parts.joined(separator: "; "))
    }

    // MARK: Watching

    @Test(arguments: [true, false])
    func `An outage of the watch is reported once, and its end too`(_ isFailing: Bool) async {
        if isFailing { store.reportFailure = MemoryStore.Unreachable() } else { store.endsReports = true }
        let sync = start()
        var iterator = sync.events.makeAsyncIterator()
        let reason = isFailing ? "Unreachable()" : "the store has ended its sequence"
        #expect(await iterator.next() == .failed("The store does not report changes: \(reason)."))
        await sync.waitForFirstSync()
        #expect(sync.status.isConnected)
        #expect(sync.status.lastSync != nil)
        // The store is retried at intervals.
        store.put("5", to: "two")
        #expect(await iterator.next() == .received(name: "two", text: "5"))
        (store.reportFailure, store.endsReports) = (nil, false)
        #expect(await iterator.next() == .connected)
        #expect(sync.status.isReceivingChanges)
    }

    @Test func `A watch that ends once resumes at once, and only a second end is reported`() async {
        let state = SyncState(names, isFollowing: false, delay: .zero ... .zero, pace: .short)
        let reasons = Recorder<String?>()
        store.endsReports = true
        store.whenListening = { reasons.record(state.status.watchFailure) }
        let watching = Task { [store] in await receiveChanges(of: store, state) }
        // On a busy machine, some may last so long that they are no failures.
        while !reasons.all.contains("the store has ended its sequence") { await Task.yield() }
        watching.cancel()
        await watching.value
        #expect(reasons.all.prefix(2) == [nil, nil])
    }

    @Test func `A watch that ends at once each time is renewed at growing intervals`() async {
        store.endsReports = true
        let state = SyncState(names, isFollowing: false, delay: .zero ... .zero, pace: .short)
        let watching = Task { [store] in await receiveChanges(of: store, state) }
        let start = ContinuousClock.now
        while store.reports < 12 { await Task.yield() }
        watching.cancel()
        // 1, 2, 4, … 60 milliseconds, or half of that by chance.
        #expect(start.duration(to: .now) > .milliseconds(150))
    }

    // MARK: Two stores

    @Test func `A setting in one suite has one store at a time in a process`() async {
        let other = MemoryStore("other")
        var sync: TSUDSynchronization? = start()
        one[suite] = 1
        await sync?.waitForFirstSync()
        let events = Events()
        let second = ([one.self, three.self] as [any TSUD.Type]).sync(with: other, in: suite)
        _ = second.passEvents(to: events)
        three[suite] = 3
        #expect(await !second.flush(within: .seconds(900)))
        #expect(other.texts == ["three": "3"])
        let refused = "Value for key 'one' can't be synchronized: it is already synchronized with memory."
        while events.all.isEmpty { await Task.yield() }
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

    private let keys: [any TSUD.Type] = [one.self, two.self]

    private var names: [any AnyHandle] { keys.map { $0.anyHandle(in: DeviceDefaults()) } }

    private func start() -> TSUDSynchronization {
        keys.sync(with: store, in: suite, pace: .short)
    }
}

private enum one: Unreported { static let defaultValue = 0 }
private enum two: Unreported { static let defaultValue = 0 }
private enum reserved: Unreported {
    static let defaultValue = 0
    static let stringKey = "TSUDSync"
}
private enum reservedPrefix: Unreported {
    static let defaultValue = 0
    static let stringKey = "TSUDSync/a"
}
private enum three: Unreported { static let defaultValue = 0 }
