#if os(Linux)
import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDSync

/// Connections that are cut off, ended, slow or kept open, with a real etcd.
@Suite(.mayBlockForLong, .enabled(if: EtcdServer.isInstalled, "etcd is not installed"), .someDialect)
struct EtcdConnectionTests {
    @Test(.fullTrial) func `A watch that a proxy ends is renewed`() async throws {
        let server = try await EtcdServer()
        let gateway = TestGateway(to: server.endpoint.port ?? 0) {
            $0 == "watch" ? .end(microsecondsAfterFirstPart: 6_000_000) : .none
        }
        let endpoint = try TestEndpoint(.gateway(gateway))
        // A watch is renewed if it lasted three seconds, and renews itself after nine at most.
        let listener = StoreListener(.patient(at: [endpoint.url], prefix: "p/", timeout: .milliseconds(500)))
        try await eventually("it is renewed twice") { listener.everything >= 3 }
        // On a busy machine it may have begun too late.
        #expect(listener.failures.filter { !$0.hasSuffix("timed out") }.isEmpty)
    }

    @Test(.fullTrial) func `A client leaves an endpoint that is cut off from its cluster`() async throws {
        let ports = [try freePort(), try freePort(), try freePort()]
        let all = ports.enumerated().map { "m\($0)=http://127.0.0.1:\($1)" }.joined(separator: ",")
        // The servers of a cluster wait for each other when they start.
        async let first = EtcdServer(["--name", "m0", "--initial-cluster", all], peerPort: ports[0])
        async let second = EtcdServer(["--name", "m1", "--initial-cluster", all], peerPort: ports[1])
        async let third = EtcdServer(["--name", "m2", "--initial-cluster", all], peerPort: ports[2])
        let (members, elsewhere) = (try await [first, second, third], try await EtcdServer())
        let store = EtcdStore.patient(at: [members[0].endpoint, elsewhere.endpoint], prefix: "p/")
        store.state.withLock { $0.current = 0 }
        let listener = StoreListener(store)
        try await eventually("the first one arrives") {
            try await members[1].put("p/a", "1")
            return listener.names.contains("a")
        }
        for member in members.dropFirst() { try await member.kill() }
        try await eventually("the other one arrives") {
            try await elsewhere.put("p/b", "1")
            return listener.names.contains("b")
        }
    }

    @Test func `Programs that start don't all use the same endpoint first`() throws {
        let endpoints = try (1...3).map { try #require(URL(string: "http://127.0.0.1:\($0)")) }
        #expect(
            Set((0..<200).map { _ in EtcdStore.patient(at: endpoints, prefix: "").state.withLock(\.current) }) == [
                0, 1, 2,
            ]
        )
        #expect(EtcdStore.patient(at: [], prefix: "").state.withLock(\.current) == 0)
    }

    @Test(.fullTrial) func `A response over a slow link is read in parts of one revision`() async throws {
        let server = try await EtcdServer()
        let names = (0..<30).map { String(format: "n%02d", $0) }
        let members = (0..<10).map { String(format: "n00/%02d", $0) }
        let text = String(repeating: "x", count: 10_000)
        for name in names + members { try await server.put("p/" + name, text) }
        let gateway = TestGateway(to: server.endpoint.port ?? 0) { _ in .slow(bytesPerSecond: 130_000) }
        let endpoint = try TestEndpoint(.gateway(gateway))
        let near = EtcdStore.patient(at: [server.endpoint], prefix: "p/")
        // All takes four seconds.
        let store = EtcdStore.patient(at: [endpoint.url], prefix: "p/", timeout: .seconds(2))
        let old = try await near.read(["n00", "n29"])
        // On a busy machine the time of a request may be over too late, and all comes in one.
        let reads = Counter()
        let changing = Task {
            try await eventually("parts are read") { gateway.requests("kv/txn") >= 3 || reads.total > 0 }
            let both = ["n00", "n29"].map { SharedWrite("new", to: $0, ifVersion: old[$0]?.version) }
            #expect(try await near.write(both).count == 2)
        }
        let values = try await store.read(names)
        reads.increment()
        try await changing.value
        #expect(values.count == 40)
        #expect(values["n00"]?.text == values["n29"]?.text)
        #expect(values.values.values.filter { $0.text == text }.count >= 38)
        // The learned size of a part is kept.
        let before = gateway.requests("kv/txn")
        let again = try await store.read(names)
        #expect(again.count == 40)
        #expect(again["n29"]?.text == "new")
        let more = gateway.requests("kv/txn") - before
        print("By 130 kB/s, 0.4 MB are read by \(before) requests, and again by \(more).")
    }

    @Test func `If the first address of a host doesn't respond, TSUDSync tries the next one`() throws {
        let (good, silent) = (try TestEndpoint(.silent), socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        let port = "\(good.url.port ?? 0)"
        var (first, second): (UnsafeMutablePointer<addrinfo>?, UnsafeMutablePointer<addrinfo>?)
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        getaddrinfo("127.0.0.2", port, &hints, &first)
        getaddrinfo("127.0.0.1", port, &hints, &second)
        defer { for address in [first, second] { freeaddrinfo(address) } }
        let address = try #require(first)
        // Linux drops connections to a listener whose queue is full.
        var open = [silent]
        defer { for descriptor in open { close(descriptor) } }
        #expect(bind(silent, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 && listen(silent, 0) == 0)
        for _ in 0..<4 {
            open.append(socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0))
            _ = connect(open[open.count - 1], address.pointee.ai_addr, address.pointee.ai_addrlen)
        }
        #expect(throws: FailedRequest.timedOut) { try connect(to: first, within: 0) }
        address.pointee.ai_next = second
        defer { address.pointee.ai_next = nil }
        let connection = try connect(to: first, within: 60)
        var (peer, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        withUnsafeMutablePointer(to: &peer) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getpeername(connection.fileDescriptor, $0, &length)
            }
        }
        #expect(UInt32(bigEndian: peer.sin_addr.s_addr) == 0x7f00_0001)
    }

    @Test func `Members of a megabyte each are read in parts`() async throws {
        let server = try await EtcdServer()
        let text = String(repeating: "x", count: 1_000_000)
        for number in 0..<16 { try await server.put("p/a/\(number)", text) }
        let gateway = TestGateway(to: server.endpoint.port ?? 0) { _ in .none }
        let endpoint = try TestEndpoint(.gateway(gateway))
        let values = try await EtcdStore.patient(at: [endpoint.url], prefix: "p/").read(["a"])
        #expect(values.count == 16)
        #expect(values.values.values.allSatisfy { $0.text == text })
        #expect(gateway.requests("kv/txn") > 1)
    }

    @Test func `A reading that a compaction interrupts starts over at once`() async throws {
        let server = try await EtcdServer()
        try await server.put((0..<1_100).map { Data("p/a/\($0)".utf8) })
        let message = "etcdserver: mvcc: required revision has been compacted"
        let compacted = "HTTP/1.1 400 Bad\r\n\r\n{\"error\": \"\(message)\", \"message\": \"\(message)\", \"code\": 11}"
        let parts = Counter()
        let gateway = TestGateway(to: server.endpoint.port ?? 0) { path in
            parts.increment()
            return parts.total == 2 ? .answer(compacted) : .none
        }
        let endpoint = try TestEndpoint(.gateway(gateway))
        let store = EtcdStore.patient(at: [endpoint.url], prefix: "p/")
        // In halves.
        store.state.withLock { $0.divisor = 2 }
        #expect(try await store.read(["a"]).count >= 1_001)
        #expect(parts.total == 3)
        let other = try TestEndpoint(.gateway(TestGateway(to: 0) { _ in .answer(compacted) }))
        let error = await #expect(throws: EtcdStore.Unreachable.self) {
            try await EtcdStore.patient(at: [other.url], prefix: "p/").read(["a"])
        }
        #expect(error?.description == "etcd discards revisions faster than TSUDSync reads them")
        #expect(other.connections == 5)
    }

    @Test func `A proxy may support only HTTP/1.1, or keep connections open`() async throws {
        let server = try await EtcdServer()
        let gateway = TestGateway(to: server.endpoint.port ?? 0) { $0 == "watch" ? .none : .keptOpen }
        let endpoint = try TestEndpoint(.gateway(gateway))
        // Each request would take the time that it has.
        let time = Duration.seconds(600)
        let store = EtcdStore.patient(at: [endpoint.url], prefix: "p/", timeout: time)
        let start = ContinuousClock.now
        #expect(try await store.puts("1", to: "a", ifVersion: nil))
        #expect(try await store.read(["a"])["a"]?.text == "1")
        #expect(start.duration(to: .now) < time)
        #expect(gateway.versions == ["HTTP/1.1"])
    }
}
#endif
