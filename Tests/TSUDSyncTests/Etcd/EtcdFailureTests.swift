#if os(Linux)
import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDSync

/// Members that can't be reached, or refuse, with a real etcd.
@Suite(.mayBlock, .enabled(if: EtcdServer.isInstalled, "etcd is not installed"), .someDialect)
struct EtcdFailureTests {
    @Test func `The reason for an unreachable endpoint is one sentence`() async throws {
        let port = try freePort()
        let silent = try TestEndpoint(.silent)
        let page = try TestEndpoint(.answering("HTTP/1.1 502 Bad Gateway\r\n\r\n<html>Come back later</html>"))
        let mail = try TestEndpoint(.answering("220 smtp.example.com ESMTP\r\n\r\n"))
        let lost = try TestEndpoint(.answering("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"))
        let busy = try TestEndpoint(.answering("HTTP/1.1 503 Busy\r\n\r\n{\"code\": 14, \"message\": \"no leader\"}"))
        for (url, address, reason) in [
            ("http://127.0.0.1:\(port)", "127.0.0.1:\(port)", "connection refused"),
            ("http://a..b:2379", "a..b:2379", "no such host"),
            (silent.url.absoluteString, "127.0.0.1:\(silent.url.port ?? 0)", "timed out"),
            (mail.url.absoluteString, "127.0.0.1:\(mail.url.port ?? 0)", "it does not respond in HTTP"),
            (lost.url.absoluteString, "127.0.0.1:\(lost.url.port ?? 0)", "connection lost"),
            (busy.url.absoluteString, "127.0.0.1:\(busy.url.port ?? 0)", "it responds with 'no leader'"),
            (
                page.url.absoluteString, "127.0.0.1:\(page.url.port ?? 0)",
                "its response, with the status 502, is not from etcd 3.4 or later"
            ),
        ] {
            // With a user, the sentence doesn't appear twice.
            for user in [nil, "ann"] {
                let url = try #require(URL(string: url))
                let timeout = reason == "timed out" ? Duration.milliseconds(300) : .seconds(900)
                let store = EtcdStore.patient(at: [url], prefix: "p/", user: user, password: "secret", timeout: timeout)
                let error = await #expect(throws: EtcdStore.Unreachable.self) { try await store.read(["a"]) }
                #expect(error?.description == "etcd at \(address) can't be reached: \(reason)")
                #expect(error?.localizedDescription == error?.description)
            }
        }
    }

    @Test func `A request that one endpoint rejects goes to the next one`() async throws {
        let server = try await EtcdServer()
        let refusing = TestGateway(to: server.endpoint.port ?? 0) { _ in
            .answer("HTTP/1.1 429 Full\r\n\r\n{\"code\": 8, \"message\": \"mvcc: database space exceeded\"}")
        }
        let endpoint = try TestEndpoint(.gateway(refusing))
        let store = EtcdStore.patient(
            at: [endpoint.url, server.endpoint],
            prefix: "p/",
            user: "ann",
            password: "secret"
        )
        store.state.withLock { $0.current = 0 }
        #expect(try await store.puts("1", to: "a", ifVersion: nil))
        #expect(refusing.requests("kv/txn") == 1)
        let alone = EtcdStore.patient(at: [endpoint.url, endpoint.url], prefix: "p/", user: "ann", password: "secret")
        let refusal = await #expect(throws: SharedStoreRejection.self) { try await alone.read(["a"]) }
        #expect(
            refusal?.reason
                == "etcd at 127.0.0.1:\(endpoint.url.port ?? 0) responds with 'mvcc: database space exceeded'"
        )
        #expect(refusing.requests("kv/txn") == 3)
        #expect(refusing.requests("auth/authenticate") == 0)
    }

    @Test(arguments: [true, false])
    func `If one endpoint may have received a write, another's rejection is not its outcome`(
        _ isLosingFirst: Bool
    ) async throws {
        let losing = try TestEndpoint(.answering("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"))
        let full = #"{"code": 8, "message": "etcdserver: mvcc: database space exceeded"}"#
        let rejecting = try TestEndpoint(.answering("HTTP/1.1 429 Full\r\n\r\n\(full)"))
        let closed = try #require(URL(string: "http://127.0.0.1:\(try freePort())"))
        func write(_ endpoints: [URL]) async throws {
            let store = EtcdStore.patient(at: endpoints, prefix: "p/")
            store.state.withLock { $0.current = isLosingFirst ? 0 : 1 }
            _ = try await store.puts("1", to: "a", ifVersion: nil)
        }
        await #expect(throws: EtcdStore.Unreachable.self) { try await write([losing.url, rejecting.url]) }
        // A closed port receives nothing.
        await #expect(throws: SharedStoreRejection.self) { try await write([closed, rejecting.url]) }
    }

    @Test(arguments: [
        #"{"error": "e", "message": "etcdserver: permission denied", "code": 7}"#,
        #"{"code": 7, "message": "etcdserver: permission denied"}"#,
        #"{"code": 7, "message": "etcdserver: permission denied", "details": []}"#,
        #"{"message": "etcdserver: permission denied", "code": 7, "header": {}}"#,
        #"{"error": {"grpc_code": 7, "http_code": 403, "message": "etcdserver: permission denied"}}"#,
        #"{"error": {"code": 7, "message": "etcdserver: permission denied", "details": []}}"#,
    ])
    func `A response with any field of an error is an error, whatever its status`(_ body: String) async throws {
        for status in ["200 OK", "403 Forbidden"] {
            let endpoint = try TestEndpoint(.answering("HTTP/1.1 \(status)\r\n\r\n\(body)"))
            let store = EtcdStore.patient(at: [endpoint.url], prefix: "p/")
            let refusal = await #expect(throws: SharedStoreRejection.self) { try await store.read(["a"]) }
            #expect(
                refusal?.reason
                    == "etcd at 127.0.0.1:\(endpoint.url.port ?? 0) responds with 'etcdserver: permission denied'"
            )
            await #expect(throws: SharedStoreRejection.self) { for try await _ in store.changes() {} }
        }
    }

    @Test func `A response with the status of an error is an error, whatever its fields`() async throws {
        for (status, isRefused) in [(400, true), (401, true), (403, true), (429, false), (500, false), (503, false)] {
            let endpoint = try TestEndpoint(.answering("HTTP/1.1 \(status) Error\r\n\r\n{}"))
            let store = EtcdStore.patient(at: [endpoint.url], prefix: "p/")
            do {
                _ = try await store.read(["a"])
                Issue.record("\(status) counts as an answer.")
            } catch {
                #expect((error is SharedStoreRejection) == isRefused)
                #expect("\(error)".contains("the status \(status)"))
            }
        }
    }

    @Test(arguments: [
        ("200 OK", "{}", "its response has no 'header', so it is not etcd"),
        ("200 OK", #"{"ok": true}"#, "its response has no 'header', so it is not etcd"),
        ("302 Found", "{}", "it has the status 302 instead of 200"),
        ("200 OK", #"{"header": {"revision": "5"}}"#, "etcd's response doesn't have one result for each of 3 requests"),
        (
            "200 OK",
            #"{"header": {"revision": "5"}, "responses": [{"response_range": {"kvs": [{"key": "cC9i"}]}}, "#
                + #"{"response_range": {}}, {"response_range": {}}]}"#,
            "etcd's response has 'p/b', which was not requested"
        ),
        (
            "200 OK",
            #"{"header": {}, "responses": [{"response_range": {}}, {"response_range": {}}, {"response_range": {}}]}"#,
            "etcd's response has no revision in its 'header'"
        ),
    ])
    func `A response without a field that etcd always sends is an error`(
        _ status: String,
        _ body: String,
        _ words: String
    )
        async throws
    {
        let endpoint = try TestEndpoint(.answering("HTTP/1.1 \(status)\r\n\r\n\(body)"))
        let store = EtcdStore.patient(at: [endpoint.url], prefix: "p/")
        let error = await #expect(throws: EtcdStore.Unreachable.self) { try await store.read(["a", "TSUDSync"]) }
        #expect(error?.description.contains(words) == true)
        await #expect(throws: EtcdStore.Unreachable.self) { for try await _ in store.changes() {} }
    }

    @Test(arguments: [
        ("200 OK", "{}", "its response has no 'header', so it is not etcd"),
        ("302 Found", "{}", "it has the status 302 instead of 200"),
        (
            "200 OK", #"{"header": {"revision": "5"}, "succeeded": true}"#,
            "etcd's response doesn't have one result for each of 2 requests"
        ),
        // The response to a reading of two names.
        (
            "200 OK",
            #"{"header": {"revision": "5"}, "succeeded": true, "#
                + #""responses": [{"response_range": {}}, {"response_range": {}}]}"#,
            "etcd's response doesn't have one result for each of 2 requests"
        ),
        (
            "200 OK",
            #"{"header": {}, "succeeded": true, "responses": [{"response_put": {}}, {"response_delete_range": {}}]}"#,
            "etcd's response has no revision in its 'header'"
        ),
    ])
    func `A write fails if its response lacks a field that etcd always sends`(
        _ status: String,
        _ body: String,
        _ words: String
    )
        async throws
    {
        let endpoint = try TestEndpoint(.answering("HTTP/1.1 \(status)\r\n\r\n\(body)"))
        let writes = [("1", "a"), (nil, "b")].map { SharedWrite($0, to: $1, ifVersion: nil) }
        let error = await #expect(throws: EtcdStore.Unreachable.self) {
            try await EtcdStore.patient(at: [endpoint.url], prefix: "p/").write(writes)
        }
        #expect(error?.description.contains(words) == true)
    }

    @Test func `A watch without a header fails, and so does a lease without an ID`() async throws {
        for (body, words) in [
            (#"{"result": {"created": true}}"#, "its response to a watch has no 'header', so it is not etcd"),
            (#"{"header": {"revision": "5"}}"#, "etcd's response has no 'ID' of a lease"),
        ] {
            let endpoint = try TestEndpoint(.answering("HTTP/1.1 200 OK\r\n\r\n\(body)\n"))
            let store = EtcdStore.patient(at: [endpoint.url], prefix: "p/")
            let error = await #expect(throws: EtcdStore.Unreachable.self) {
                if body.contains("result") { for try await _ in store.changes() {} }
                _ = try await store.puts("1", to: Fence.prefix + "1", ifVersion: nil)
            }
            #expect(error?.description.contains(words) == true)
        }
    }

    @Test func `If one endpoint rejects a request and another is unreachable, the rejection is the reason`()
        async throws
    {
        let full = try TestEndpoint(.answering("HTTP/1.1 429 Full\r\n\r\n{\"code\": 8, \"message\": \"it is full\"}"))
        let dead = try #require(URL(string: "http://127.0.0.1:\(freePort())"))
        for endpoints in [[full.url, dead], [dead, full.url]] {
            let store = EtcdStore.patient(at: endpoints, prefix: "p/")
            store.state.withLock { $0.current = 0 }
            let sync = ([size.self] as [any TSUD.Type]).sync(with: store, in: DeviceDefaults())
            var events = sync.events.makeAsyncIterator()
            let reason = "etcd at 127.0.0.1:\(full.url.port ?? 0) responds with 'it is full'"
            #expect(await events.next() == .failed("Settings can't be synchronized: \(reason)."))
            #expect("\(sync.status)".hasPrefix("rejected by etcd p/ since"))
            #expect(sync.status.lastSync == nil)
        }
    }

    @Test func `Only http and https are schemes of etcd, in any case`() async throws {
        let server = try await EtcdServer()
        let upper = try #require(URL(string: server.endpoint.absoluteString.replacing("http", with: "HTTP")))
        #expect(try await EtcdStore.patient(at: [upper], prefix: "p/").read(["a"]).isEmpty)
        let other = try #require(URL(string: "ftp://127.0.0.1:2379"))
        let rejection = await #expect(throws: SharedStoreRejection.self) {
            try await EtcdStore.patient(at: [other], prefix: "p/").read(["a"])
        }
        #expect(rejection?.reason == "the scheme of etcd's address 'ftp' is neither http nor https")
    }

    @Test func `If a watch is cut off before its response, the next endpoint receives it`() async throws {
        let server = try await EtcdServer()
        let silent = try TestEndpoint(.silent)
        let store = EtcdStore.patient(at: [silent.url, server.endpoint], prefix: "p/")
        store.state.withLock { $0.current = 0 }
        let listener = StoreListener(store)
        try await eventually("the first endpoint receives it") { silent.connections == 1 }
        silent.cut()
        try await eventually("the change arrives") {
            try await server.put("p/a", "1")
            return listener.names.contains("a")
        }
    }

    @Test func `A watch fails if its response is not etcd's, or ends after its first line`() async throws {
        let server = try await EtcdServer()
        let created =
            "HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n{\"result\":{\"header\":{},\"created\":true}}\n"
        for (change, words) in [
            (TestGateway.Change.answer("HTTP/1.1 502 Bad\r\nContent-Length: 6\r\n\r\n<html>"), "the status 502"),
            (.answer("HTTP/1.1 502 Bad\r\nContent-Length: 0\r\n\r\n"), "the status 502"),
            (.answer(created), "it has ended the request for changes"),
            (.end(microsecondsAfterFirstPart: 0), "connection lost"),
        ] {
            let gateway = TestGateway(to: server.endpoint.port ?? 0) { $0 == "watch" ? change : .none }
            let endpoint = try TestEndpoint(.gateway(gateway))
            let store = EtcdStore.patient(at: [endpoint.url], prefix: "p/")
            let error = await #expect(throws: EtcdStore.Unreachable.self) {
                for try await _ in store.changes().prefix(3) {}
            }
            #expect(error?.description.contains(words) == true)
            #expect(gateway.requests("watch") == 1)
            // The request goes to another endpoint.
            let both = EtcdStore.patient(at: [endpoint.url, server.endpoint], prefix: "p/")
            both.state.withLock { $0.current = 0 }
            let listener = StoreListener(both)
            try await eventually("the change arrives") {
                try await server.put("p/a", "1")
                return listener.names.contains("a")
            }
            #expect(listener.failures.isEmpty)
        }
    }
}

private enum size: Unreported { static let defaultValue = 12 }
#endif
