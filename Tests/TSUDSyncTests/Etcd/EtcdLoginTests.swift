#if os(Linux)
import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDSync

/// Users, logins that end, and permissions, with a real etcd.
@Suite(.mayBlockForLong, .enabled(if: EtcdServer.isInstalled, "etcd is not installed"), .someDialect)
struct EtcdLoginTests {
    /// A way in which a login ends.
    enum Ending: CaseIterable {
        /// The tokens are in the memory of the server alone.
        case restart
        case timeToLive
        case timeToLiveOfJWT
        /// "revision of auth store is old".
        case anotherUser
    }

    /// The endings by time, of ten seconds, are part of a full trial.
    @Test(arguments: Extent.isFull ? Ending.allCases : [.restart, .anotherUser])
    func `A login that has expired is renewed, and changes are reported again`(_ ending: Ending) async throws {
        let directory = try TemporaryDirectory()
        let server = try await server(ending, directory)
        let store = server.store(of: "ann", "secret")
        #expect(try await inTime { try await store.puts("1", to: "a", ifVersion: nil) })
        // Every second turn, the requests of the watch are lost, because a server that starts could reject a login.
        let turns = Counter()
        let gateway = TestGateway(to: server.endpoint.port ?? 0) { _ in
            if turns.total.isMultiple(of: 2) { return .none }
            throw CancellationError()
        }
        let endpoint = try TestEndpoint(.gateway(gateway))
        let listener = StoreListener(.patient(at: [endpoint.url], prefix: "p/", user: "ann", password: "secret"))
        try await eventually("it listens") { listener.everything >= 1 }
        turns.increment()
        switch ending {
        case .restart: try await server.restart()
        case .timeToLive, .timeToLiveOfJWT: try await Task.sleep(for: .seconds(12))
        case .anotherUser: try await run("auth/user/add", ["name": "bob", "password": "b"], on: server)
        }
        #expect(try await inTime { try await store.read(["a"])["a"]?.text } == "1")
        let before = listener.everything
        endpoint.cut()
        turns.increment()
        try await eventually("the watch is renewed") { listener.everything > before }
        let version = try await inTime { try await store.read(["a"])["a"]?.version }
        #expect(try await inTime { try await store.puts("2", to: "a", ifVersion: version) })
        try await eventually("the change arrives") { listener.names.contains("a") || listener.everything > before + 1 }
        #expect(listener.refusals == [])
    }

    /// The response to a request, repeated if a login of ten seconds expired before its first use.
    private func inTime<Answer>(_ request: () async throws -> Answer) async throws -> Answer {
        for _ in 0..<20 {
            do {
                return try await request()
            } catch let failure as EtcdStore.Unreachable where failure.description.contains("invalid auth token") {
                continue
            }
        }
        return try await request()
    }

    private func server(_ ending: Ending, _ directory: TemporaryDirectory) async throws -> EtcdServer {
        var options: [String] = []
        // Long enough for a request that waits for its turn among the other tests.
        if ending == .timeToLive { options = ["--auth-token-ttl", "10"] }
        if ending == .timeToLiveOfJWT || ending == .anotherUser {
            try Data("an example of a secret that is long enough".utf8).write(to: URL(filePath: directory.path("key")))
            let time = ending == .anotherUser ? "ttl=1h" : "ttl=10s"
            options = ["--auth-token", "jwt,sign-method=HS256,priv-key=\(directory.path("key")),\(time)"]
        }
        return try await EtcdServer.withUsers(options)
    }

    @Test func `A wrong password and a missing permission are reported without the password`()
        async throws
    {
        let server = try await EtcdServer.withUsers()
        let wrong = server.store(of: "ann", "wrong")
        let refusal = await #expect(throws: SharedStoreRejection.self) { try await wrong.read(["a"]) }
        #expect(refusal?.reason.contains("invalid user ID or password") == true)
        #expect("\(String(describing: refusal))".contains("wrong") == false)
        let elsewhere = EtcdStore.patient(at: [server.endpoint], prefix: "q/", user: "ann", password: "secret")
        let denied = await #expect(throws: SharedStoreRejection.self) { try await elsewhere.read(["a"]) }
        #expect(denied?.reason.contains("permission denied") == true)
        await #expect(throws: SharedStoreRejection.self) { for try await _ in elsewhere.changes() {} }
        await #expect(throws: SharedStoreRejection.self) { try await server.store.read(["a"]) }
    }

    @Test(.fullTrial) func `The password is read at each login`() async throws {
        let server = try await EtcdServer.withUsers()
        let password = Password("secret")
        let store = EtcdStore(
            at: [server.endpoint],
            prefixes: ["p/"],
            login: EtcdLogin("ann") { try password.value() },
            timeout: .seconds(900)
        )
        #expect(try await store.puts("1", to: "a", ifVersion: nil))
        // That ends the login as well.
        try await run("auth/user/changepw", ["name": "ann", "password": "other"], on: server)
        password.set("other")
        try await Task.sleep(for: .seconds(1))
        #expect(try await store.read(["a"])["a"]?.text == "1")
        password.set(nil)
        try await run("auth/user/changepw", ["name": "ann", "password": "another"], on: server)
        try await Task.sleep(for: .seconds(1))
        let refusal = await #expect(throws: SharedStoreRejection.self) { try await store.read(["a"]) }
        #expect(refusal?.reason.contains("can't get the password for etcd") == true)
        password.set("another")
        #expect(try await store.read(["a"])["a"]?.text == "1")
    }

    @Test func `One login serves all requests of a store`() async throws {
        let server = try await EtcdServer.withUsers()
        let store = server.store(of: "ann", "secret")
        let before = try await server.requests("Authenticate")
        let listener = StoreListener(store)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 { group.addTask { _ = try await store.read(["a"]) } }
            try await group.waitForAll()
        }
        try await eventually("it listens") { listener.everything >= 1 }
        // A rejection for another reason doesn't cause a login.
        for name in ["a", "b"] { #expect(try await store.puts("1", to: name, ifVersion: nil)) }
        await #expect(throws: SharedStoreRejection.self) {
            try await store.write([SharedWrite(String(repeating: "1", count: 2_000_000), to: "a", ifVersion: nil)])
        }
        #expect(try await server.requests("Authenticate") == before + 1)
    }

    @Test(.fullTrial) func `A login may take six times as long as another request`() async throws {
        let server = try await EtcdServer.withUsers()
        // Long enough for other requests among the other tests.
        let gateway = TestGateway(to: server.endpoint.port ?? 0) {
            $0 == "auth/authenticate" ? .delay(microseconds: 3_000_000) : .none
        }
        let endpoint = try TestEndpoint(.gateway(gateway))
        let store = EtcdStore.patient(
            at: [endpoint.url],
            prefix: "p/",
            user: "ann",
            password: "secret",
            timeout: .seconds(2)
        )
        #expect(try await store.puts("1", to: "a", ifVersion: nil))
        #expect(gateway.requests("auth/authenticate") == 1)
    }

    @Test func `A failed login is not repeated at once, and another token is used`()
        async throws
    {
        let login = EtcdLogin("ann") { "secret" }
        let asked = Counter()
        func renew(_ refused: String?, _ result: Result<String?, any Error>) async throws -> String? {
            try await login.renew(refused, spreadOver: .seconds(600)) { user, password in
                #expect([user, password] == ["ann", "secret"])
                asked.increment()
                return try result.get()
            }
        }
        #expect(try await renew(nil, .success("one")) == "one")
        // Another request was rejected with an older token.
        #expect(try await renew(nil, .success("two")) == "one")
        #expect(asked.total == 1)
        // Another endpoint may respond.
        await #expect(throws: FailedRequest.lost) { try await renew("one", .failure(FailedRequest.lost)) }
        #expect(try await renew("one", .success("three")) == "three")
        #expect(asked.total == 3)
        for error in [
            FailedRequest.timedOut, FailedRequest(reason: "it responds with 'etcdserver: request timed out'"),
        ] {
            await #expect(throws: FailedRequest.timedOut) { try await renew("three", .failure(error)) }
        }
        #expect(asked.total == 4)
        #expect(try await renew("one", .success("four")) == "three")
    }

    @Test func `A login without a response is repeated at growing intervals`() async {
        let login = EtcdLogin("ann") { "secret" }
        let asked = Counter()
        let start = ContinuousClock.now
        while asked.total < 10 {
            _ = try? await login.renew(nil, spreadOver: .milliseconds(10)) { _, _ in
                asked.increment()
                throw FailedRequest.timedOut
            }
        }
        // 10, 20, 40, 80 and then 160 milliseconds, or a tenth of that by chance.
        #expect(start.duration(to: .now) > .milliseconds(94))
    }

    @Test func `A store with a user works while authentication is turned on and off`() async throws {
        let server = try await EtcdServer([])
        let store = server.store(of: "ann", "secret")
        let relay = try TestEndpoint(.relay(to: server.endpoint.port ?? 0, microseconds: 0))
        let listener = StoreListener(.patient(at: [relay.url], prefix: "p/", user: "ann", password: "secret"))
        func works(_ number: Int) async throws {
            let (before, version) = (listener.everything, try await store.read(["a"])["a"]?.version)
            #expect(try await store.puts("\(number)", to: "a", ifVersion: version))
            relay.cut()
            try await eventually("the watch is renewed") { listener.everything > before }
        }
        try await works(1)
        try await server.addUsers()
        try await works(2)
        try await run("auth/disable", [:], on: server)
        try await works(3)
        _ = try await server.command("auth/enable", [:])
        try await works(4)
        #expect(listener.refusals == [])
    }

    @Test func `A login that ends before the repeated request is no rejection`() async throws {
        let server = try await EtcdServer.withUsers()
        // Two requests arrive with a new login's token, after this login has ended.
        let ended = Counter()
        let gateway = TestGateway(to: server.endpoint.port ?? 0) { path in
            if path == "auth/authenticate" { return .none }
            ended.increment()
            if ended.total > 4 { return .none }
            let body = #"{"error": "etcdserver: invalid auth token", "code": 16, "message": "invalid auth token"}"#
            return .answer("HTTP/1.1 401 Unauthorized\r\n\r\n\(body)")
        }
        let endpoint = try TestEndpoint(.gateway(gateway))
        let store = EtcdStore.patient(at: [endpoint.url], prefix: "p/", user: "ann", password: "secret")
        for _ in 0..<2 {
            let failure = await #expect(throws: EtcdStore.Unreachable.self) { try await store.read(["a"]) }
            #expect(failure?.description.hasSuffix("it says 'invalid auth token' after a login") == true)
        }
        #expect(try await store.puts("1", to: "a", ifVersion: nil))
        #expect(gateway.requests("auth/authenticate") == 2)
    }

    @Test func `A user that etcd doesn't need is reported once`() async throws {
        let server = try await EtcdServer([])
        let directory = try TemporaryDirectory()
        let (path, address) = (try Program.path(of: "sync-helper"), server.endpoint.absoluteString)
        let user = ["TSUD_USER": "ann", "TSUD_PASSWORD": "secret"]
        let program = try RunningProgram(path, ["p/", address], in: directory, withErrors: true, variables: user)
        try await eventually("it is ready") { program.has("ready") }
        program.tell("set k01 1")
        try await eventually("it sends") { program.has("sent k01 1") }
        let line = "TSUD: etcd has no authentication, so TSUDSync doesn't use the user."
        #expect(program.lines(with: "TSUD:") == [line])
    }

    @Test func `A user with read permission alone can follow`() async throws {
        let server = try await EtcdServer.withUsers()
        let editor = server.store(of: "ann", "secret")
        _ = try await editor.write([
            SharedWrite("an identity", to: "TSUDSync", ifVersion: nil), SharedWrite("14", to: "size", ifVersion: nil),
            SharedWrite("1", to: "depth", ifVersion: nil),
        ])
        try await withEphemeralSettings { suite in
            size[suite] = 99
            let reader = server.store(of: "eve", "e")
            let events = Events()
            let sync = ([size.self, depth.self] as [any TSUD.Type]).follow(reader, in: suite)
                .passEvents(to: events)
            #expect(await sync.waitForFirstSync(within: .seconds(900)))
            #expect(size[suite] == 14)
            try await eventually("the events come") { events.all.count >= 2 }
            #expect(
                events.all.prefix(2) == [.overwritten(name: "size", text: "99"), .received(name: "size", text: "14")]
            )
            size[suite] = 98
            try await eventually("it is put back") { size[suite] == 14 }
            let version = try await editor.read(["depth"])["depth"]?.version
            #expect(try await editor.puts(nil, to: "depth", ifVersion: version))
            try await eventually("it is reset") { !depth.in(suite).isSet }
            try await eventually("the event comes") { events.all.contains(.overwritten(name: "size", text: "98")) }
            #expect(sync.status.isConnected && !sync.status.isMissingStoreID)
            #expect(try await editor.read(["size"])["size"]?.text == "14")
        }
    }

    /// A command as the user root.
    private func run(_ path: String, _ body: [String: any Sendable], on server: EtcdServer) async throws {
        let root = EtcdStore.patient(at: [server.endpoint], prefix: "", user: "root", password: "r")
        _ = try await server.command(path, body, by: root)
    }
}

private enum size: TSUD { static let defaultValue = 12 }
private enum depth: TSUD { static let defaultValue = 0 }

private final class Password: @unchecked Sendable {
    private let lock = NSLock()
    private var text: String?
    init(_ text: String) { self.text = text }
    func set(_ new: String?) { lock.withLock { text = new } }
    func value() throws -> String {
        guard let text = lock.withLock({ text }) else { throw CocoaError(.fileNoSuchFile) }
        return text
    }
}

extension EtcdServer {
    static func withUsers(_ options: [String] = []) async throws -> EtcdServer {
        let server = try await EtcdServer(options)
        try await server.addUsers()
        return server
    }

    /// A store as a user has it.
    fileprivate func store(of user: String, _ password: String) -> EtcdStore {
        .patient(at: [endpoint], prefix: "p/", user: user, password: password)
    }

    /// Adds root, ann with read and write permission for `p/`, and eve with read permission, and enables
    /// authentication.
    func addUsers() async throws {
        let range = ["key": Data("p/".utf8).base64EncodedString(), "range_end": Data("p0".utf8).base64EncodedString()]
        func post(_ path: String, _ body: [String: Any]) async throws { _ = try await command(path, body) }
        for (user, password, role, permission) in [
            ("root", "r", "root", nil), ("ann", "secret", "editor", "READWRITE"), ("eve", "e", "reader", "READ"),
        ] as [(String, String, String, String?)] {
            try await post("auth/role/add", ["name": role])
            if let permission {
                let allowed = range.merging(["permType": permission]) { $1 }
                try await post("auth/role/grant", ["name": role, "perm": allowed])
            }
            try await post("auth/user/add", ["name": user, "password": password])
            try await post("auth/user/grant", ["user": user, "role": role])
        }
        try await post("auth/enable", [:])
    }
}
#endif
