#if os(Linux)
import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDSync

/// The calls of the store itself, with a real etcd.
@Suite(.enabled(if: EtcdServer.isInstalled, "etcd is not installed")) struct EtcdStoreTests {
    @Test func `A text is written only over the version that was read`() async throws {
        let server = try await EtcdServer()
        let store = EtcdStore(at: [server.endpoint], prefix: "p/")
        #expect(try await store.read(["a"]).values.isEmpty)
        #expect(try await store.write("1", to: "a", ifVersion: nil))
        #expect(try await !store.write("2", to: "a", ifVersion: nil))
        let first = try #require(try await store.read(["a"]).values["a"])
        #expect(first.text == "1")
        #expect(try await store.write("2", to: "a", ifVersion: first.version))
        #expect(try await !store.write(nil, to: "a", ifVersion: first.version))
        let second = try #require(try await store.read(["a"]).values["a"])
        #expect(try await store.write(nil, to: "a", ifVersion: second.version))
        #expect(try await store.read(["a"]).values.isEmpty)
    }

    @Test func `The names of a setting and its members are read, and no others`() async throws {
        let server = try await EtcdServer()
        let store = EtcdStore(at: [server.endpoint], prefix: "p/")
        for name in ["a", "a/x", "a/ü%2E", "ab", "a-", "b", "b0"] { try await server.put("p/" + name, "in " + name) }
        try await server.put("a", "elsewhere")
        try await server.put("p/b", Data([0xFF, 0x00]))
        let values = try await store.read(["a", "b"]).values
        #expect(values.keys.sorted() == ["a", "a/x", "a/ü%2E", "b"])
        #expect(values["a/ü%2E"]?.text == "in a/ü%2E")
        #expect(values["b"]?.text == nil)
    }

    @Test func `More names are read than a transaction can have operations`() async throws {
        let server = try await EtcdServer()
        let store = EtcdStore(at: [server.endpoint], prefix: "")
        let names = (0..<130).map { "name\($0)" }
        for name in names { #expect(try await store.write(name, to: name, ifVersion: nil)) }
        #expect(
            try await store.read(names).values.mapValues(\.text)
                == Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })
        )
    }

    @Test func `Another member is asked if one does not answer`() async throws {
        let server = try await EtcdServer()
        let dead = URL(string: "http://127.0.0.1:\(try freePort())") ?? server.endpoint
        let store = EtcdStore(at: [dead, server.endpoint], prefix: "p/")
        #expect(try await store.write("1", to: "a", ifVersion: nil))
        #expect(try await EtcdStore(at: [dead, server.endpoint], prefix: "p/").read(["a"]).values["a"]?.text == "1")
        let error = await #expect(throws: EtcdStore.Unreachable.self) {
            try await EtcdStore(at: [dead], prefix: "p/").read(["a"])
        }
        #expect(error?.description.hasPrefix("etcd at 127.0.0.1:") == true)
    }

    @Test func `A user needs the right password, and permissions`() async throws {
        let server = try await EtcdServer()
        func post(_ path: String, _ body: [String: Any]) async throws { _ = try await server.client.post(path, body) }
        let range = ["key": Data("p/".utf8).base64EncodedString(), "range_end": Data("p0".utf8).base64EncodedString()]
        try await post("auth/role/add", ["name": "root"])
        try await post("auth/user/add", ["name": "root", "password": "r"])
        try await post("auth/user/grant", ["user": "root", "role": "root"])
        try await post("auth/role/add", ["name": "editor"])
        try await post("auth/role/grant", ["name": "editor", "perm": range.merging(["permType": "READWRITE"]) { $1 }])
        try await post("auth/user/add", ["name": "ann", "password": "secret"])
        try await post("auth/user/grant", ["user": "ann", "role": "editor"])
        try await post("auth/enable", [:])

        let store = EtcdStore(at: [server.endpoint], prefix: "p/", user: "ann", password: "secret")
        #expect(try await store.write("1", to: "a", ifVersion: nil))
        var changes = store.changes().makeAsyncIterator()
        if case .names = try await changes.next() { Issue.record("It does not read everything first.") }
        let wrong = EtcdStore(at: [server.endpoint], prefix: "p/", user: "ann", password: "wrong")
        let refusal = await #expect(throws: SharedStoreRefusal.self) { try await wrong.read(["a"]) }
        #expect(refusal?.reason.contains("invalid user ID or password") == true)
        #expect("\(String(describing: refusal))".contains("wrong") == false)
        let elsewhere = EtcdStore(at: [server.endpoint], prefix: "q/", user: "ann", password: "secret")
        let denied = await #expect(throws: SharedStoreRefusal.self) { try await elsewhere.read(["a"]) }
        #expect(denied?.reason.contains("permission denied") == true)
        await #expect(throws: SharedStoreRefusal.self) {
            try await EtcdStore(at: [server.endpoint], prefix: "p/").read(["a"])
        }

        // The token of the login is not valid any more.
        try await server.restart()
        #expect(try await store.read(["a"]).values["a"]?.text == "1")
    }

    @Test func `What is no etcd is told apart`() async throws {
        let server = try await EtcdServer()
        let store = EtcdStore(at: [server.endpoint.appending(path: "elsewhere")], prefix: "p/")
        let error = await #expect(throws: EtcdStore.Unreachable.self) { try await store.read(["a"]) }
        #expect(error?.description.contains("not etcd") == true)
    }

    @Test func `Changes are heard, also those made while etcd was away`() async throws {
        let server = try await EtcdServer()
        let heard = EtcdStore.$timeout.withValue(0.1) { Heard(EtcdStore(at: [server.endpoint], prefix: "p/")) }
        try await eventually("it listens") { heard.everything == 1 }
        try await server.put("p/a", "1")
        try await server.put("q/a", "1")
        try await eventually("it hears") { heard.names == ["a"] }
        let renewed = heard.nothing
        try await eventually("the watch is silent and renewed twice") { heard.nothing >= renewed + 2 }
        try await server.delete("p/a")
        try await eventually("it hears after the silence") { heard.names == ["a", "a"] }
        try await server.restart()
        try await server.put("p/b", "1")
        try await eventually("it goes on") { heard.names == ["a", "a", "b"] }
        #expect(heard.everything == 1)
        try await server.restart(emptied: true)
        try await eventually("it begins anew") { heard.everything == 2 }
        try await server.put("p/c", "1")
        try await eventually("it hears in the new store") { heard.names.last == "c" }
    }

    @Test func `Where changes have been compacted, everything is read anew`() async throws {
        let server = try await EtcdServer()
        let heard = EtcdStore.$timeout.withValue(0.1) { Heard(EtcdStore(at: [server.endpoint], prefix: "p/")) }
        try await eventually("it listens") { heard.everything == 1 }
        server.signal(SIGSTOP)
        try await eventually("the watch gives up") { heard.failures > 0 }
        // Now much happens before it gets through again.
        server.signal(SIGCONT)
        try await server.kill()
        try await server.restart()
        for index in 0..<20 { try await server.put("p/a", "\(index)") }
        try await server.compact()
        try await eventually("it begins anew, or has heard the end") {
            heard.everything == 2 || heard.names.last == "a"
        }
        try await server.put("p/b", "1")
        try await eventually("it hears") { heard.names.last == "b" }
    }
}

/// What a store reports.
private final class Heard: @unchecked Sendable {
    private let lock = NSLock()
    private var task: Task<Void, Never>?
    private var known: (everything: Int, names: [String], nothing: Int, failures: Int) = (0, [], 0, 0)

    init(_ store: EtcdStore) {
        task = Task { [weak self] in
            // As the loop that exchanges does.
            while !Task.isCancelled {
                do {
                    for try await change in store.changes() { self?.note(change) }
                } catch {
                    self?.lock.withLock { self?.known.failures += 1 }
                }
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private func note(_ change: SharedChange) {
        lock.withLock {
            switch change {
            case .anything: known.everything += 1
            case .names(let names):
                known.names += names
                known.nothing += names.isEmpty ? 1 : 0
            }
        }
    }

    deinit { task?.cancel() }

    var everything: Int { lock.withLock { known.everything } }
    var nothing: Int { lock.withLock { known.nothing } }
    var failures: Int { lock.withLock { known.failures } }
    var names: [String] { lock.withLock { known.names } }
}
#endif
