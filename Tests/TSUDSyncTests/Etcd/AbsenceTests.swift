#if os(Linux)
import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDSync

/// Names that a real etcd has, and that a reading or a watch must not miss or confuse.
@Suite(.mayBlock, .enabled(if: EtcdServer.isInstalled, "etcd is not installed"), .someDialect)
struct AbsenceTests {
    private let suite = DeviceDefaults()
    private let events = Events()

    private func synchronizer(
        _ store: EtcdStore,
        _ settings: [any TSUD.Type] = [ztext.self, nested.self],
        isFollowing: Bool = false
    ) -> Synchronizer {
        let handles = settings.map { $0.anyHandle(in: suite) }
        let synchronizer = Synchronizer(handles, with: store, isFollowing: isFollowing)
        synchronizer.event = events.record
        return synchronizer
    }

    private let all: Set = ["ztext", "ztext/ab"]

    @Test(arguments: [true, false])
    func `Keys of another setting, or of nobody, don't hide a setting's members`(_ isNested: Bool) async throws {
        let (server, store) = try await EtcdServer.withStore()
        try await server.put("p/TSUDSync", "one")
        try await server.put("p/ztext/zz", "1")
        for start in stride(from: 0, to: 1_000, by: 100) where isNested {
            let writes = (start..<start + 100).map { SharedWrite("1", to: "ztext/ab/\($0)", ifVersion: nil) }
            #expect(try await store.write(writes).count == 100)
        }
        if !isNested {
            let names = (0..<1_010).map { [0xFF, UInt8($0 / 256), UInt8($0 % 256)] } + [[0x80]]
            try await server.put(names.map { Data("p/ztext/".utf8) + $0 })
        }
        for _ in 0..<2 { _ = try await synchronizer(store).sync(all, reported: all) }
        #expect(ztext.in(suite).of("zz").value == 1)
        ztext.in(suite).of("zz").value = 2
        // The pass reads one of the two settings.
        #expect(try await synchronizer(store).sync(["ztext"], reported: []).isEmpty)
        #expect(try await server.get("p/ztext/zz") == "2")
        #expect(events.all.allSatisfy { if case .failed = $0 { false } else { true } })
    }

    @Test func `A setting with too many members is neither sent nor removed, also by a running follower`() async throws
    {
        let (server, store) = try await EtcdServer.withStore()
        try await server.put("p/TSUDSync", "one")
        func put(_ numbers: Range<Int>) async throws {
            for part in Array(numbers).parts(of: 100) {
                let writes = part.map { SharedWrite("\($0)", to: "ztext/\($0)", ifVersion: nil) }
                #expect(try await store.write(writes).count == part.count)
            }
        }
        try await put(1_000..<1_900)
        let settings: [any TSUD.Type] = [ztext.self]
        let fleet = settings.follow(server.store, in: suite)
        _ = fleet.passEvents(to: events)
        await fleet.waitForFirstSync()
        try await eventually("it watches") { fleet.status.isReceivingChanges }
        try await put(1_900..<2_100)
        try await eventually("it reports the limit") {
            events.all.contains { if case .failed(let reason) = $0 { reason.contains("1,000") } else { false } }
        }
        #expect(await !fleet.flush(within: .seconds(900)))
        #expect(ztext.in(suite).members().count <= 1_000)
        #expect(ztext.in(suite).members().count >= 900)
        let reason = "Value for key 'ztext' can't be synchronized: it has more than 1,000 members."
        #expect(fleet.status.reason == reason)
        // A new program gets no member, and its status is the same.
        let other = DeviceDefaults()
        let restarted = settings.follow(server.store, in: other)
        #expect(await !restarted.flush(within: .seconds(900)))
        #expect(ztext.in(other).members().isEmpty)
        #expect(restarted.status.reason == reason)
    }

    @Test func `A value that moves between two prefixes never falls back to the default`() async throws {
        let server = try await EtcdServer()
        for (key, text) in [("service/TSUDSync", "one"), ("service/ztext", "1"), ("service/plain", "1")] {
            try await server.put(key, text)
        }
        let store = EtcdStore(
            at: [server.endpoint],
            prefixes: ["canary/", "service/"],
            login: nil,
            timeout: .seconds(900)
        )
        let settings: [any TSUD.Type] = [ztext.self, plain.self]
        let fleet = settings.follow(store, in: suite, delay: .zero ... .zero)
        _ = fleet.passEvents(to: events)
        await fleet.waitForFirstSync()
        try await eventually("it watches") { fleet.status.isReceivingChanges }
        #expect(await fleet.flush(within: .seconds(900)))
        for number in 2..<12 {
            let (from, to) = number.isMultiple(of: 2) ? ("service/", "canary/") : ("canary/", "service/")
            try await server.move(from + "ztext", to: to + "ztext", "\(number)")
            try await eventually("it arrives") { ztext[suite] == number }
        }
        #expect(!events.all.contains(.received(name: "ztext", text: nil)))
        // A value under the last prefix arrives by the watch, unless there is one under the first.
        #expect(await fleet.flush(within: .seconds(900)))
        let before = try await server.requests("Txn")
        try await server.put("service/plain", "3")
        try await eventually("it arrives") { plain[suite] == 3 }
        try await server.put("canary/plain", "4")
        try await eventually("it arrives") { plain[suite] == 4 }
        try await server.put("service/plain", "5")
        try await server.put("canary/plain", "6")
        try await eventually("it arrives") { plain[suite] == 6 }
        #expect(try await server.requests("Txn") == before)
        #expect(!events.all.contains(.received(name: "plain", text: "5")))
        try await server.delete("canary/plain")
        try await eventually("it arrives") { plain[suite] == 5 }
    }

    @Test func `Several prefixes can only be followed, and none may begin with another`() async throws {
        let server = try await EtcdServer()
        let sync = ([ztext.self] as [any TSUD.Type]).sync(
            with: .etcd(at: [server.endpoint], prefixes: ["a/", "b/"]),
            in: suite
        )
        _ = sync.passEvents(to: events)
        await sync.waitForFirstSync()
        #expect(await !sync.flush(within: .seconds(900)))
        #expect(sync.status.reason?.contains("several prefixes can only be followed") == true)
        for (prefixes, reason) in [
            (["a/b/", "a/"], "the prefix 'a/b/' begins with 'a/'"), (["a/", "a/"], "the prefix 'a/' begins with 'a/'"),
            ([], "the list of prefixes is empty"),
        ] {
            let store = EtcdStore(at: [server.endpoint], prefixes: prefixes)
            let error = await #expect(throws: SharedStoreRejection.self) { try await store.read(["ztext"]) }
            #expect(error?.reason == reason)
            await #expect(throws: SharedStoreRejection.self) { for try await _ in store.changes() {} }
        }
    }

    @Test func `A prefix without permission fails the reading as a whole, and the status names it`() async throws {
        let server = try await EtcdServer.withUsers()
        let store = EtcdStore(
            at: [server.endpoint],
            prefixes: ["other/", "p/"],
            login: EtcdLogin("ann") { "secret" },
            timeout: .seconds(900)
        )
        ztext[suite] = 7
        let synchronizer = synchronizer(store, isFollowing: true)
        let error = await #expect(throws: SharedStoreRejection.self) {
            try await synchronizer.sync(all, reported: all)
        }
        #expect(error?.reason.hasPrefix("prefix 'other/': ") == true)
        #expect(ztext[suite] == 7)
        let fleet = ([ztext.self] as [any TSUD.Type]).follow(store, in: suite)
        try await eventually("the status names it") { fleet.status.reason?.contains("prefix 'other/'") == true }
    }

    @Test(.enabled(if: Extent.isFull)) func `A value of 14 MB is an error of its setting alone`() async throws {
        let server = try await EtcdServer("--max-request-bytes=20000000")
        try await server.put("p/TSUDSync", "one")
        for number in 0..<20 { try await server.put("p/ztext/\(number)", "\(number)") }
        try await server.put("p/plain", "3")
        try await server.put("p/ztext/9x", String(repeating: "9", count: 14_000_000))
        let synchronizer = synchronizer(server.store, [ztext.self, plain.self], isFollowing: true)
        for _ in 0..<2 { _ = try await synchronizer.sync(["ztext", "plain"], reported: ["ztext", "plain"]) }
        #expect(plain[suite] == 3)
        #expect(ztext.in(suite).members().count == 20)
        let failed = TSUDSyncEvent.failed(
            "Value for key 'ztext/9x' can't be synchronized: it is longer than a megabyte."
        )
        #expect(events.all.filter { if case .failed = $0 { true } else { false } } == [failed])
    }

    @Test func `A key in another Unicode form is another name`() async throws {
        let server = try await EtcdServer()
        let (composed, decomposed) = ("\u{E9}tat", "e\u{301}tat")
        for (key, text) in [("TSUDSync", "one"), (composed, "1"), ("ztext/\(composed)", "1")] {
            try await server.put("p/" + key, text)
        }
        try await server.put("p/ztext/" + decomposed, "9")
        let fleet = ([etat.self, ztext.self] as [any TSUD.Type]).follow(server.store, in: suite)
        _ = fleet.passEvents(to: events)
        await fleet.waitForFirstSync()
        try await eventually("it watches") { fleet.status.isReceivingChanges }
        #expect(await fleet.flush(within: .seconds(900)))
        #expect(ztext.in(suite).of(composed).value == 1)
        for name in ["", "ztext/"] {
            try await server.put("p/" + name + decomposed, "8")
            try await server.delete("p/" + name + decomposed)
        }
        try await server.put("p/ztext", "2")
        try await eventually("it arrives") { ztext[suite] == 2 }
        #expect(await fleet.flush(within: .seconds(900)))
        #expect(etat[suite] == 1)
        #expect(ztext.in(suite).of(composed).value == 1)
        #expect(events.all.allSatisfy { if case .failed = $0 { false } else { true } })
    }

    @Test(arguments: [true, false])
    func `An empty store ID is rejected with the command that writes one`(_ isFollowing: Bool) async throws {
        let server = try await EtcdServer()
        try await server.put("p/TSUDSync", "")
        try await server.put("p/ztext", "1")
        let error = await #expect(throws: SharedStoreRejection.self) {
            try await synchronizer(server.store, isFollowing: isFollowing).sync(all, reported: all)
        }
        #expect(error?.reason.contains("etcdctl put p/TSUDSync \"$(cat /proc/sys/kernel/random/uuid)\"") == true)
    }

    @Test func `Each write replaces the fence of its process, whose lease ends in ten minutes`() async throws {
        let (server, store) = try await EtcdServer.withStore()
        try await server.put("p/ztext", "1")
        let first = synchronizer(store)
        _ = try await first.sync(all, reported: all)
        for number in 2..<4 {
            ztext[suite] = number
            _ = try await first.sync(all, reported: [])
        }
        let leases = try await server.client.post("lease/leases", [:])["leases"] as? [[String: String]] ?? []
        #expect(leases.count == 1)
        let answer = try await server.client.post("lease/timetolive", ["ID": leases.first?["ID"] ?? "", "keys": true])
        #expect((answer["grantedTTL"] as? String).flatMap { Int($0) } == 600)
        #expect((answer["keys"] as? [String])?.count == 1)
    }

    @Test func `An operator confirms removals by a revision, and a later one if etcd has compacted it`() async throws {
        let server = try await EtcdServer()
        try await server.put("p/TSUDSync", "one")
        let keys = Numbered.keys(12)
        for key in keys { try await server.put("p/" + key.stringKey, "1") }
        let fleet = (keys as [any TSUD.Type]).follow(server.store, in: suite)
        await fleet.waitForFirstSync()
        try await eventually("it watches") { fleet.status.isReceivingChanges }
        #expect(await fleet.flush(within: .seconds(900)))
        _ = try await server.client.post(
            "kv/deleterange",
            [
                "key": Data("p/number".utf8).base64EncodedString(),
                "range_end": Data("p/numbes".utf8).base64EncodedString(),
            ]
        )
        try await eventually("it reports this") {
            fleet.status.reason?.contains("removed the values of 12 of 12 settings at once") == true
        }
        let reason = try #require(fleet.status.reason)
        let revision = try #require(reason.split(separator: " ").compactMap { Int($0) }.last)
        #expect(reason.contains("write \(revision) to 'TSUDSync/removals'"))
        try await server.put("p/other", "1")
        try await server.compact()
        try await server.put("p/TSUDSync/removals", "\(revision)")
        try await eventually("it asks for a later one") { fleet.status.reason?.contains("has compacted") == true }
        #expect(keys.allSatisfy { suite.object(forKey: $0.stringKey) != nil })
        try await server.put("p/TSUDSync/removals", "\(revision + 1)")
        try await eventually("it removes them") { keys.allSatisfy { suite.object(forKey: $0.stringKey) == nil } }
        #expect(await fleet.flush(within: .seconds(900)))
        #expect(fleet.status.reason == nil)
    }
}

private enum ztext: Unreported { static let defaultValue = 0 }
private enum nested: Unreported {
    static let defaultValue = 0
    static let stringKey = "ztext/ab"
}
private enum plain: Unreported { static let defaultValue = 0 }
private enum etat: Unreported {
    static let defaultValue = 0
    static let stringKey = "\u{E9}tat"
}
#endif
