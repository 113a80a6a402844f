import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDSync

@Suite struct UbiquitousStoreTests {
    private let device = FakeDevice(FakeCloud(), account: "ann")
    private let defaults = DeviceDefaults()
    private let events = Recorder<TSUDSyncEvent>()

    @Test func `A write to iCloud is read, and doesn't replace a value that has changed since`() async throws {
        let system = device.restart()
        let store = store(system)
        #expect(try await store.puts("1", to: "a", ifVersion: nil))
        #expect(try await !store.puts("2", to: "a", ifVersion: nil))
        #expect(try await store.puts("2", to: "a", ifVersion: "1"))
        system.set("x", forKey: "a/b")
        #expect(try await read(store).mapValues(\.text) == ["a": "2", "a/b": "x"])
        #expect(try await store.puts(nil, to: "a", ifVersion: "2"))
        #expect(system.texts["a"] == nil)
    }

    @Test(arguments: [
        (Row(String(repeating: "ä", count: 33)), Row("1"), 0, "64 bytes"),
        (Row("a"), Row("1"), 1024, "1,024 names"),
        (Row("a"), Row(String(repeating: "x", count: 1_048_576)), 0, "1 MB"),
    ])
    func `A write that exceeds iCloud's limits is rejected`(
        _ name: Row<String>,
        _ text: Row<String>,
        _ others: Int,
        _ words: String
    ) async {
        let system = device.restart()
        for index in 0..<others { system.set("", forKey: "other\(index)") }
        let refusal = await #expect(throws: SharedStoreRejection.self) {
            try await store(system).puts(text.content, to: name.content, ifVersion: nil)
        }
        #expect(refusal?.reason.contains(words) == true)
        #expect(system.texts[name.content] == nil)
    }

    @Test(arguments: [(["a list": 900_000], 200_000), (["a list": 1], 1_048_570)])
    func `Values of other code count toward iCloud's limits`(_ others: [String: Int], _ length: Int) async {
        let system = device.restart()
        system.foreignSizes = others
        let refusal = await #expect(throws: SharedStoreRejection.self) {
            try await store(system).puts(String(repeating: "x", count: length), to: "a", ifVersion: nil)
        }
        #expect(refusal?.reason.contains("1 MB") == true)
        system.foreignSizes = Dictionary(uniqueKeysWithValues: (0..<1024).map { ("\($0)", 1) })
        let names = await #expect(throws: SharedStoreRejection.self) {
            try await store(system).puts("x", to: "a", ifVersion: nil)
        }
        #expect(names?.reason.contains("1,024 names") == true)
    }

    @Test func `If one of two names has no string, the other one is written`() async throws {
        try await run(device.restart())
        let system = device.restart()
        system.set("a list", forKey: "mine")
        system.foreignSizes = ["mine": 6]
        let synchronizer = newSynchronizer(system)
        for number in 1...2 {
            (mine[defaults], theirs[defaults]) = (number, number)
            _ = try? await synchronizer.sync(all, reported: all)
            #expect(system.texts["theirs"] == "\(number)")
        }
        let failures = events.all.compactMap { if case .failed(let words) = $0 { words } else { nil } }
        #expect(failures.allSatisfy { $0.hasPrefix("Value for key 'mine' can't be synchronized: iCloud has ") })
    }

    @Test func `A quota violation is reported, and lasts until a smaller write succeeds`() async throws {
        device.transfer()
        let system = device.restart()
        let synchronizer = newSynchronizer(system)
        var changes = synchronizer.store.changes().makeAsyncIterator()
        _ = try await changes.next()
        (mine[defaults], theirs[defaults]) = (1_000_000, 1_000_000)
        _ = try await synchronizer.sync(all, reported: all)
        device.cloud.quota = 60
        device.transfer()
        _ = try await changes.next()
        await #expect(throws: SharedStoreRejection.self) { try await synchronizer.sync(all, reported: all) }
        mine[defaults] = 2_000_000
        #expect(try await synchronizer.sync(all, reported: all) == ["mine"])
        #expect(system.texts["mine"] == "1000000")
        theirs.in(defaults).reset()
        _ = try await synchronizer.sync(all, reported: all)
        #expect(try await synchronizer.sync(all, reported: all).isEmpty)
        #expect(system.texts["mine"] == "2000000")
        #expect(system.texts["theirs"] == nil)
        device.transfer()
        #expect(device.cloud.accounts["ann"]?["mine"] == "2000000")
        // iCloud has to report again whether there is room.
        theirs[defaults] = 3_000_000
        #expect(try await synchronizer.sync(all, reported: all).isEmpty)
        #expect(system.texts["theirs"] == "3000000")
    }

    @Test func `flush returns false as long as iCloud's quota is exceeded`() async {
        device.transfer()
        let settings: [any TSUD.Type] = [mine.self, theirs.self]
        let sync = settings.sync(with: UbiquitousStore(device.restart()), in: defaults, pace: .short)
        await sync.waitForFirstSync()
        (mine[defaults], theirs[defaults]) = (1_000_000, 1_000_000)
        #expect(await sync.flush(within: .seconds(900)))
        device.cloud.quota = 60
        device.transfer()
        for _ in 0..<3 { #expect(await !sync.flush(within: .seconds(900))) }
        mine.in(defaults).reset()
        theirs.in(defaults).reset()
        #expect(await sync.flush(within: .seconds(900)))
    }

    @Test func `Nothing is sent to another account before its download, and its values win`() async throws {
        (mine[defaults], theirs[defaults]) = (1, 1)
        let system = device.restart()
        try await run(system)
        // It would wait for an hour.
        let synchronizer = newSynchronizer(system, downloadTime: .seconds(3600))
        var changes = synchronizer.store.changes().makeAsyncIterator()
        _ = try await changes.next()
        _ = try await synchronizer.sync(all, reported: all)
        device.cloud.accounts["bob"] = ["theirs": "2"]
        device.change(to: "bob", isLate: true)
        let downloading = Task { [device] in
            while device.process?.texts.isEmpty == false { await Task.yield() }
            let looks = device.looks.total
            while device.looks.total < looks + 2 { await Task.yield() }
            #expect(device.disk.isEmpty)
            device.transfer()
        }
        _ = try await synchronizer.sync(all, reported: all)
        await downloading.value
        #expect((mine[defaults], theirs[defaults]) == (1, 2))
        withExtendedLifetime(changes) {}
    }

    @Test func `Without a network, nothing is sent before the first download`() async throws {
        let phone = FakeDevice(device.cloud, account: "ann")
        phone.hasNetwork = false
        mine[defaults] = 1
        let system = phone.restart()
        await #expect(throws: (any Error).self) { try await run(system) }
        #expect(system.texts.isEmpty)
        phone.hasNetwork = true
        try await run(system)
        #expect(system.texts["mine"] == "1")
    }

    @Test(.timeLimit(.minutes(15)))
    func `The time for a download restarts when the network returns`() async throws {
        let phone = FakeDevice(device.cloud, account: "ann")
        let store = UbiquitousStore(phone.restart(), downloadTime: .seconds(3600))
        // While it waits.
        phone.looksUntilLost = 1
        await #expect(throws: (any Error).self) { try await store.read(["mine"]) }
        phone.hasNetwork = true
        store.state.withLock { $0.downloadTime = .milliseconds(10) }
        _ = try await store.read(["mine"])
    }

    @Test(arguments: [UbiquitousReason.serverChange, .initialSync, .quotaViolation, .accountChange])
    func `iCloud's reports are passed on, and an exceeded quota rejects once`(_ reason: UbiquitousReason) async throws {
        let system = device.restart()
        let store = store(system)
        var changes = store.changes().makeAsyncIterator()
        guard case .anything = try await changes.next() else { throw CancellationError() }
        system.receive(reason, ["a"])
        let change = try await changes.next()
        if case .names(let names) = change {
            #expect(reason == .serverChange)
            #expect(names == ["a"])
        } else {
            #expect(reason != .serverChange)
        }
        if reason == .quotaViolation {
            await #expect(throws: SharedStoreRejection.self) { try await read(store) }
        }
        _ = try await read(store)
    }

    @Test func `If a process is killed before iCloud saves, the next process sends again`() async throws {
        (mine[defaults], theirs[defaults]) = (1, 1)
        try await run(device.restart())
        mine[defaults] = 2
        let system = device.restart()
        system.willSave = { [device, defaults] in
            // Only in the second call, which saves the writes.
            if system.texts["mine"] != "2" { return }
            defaults.failAfter(0)
            device.process = nil
        }
        try? await run(system)
        #expect(device.disk["mine"] == "1")
        defaults.restart()
        try await run(device.restart())
        #expect((mine[defaults], theirs[defaults]) == (2, 1))
        #expect(device.disk["mine"] == "2")
    }

    /// Another library keeps a list under the name, from the beginning or after both sides have agreed.
    @Test(arguments: [true, false])
    func `A value in iCloud that isn't a string is neither replaced nor read`(_ isFirst: Bool) async throws {
        mine[defaults] = 1
        if !isFirst { try await run(device.restart()) }
        let system = device.restart()
        system.set("a list", forKey: "mine")
        system.foreignSizes = ["mine": 6]
        try? await run(system)
        mine[defaults] = 2
        try? await run(system)
        mine.in(defaults).reset()
        try? await run(system)
        system.foreignSizes = [:]
        #expect(system.texts["mine"] == "a list")
        mine[defaults] = 3
        system.foreignSizes = ["mine": 6]
        try? await run(system)
        #expect(mine[defaults] == 3)
    }

    @Test func `Without the entitlement, a write is rejected with the reason`() async throws {
        device.isEntitled = false
        mine[defaults] = 1
        for _ in 0..<3 {
            let synchronizer = newSynchronizer(device.restart())
            await #expect(throws: SharedStoreRejection.self) { try await synchronizer.sync(all, reported: all) }
        }
        let refusal = await #expect(throws: SharedStoreRejection.self) { try await read(store(device.restart())) }
        #expect(refusal?.reason.contains("com.apple.developer.ubiquity-kvstore-identifier") == true)
        #expect(refusal?.reason.contains("account") == true)
        device.isEntitled = true
        try await run(device.restart())
        #expect(mine[defaults] == 1)
        #expect(device.disk["mine"] == "1")
    }

    @Test func `A value that can't be read back doesn't count as sent`() async throws {
        try await run(device.restart())
        let system = device.restart()
        let synchronizer = newSynchronizer(system)
        mine[defaults] = 1
        system.isDeaf = true
        #expect(try await synchronizer.sync(all, reported: all) == ["mine"])
        system.isDeaf = false
        #expect(try await synchronizer.sync(all, reported: all).isEmpty)
        #expect(device.disk["mine"] == "1")
    }

    @Test(arguments: [nil, "bob"])
    func `If iCloud's values vanish while the app is closed, all are sent again`(
        _ account: String?
    ) async throws {
        (mine[defaults], theirs[defaults]) = (1, 1)
        try await run(device.restart())
        device.process = nil
        device.cloud.accounts["bob"] = ["theirs": "2"]
        device.change(to: account)
        try await run(device.restart())
        #expect((mine[defaults], theirs[defaults]) == (1, account == nil ? 1 : 2))
        #expect(device.disk["mine"] == "1")
        #expect(events.all.contains(.overwritten(name: "theirs", text: "1")) == (account != nil))
    }

    @Test(arguments: [true, false])
    func `On a new phone with an older backup, a late download resets nothing`(
        _ isLate: Bool
    ) async throws {
        device.transfer()
        (mine[defaults], theirs[defaults]) = (1, 1)
        try await run(device.restart())
        device.transfer()
        let phone = FakeDevice(device.cloud, account: "ann")
        defaults.file = defaults.file.merging(["mine": 3]) { $1 }
        device.cloud.accounts["ann"]?["theirs"] = "2"
        let system = phone.restart()
        if isLate {
            try await run(system)
            phone.transfer()
            try await run(system)
        } else {
            // It would wait for an hour.
            let synchronizer = newSynchronizer(system, downloadTime: .seconds(3600))
            var changes = synchronizer.store.changes().makeAsyncIterator()
            _ = try await changes.next()
            async let downloading: Void = { [phone] in
                while phone.looks.total == 0 { await Task.yield() }
                phone.transfer()
            }()
            _ = try await synchronizer.sync(all, reported: all)
            await downloading
            withExtendedLifetime(changes) {}
        }
        #expect(theirs[defaults] == 2)
        phone.transfer()
        #expect(device.cloud.accounts["ann"]?["theirs"] == "2")
        #expect(mine.in(defaults).isSet)
        #expect(device.cloud.accounts["ann"]?["mine"] == String(mine[defaults]))
    }

    private let all: Set<String> = ["mine", "theirs"]

    private func store(_ system: FakeKeyValues) -> UbiquitousStore {
        UbiquitousStore(system, downloadTime: .milliseconds(10))
    }

    private func read(_ store: UbiquitousStore) async throws -> [String: SharedValue] {
        try await store.read(["a"]).values
    }

    private func newSynchronizer(
        _ system: FakeKeyValues,
        downloadTime: Duration = .milliseconds(10)
    ) -> Synchronizer {
        let names = ([mine.self, theirs.self] as [any TSUD.Type]).map { $0.anyHandle(in: defaults) }
        let synchronizer = Synchronizer(
            names,
            with: UbiquitousStore(system, downloadTime: downloadTime),
            isFollowing: false
        )
        synchronizer.event = events.record
        return synchronizer
    }

    private func run(_ system: FakeKeyValues) async throws {
        _ = try await newSynchronizer(system).sync(all, reported: all)
    }
}

private enum mine: TSUD { static let defaultValue = 0 }
private enum theirs: TSUD { static let defaultValue = 0 }
