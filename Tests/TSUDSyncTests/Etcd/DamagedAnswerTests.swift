#if os(Linux)
import Foundation
import FoundationNetworking
import TSUD
import TestSupport
import Testing

@testable import TSUDSync

/// Responses that no etcd sends, and that must neither store nor remove a value.
@Suite(.mayBlock) struct DamagedAnswerTests {
    private static let value = #""key": "cC9h", "value": "MQ==", "mod_revision": "3""#

    @Test(arguments: [
        (
            "a revision that is a number",
            #"{"kvs": [{"key": "cC9h", "value": "MQ==", "mod_revision": 3}], "count": "1"}"#
        ),
        ("a value that is null", #"{"kvs": [{"key": "cC9h", "value": null, "mod_revision": "3"}], "count": "1"}"#),
        ("a value that is not base64", #"{"kvs": [{"key": "cC9h", "value": "?", "mod_revision": "3"}], "count": "1"}"#),
        ("a value without a revision", #"{"kvs": [{"key": "cC9h", "value": "MQ=="}], "count": "1"}"#),
        ("a count without values", #"{"count": "1"}"#),
        ("a count that is a number", #"{"kvs": [{\#(Self.value)}], "count": 1}"#),
        ("values that are null", #"{"kvs": null}"#),
        ("values that are an object", #"{"kvs": {\#(Self.value)}}"#),
        ("a value that is a string", #"{"kvs": ["a"], "count": "1"}"#),
        ("a value newer than the answer", #"{"kvs": [{"key": "cC9h", "value": "MQ==", "mod_revision": "6"}]}"#),
        ("a response of another type", "[]"),
    ])
    func `A reading with a field of a wrong type is an error as a whole`(_ row: (String, String)) async throws {
        let (store, endpoint) = try store(
            #"{"header": {"revision": "5"}, "responses": [{"response_range": \#(row.1)}, {"response_range": {}}]}"#
        )
        await #expect(throws: EtcdStore.Unreachable.self) { try await store.read(["a"]) }
        withExtendedLifetime(endpoint) {}
    }

    @Test(arguments: ["1", "\"true\"", "null"])
    func `A write whose success is not a Bool is an error`(_ success: String) async throws {
        let (store, endpoint) = try store(
            #"{"header": {"revision": "5"}, "succeeded": \#(success), "responses": [{"response_put": {}}]}"#
        )
        await #expect(throws: EtcdStore.Unreachable.self) { try await store.puts("1", to: "a", ifVersion: nil) }
        withExtendedLifetime(endpoint) {}
    }

    @Test(arguments: [
        ("a revision that is a number", #"[{"kv": {"key": "cC9h", "value": "MQ==", "mod_revision": 3}}]"#),
        ("a value that is null", #"[{"kv": {"key": "cC9h", "value": null, "mod_revision": "3"}}]"#),
        ("another type of event", #"[{"type": "REMOVE", "kv": {\#(Self.value)}}]"#),
        ("a type that is a number", #"[{"type": 1, "kv": {\#(Self.value)}}]"#),
        ("no value", #"[{"type": "DELETE"}]"#),
        ("events that are null", "null"),
    ])
    func `A watch with a field of a wrong type fails, and reports no change`(_ row: (String, String)) async throws {
        let (store, endpoint) = try store(#"{"result": {"header": {"revision": "5"}, "events": \#(row.1)}}"# + "\n")
        var changes = 0
        await #expect(throws: EtcdStore.Unreachable.self) { for try await _ in store.changes() { changes += 1 } }
        #expect(changes == 0)
        withExtendedLifetime(endpoint) {}
    }

    @Test(arguments: ["9223372036854775807", "99999999999999999999", "-1", "1000000000001", "5.0", ""])
    func `A revision that no etcd reaches is an error`(_ revision: String) async throws {
        let (store, endpoint) = try store(
            #"{"header": {"revision": "\#(revision)"}, "responses": [{"response_range": {}}]}"#
        )
        await #expect(throws: EtcdStore.Unreachable.self) { try await store.read(["TSUDSync"]) }
        withExtendedLifetime(endpoint) {}
    }

    @Test func `An address that contains a user is rejected with a hint`() async throws {
        let url = try #require(URL(string: "http://ann:secret@127.0.0.1:2379"))
        let error = await #expect(throws: SharedStoreRejection.self) {
            try await EtcdStore.patient(at: [url], prefix: "p/").read(["a"])
        }
        #expect(error?.reason == "an address of etcd contains a user; use EtcdStore(at:prefix:user:password:)")
    }

    private func store(_ body: String) throws -> (EtcdStore, TestEndpoint) {
        let endpoint = try TestEndpoint(.answering("HTTP/1.1 200 OK\r\n\r\n\(body)"))
        return (EtcdStore.patient(at: [endpoint.url], prefix: "p/"), endpoint)
    }
}

/// The parts of a request that need no server.
@Suite(.mayBlock) struct HTTPRequestTests {
    @Test func `A response waits for its reader`() throws {
        let (waiting, order, end) = (WaitingBytes(), Recorder<String>(), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            _ = waiting.add(2 << 20)
            order.record("received")
            waiting.waitForReader()
            order.record("reads on")
            _ = waiting.add(2 << 20)
            waiting.waitForReader()
            order.record("ends")
            end.signal()
        }
        while order.all.isEmpty { Thread.sleep(forTimeInterval: 0) }
        order.record("removed")
        waiting.remove(2 << 20)
        while order.all.count < 3 { Thread.sleep(forTimeInterval: 0) }
        order.record("over")
        waiting.end()
        end.wait()
        #expect(order.all == ["received", "removed", "reads on", "over", "ends"])
    }

    @Test func `A redirect is not followed`() throws {
        let url = try #require(URL(string: "https://127.0.0.1:1/"))
        let http = HTTPRequest(URLRequest(url: url))
        let session = URLSession(configuration: .ephemeral)
        let response = try #require(HTTPURLResponse(url: url, statusCode: 307, httpVersion: nil, headerFields: [:]))
        let followed = Recorder<URLRequest?>()
        let task = session.dataTask(with: url)
        http.urlSession(
            session,
            task: task,
            willPerformHTTPRedirection: response,
            newRequest: URLRequest(url: url),
            completionHandler: followed.record
        )
        #expect(followed.all == [nil])
    }

    @Test(arguments: [
        ("SSL certificate problem: certificate has expired", "its certificate has expired, or is not valid yet"),
        ("SSL certificate problem: certificate is not yet valid", "its certificate has expired, or is not valid yet"),
        (
            "SSL certificate problem: unable to get local issuer certificate",
            "its certificate is from an authority that this system does not trust"
        ),
        (
            "SSL certificate problem: self-signed certificate",
            "its certificate is from an authority that this system does not trust"
        ),
        (
            "SSL: no alternative certificate subject name matches target host name '127.0.0.1'",
            "its certificate is for another host"
        ),
        ("SSL_connect failed", "there is no secure connection: SSL_connect failed"),
    ])
    func `The reasons of a rejected certificate differ`(_ words: String, _ reason: String) {
        // As Foundation on Linux creates it.
        let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: words])
        #expect(FailedRequest(error).reason == reason)
    }
}
#endif
