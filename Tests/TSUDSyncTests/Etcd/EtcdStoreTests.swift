#if os(Linux)
import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDSync

/// The calls of the store itself, and a flush to it, with a real etcd.
@Suite(.mayBlock, .enabled(if: EtcdServer.isInstalled, "etcd is not installed"), .someDialect)
struct EtcdStoreTests {
    @Test func `A string replaces only the version that was read`() async throws {
        let server = try await EtcdServer()
        let store = server.store
        #expect(try await store.read(["a"]).isEmpty)
        #expect(try await store.puts("1", to: "a", ifVersion: nil))
        #expect(try await !store.puts("2", to: "a", ifVersion: nil))
        let first = try #require(try await store.read(["a"])["a"])
        #expect(first.text == "1")
        #expect(try await store.puts("2", to: "a", ifVersion: first.version))
        #expect(try await !store.puts(nil, to: "a", ifVersion: first.version))
        let second = try #require(try await store.read(["a"])["a"])
        #expect(try await store.puts(nil, to: "a", ifVersion: second.version))
        #expect(try await store.read(["a"]).isEmpty)
    }

    @Test func `A read returns the names of a setting and its members, and no others`() async throws {
        let (server, store) = try await EtcdServer.withStore()
        for name in ["a", "a/x", "a/ü%2E", "ab", "a-", "b", "b0"] { try await server.put("p/" + name, "in " + name) }
        try await server.put("a", "elsewhere")
        try await server.put("p/b", Data([0xFF, 0x00]))
        let values = try await store.read(["a", "b"])
        #expect(values.keys.sorted() == ["a", "a/x", "a/ü%2E", "b"])
        #expect(values["a/ü%2E"]?.text == "in a/ü%2E")
        #expect(values["b"]?.text == nil)
    }

    @Test func `A hundred names are written by one request, all or none`() async throws {
        let (server, store) = try await EtcdServer.withStore()
        let names = (0..<100).map { "a/\($0)" }
        #expect(try await store.puts("before", to: "a/7", ifVersion: nil))
        let before = try await server.traffic().requests
        #expect(try await store.write(names.map { SharedWrite("1", to: $0, ifVersion: nil) }).isEmpty)
        #expect(try await server.traffic().requests == before + 1)
        #expect(try await store.read(["a"]).keys.sorted() == ["a/7"])
        let others = names.filter { $0 != "a/7" }
        let written = try await store.write(others.map { SharedWrite("1", to: $0, ifVersion: nil) })
        let values = try await store.read(["a"])
        #expect(values.count == 100)
        #expect(others.allSatisfy { values[$0]?.version == written[$0] })
        #expect(values["a/7"]?.text == "before")
        let removed = try await store.write(names.map { SharedWrite(nil, to: $0, ifVersion: values[$0]?.version) })
        #expect(Set(removed.keys) == Set(names))
        #expect(try await store.read(["a"]).isEmpty)
    }

    @Test func `flush returns true once etcd has a change, although another setting changes at each request`()
        async throws
    {
        let (server, suite) = (try await EtcdServer(), DeviceDefaults())
        let changes = Counter()
        nonisolated(unsafe) let changing = suite
        let gateway = TestGateway(to: server.endpoint.port ?? 0) { _ in
            changes.increment()
            other[changing] = changes.total
            return .none
        }
        let endpoint = try TestEndpoint(.gateway(gateway))
        let store = EtcdStore.patient(at: [endpoint.url], prefix: "p/")
        let sync = ([size.self, other.self] as [any TSUD.Type]).sync(with: store, in: suite)
        for number in 1...3 {
            size[suite] = number
            #expect(await sync.flush(within: .seconds(900)))
            #expect(try await server.get("p/size") == "\(number)")
        }
    }

    @Test func `A full etcd rejects one string and many, but not removals`() async throws {
        let (server, store) = try await EtcdServer.withStore("--quota-backend-bytes=3000000")
        for name in ["a", "b"] { #expect(try await store.puts("1", to: name, ifVersion: nil)) }
        let values = try await store.read(["a", "b"])
        for number in 0..<10 { try? await server.put("other/\(number)", Data(count: 1_000_000)) }
        for count in [1, 3] {
            let writes = (0..<count).map { SharedWrite("1", to: "c\($0)", ifVersion: nil) }
            let refusal = await #expect(throws: SharedStoreRejection.self) { try await store.write(writes) }
            #expect(refusal?.reason.contains("database space exceeded") == true)
        }
        let removals = ["a", "b"].map { SharedWrite(nil, to: $0, ifVersion: values[$0]?.version) }
        #expect(try await Set(store.write(removals).keys) == ["a", "b"])
    }

    @Test func `Two requests read sixty settings, and at most 1,001 members of each`() async throws {
        let server = try await EtcdServer()
        let store = EtcdStore.patient(at: [server.endpoint], prefix: "")
        for start in stride(from: 0, to: 1200, by: 100) {
            let names = (start..<start + 100).map { "many/\($0)" }
            #expect(try await store.write(names.map { SharedWrite("1", to: $0, ifVersion: nil) }).count == 100)
        }
        let settings = ["many", "TSUDSync"] + (0..<59).map { "name\($0)" }
        for name in settings { #expect(try await store.puts(name, to: name, ifVersion: nil)) }
        let before = try await server.traffic().requests
        let values = try await store.read(settings)
        #expect(try await server.traffic().requests == before + 2)
        #expect(values.count == 1001 + 61)
        #expect(settings.allSatisfy { values[$0]?.text == $0 })
    }

    @Test func `A version that was read before the store was emptied replaces nothing`() async throws {
        let (server, store) = try await EtcdServer.withStore()
        #expect(try await store.puts("one", to: "TSUDSync", ifVersion: nil))
        #expect(try await store.puts("1", to: "a", ifVersion: nil))
        let read = try #require(try await store.read(["a", "TSUDSync"])["a"])
        try await server.restart(emptied: true)
        // The revisions are the same.
        #expect(try await store.puts("two", to: "TSUDSync", ifVersion: nil))
        #expect(try await store.puts("new", to: "a", ifVersion: nil))
        #expect(try await !store.puts("2", to: "a", ifVersion: read.version))
        #expect(try await store.read(["a"])["a"]?.text == "new")
    }

    @Test func `If an endpoint doesn't respond, another one receives the request`() async throws {
        let server = try await EtcdServer()
        let dead = URL(string: "http://127.0.0.1:\(try freePort())") ?? server.endpoint
        let store = EtcdStore.patient(at: [dead, server.endpoint], prefix: "p/")
        store.state.withLock { $0.current = 0 }
        #expect(try await store.puts("1", to: "a", ifVersion: nil))
        #expect(store.state.withLock(\.current) == 1)
        #expect(try await store.read(["a"])["a"]?.text == "1")
    }

    @Test(.fullTrial, arguments: [TestEndpoint.Kind.silent, .dripping(microseconds: 300_000)])
    func `A silent or slow endpoint is left for another one after its timeout`(
        _ kind: TestEndpoint.Kind
    ) async throws {
        let server = try await EtcdServer()
        let endpoint = try TestEndpoint(kind)
        func store(_ endpoints: URL...) -> EtcdStore {
            EtcdStore(at: endpoints, prefixes: ["p/"], login: nil, timeout: .seconds(2))
        }
        let stores = [store(endpoint.url, server.endpoint), store(endpoint.url, server.endpoint)]
        for store in stores { store.state.withLock { $0.current = 0 } }
        let listener = StoreListener(stores[1])
        #expect(try await stores[0].puts("1", to: "a", ifVersion: nil))
        try await eventually("it listens") { listener.everything >= 1 }
        // A change during a renewal of the watch is reported without its name.
        try await eventually("the change arrives") {
            try await server.put("p/b", "1")
            return listener.names.contains("b")
        }
        let alone = store(endpoint.url)
        await #expect(throws: EtcdStore.Unreachable.self) { try await alone.read(["a"]) }
        await #expect(throws: EtcdStore.Unreachable.self) { for try await _ in alone.changes() {} }
    }

    @Test func `A server that isn't etcd is an error`() async throws {
        let server = try await EtcdServer()
        let store = EtcdStore.patient(at: [server.endpoint.appending(path: "elsewhere")], prefix: "p/")
        let error = await #expect(throws: EtcdStore.Unreachable.self) { try await store.read(["a"]) }
        #expect(error?.description.contains("not from etcd") == true)
        let page = try TestEndpoint(.answering("HTTP/1.1 503 Service Unavailable\r\n\r\n<html>Come back later</html>"))
        let other = await #expect(throws: EtcdStore.Unreachable.self) {
            try await EtcdStore.patient(at: [page.url], prefix: "p/").read(["a"])
        }
        #expect(other?.description.contains("with the status 503") == true)
        let noise = try TestEndpoint(.answering("{}"))
        await #expect(throws: EtcdStore.Unreachable.self) {
            try await EtcdStore.patient(at: [noise.url], prefix: "p/").read(["a"])
        }
    }

    @Test(.fullTrial) func `A watch reports all settings after a silence and after an outage`() async throws {
        let server = try await EtcdServer()
        let listener = StoreListener(.patient(at: [server.endpoint], prefix: "p/", timeout: .milliseconds(500)))
        try await eventually("it listens") { listener.everything >= 1 }
        try await server.put("p/a", "1")
        try await server.put("q/a", "1")
        try await eventually("the change arrives") { listener.names.contains("a") || listener.everything >= 2 }
        let renewed = listener.everything
        try await eventually("the watch is silent and renewed twice") { listener.everything >= renewed + 2 }
        for emptied in [false, true] {
            try await server.restart(emptied: emptied)
            let before = listener.everything
            try await eventually("it goes on") { listener.everything > before }
        }
        #expect(Set(listener.names).isSubset(of: ["a"]))
    }
}

extension TestEndpoint.Kind: CustomTestStringConvertible {
    var testDescription: String { if case .silent = self { "silent" } else { "dripping" } }
}

extension EtcdServer {
    /// A store with the prefix `p/`.
    var store: EtcdStore { EtcdStore.patient(at: [endpoint], prefix: "p/") }

    static func withStore(_ options: String...) async throws -> (EtcdServer, EtcdStore) {
        let server = try await EtcdServer(options)
        return (server, server.store)
    }
}

/// The reports of a store.
final class StoreListener: @unchecked Sendable {
    private let lock = NSLock()
    private var task: Task<Void, Never>?
    private var known: (everything: Int, names: [String], refusals: [String], failures: [String]) = (0, [], [], [])

    init(_ store: EtcdStore) {
        task = Task { [weak self] in
            // As the loop that synchronizes does.
            while !Task.isCancelled {
                do {
                    for try await change in store.changes() { self?.note(change) }
                } catch {
                    self?.note(error)
                }
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private func note(_ change: SharedChange) {
        lock.withLock {
            switch change {
            case .names(let names): known.names += names
            case .updates(let updates): known.names += updates.map(\.name)
            case .anything: known.everything += 1
            }
        }
    }

    private func note(_ error: any Error) {
        lock.withLock {
            if let error = error as? SharedStoreRejection {
                known.refusals.append(error.reason)
            } else {
                known.failures.append("\(error)")
            }
        }
    }

    deinit { task?.cancel() }

    var everything: Int { lock.withLock { known.everything } }
    var refusals: [String] { lock.withLock { known.refusals } }
    var failures: [String] { lock.withLock { known.failures } }
    var names: [String] { lock.withLock { known.names } }
}

private enum size: TSUD { static let defaultValue = 0 }
private enum other: TSUD { static let defaultValue = 0 }
#endif
