public import Foundation
import TSUD

extension SharedStore where Self == EtcdStore {
    /// Returns the store of the values under a prefix in etcd; see ``EtcdStore`` for a user and a password.
    ///
    /// - Parameters:
    ///   - endpoints: The addresses of the cluster's endpoints, such as `http://127.0.0.1:2379`.
    ///   - prefix: The prefix of all names in etcd, such as `editor/`.
    /// - Returns: The store.
    public static func etcd(at endpoints: [URL], prefix: String) -> EtcdStore {
        EtcdStore(at: endpoints, prefix: prefix)
    }
}

/// The values under a prefix in etcd 3.4 or later.
///
/// With the prefix `editor/`, `etcdctl put editor/fontSize 14` sets the setting `fontSize` on all machines, and
/// `etcdctl get --prefix editor/` shows the values that they share.
///
/// The store uses etcd's JSON gateway, and begins with a random endpoint. If an endpoint doesn't respond within five
/// seconds, or rejects a request, the store tries the next one. The system checks the certificate of an `https`
/// address; `http` sends everything in clear, including the password. Each program keeps one request open to receive
/// changes. After about a minute of silence, it renews this request, and reads everything by another one.
///
/// To call `sync`, a user needs the permission to read and write the prefix, as by `etcdctl role grant-permission
/// editor readwrite --prefix=true editor/`. To call `follow`, the permission to read is enough. Give each kind of
/// program, and each version that stores other values, its own prefix.
public final class EtcdStore: SharedStore, FencedStore {
    /// The word "etcd" and the prefix.
    public var identifier: String { "etcd \(prefix)" }
    private let prefix: String
    let endpoints: [URL]
    let login: EtcdLogin?
    /// The time that an endpoint has to respond, a sixth of that of a login, and a twelfth of the silence of a watch.
    let timeout: Duration
    let state: Locked<State>

    struct State {
        /// The number of the endpoint that responded last; the first one is random, so that not all programs begin with
        /// the same.
        var current: Int
        /// The divisor of the number of ranges and keys in a request: 1, and more if a slow link delays responses.
        var divisor = 1
        /// The last read store ID in base64, and the latest revision with this ID.
        var identity = ""
        var revision = 0
        /// The revision before the latest one, and how often a response was older than the latest one alone.
        var confirmed = 0
        var doubts = 0
        /// The `https` endpoints that respond in HTTP/2.
        var safeEndpoints: Set<URL> = []
    }

    /// Creates a store for a cluster without authentication, and sends no request yet.
    ///
    /// - Parameters:
    ///   - endpoints: The addresses of the cluster's endpoints, such as `http://127.0.0.1:2379`. They can be in any
    ///     order, and change from run to run.
    ///   - prefix: The prefix of all names in etcd, such as `editor/`.
    public convenience init(at endpoints: [URL], prefix: String) {
        self.init(at: endpoints, prefix: prefix, login: nil)
    }

    /// Creates a store for a cluster with authentication, and sends no request yet.
    ///
    /// An `http` address sends the password in clear.
    ///
    /// - Parameters:
    ///   - endpoints: The addresses of the cluster's endpoints, such as `https://etcd.example.com:2379`.
    ///   - prefix: The prefix of all names in etcd, such as `editor/`.
    ///   - user: The user.
    ///   - password: The user's password.
    public convenience init(at endpoints: [URL], prefix: String, user: String, password: String) {
        self.init(at: endpoints, prefix: prefix, user: user) { password }
    }

    /// Creates a store for a cluster with authentication, and calls a closure for the password at each login.
    ///
    /// A password can therefore change while the program runs. If the closure throws, TSUDSync retries the login later.
    ///
    /// - Parameters:
    ///   - endpoints: The addresses of the cluster's endpoints, such as `https://etcd.example.com:2379`.
    ///   - prefix: The prefix of all names in etcd, such as `editor/`.
    ///   - user: The user.
    ///   - password: A closure that returns the user's password.
    public convenience init(
        at endpoints: [URL],
        prefix: String,
        user: String,
        password: @escaping @Sendable () async throws -> String
    ) {
        self.init(at: endpoints, prefix: prefix, login: EtcdLogin(user, password))
    }

    init(at endpoints: [URL], prefix: String, login: EtcdLogin?, timeout: Duration = .seconds(5)) {
        self.endpoints = endpoints
        self.prefix = prefix
        self.login = login
        self.timeout = timeout
        state = Locked(State(current: Int.random(in: 0..<max(endpoints.count, 1))))
    }

    // MARK: Reading

    /// The most ranges in a transaction: half of etcd's default limit.
    private static let ranges = 64

    /// Adjacent keys, up to a limit.
    private struct KeyRange {
        var start: Data
        var end: Data?
        var limit = 1_001

        func contains(_ key: Data) -> Bool {
            guard let end else { return key == start }
            return !key.lexicographicallyPrecedes(start) && key.lexicographicallyPrecedes(end)
        }
    }

    /// Reads the values under some names; see ``SharedStore/read(_:)``.
    ///
    /// If the response is too long for one transaction or for its time limit, it reads in parts, all at one revision.
    ///
    /// - Parameter names: The names of settings, and reserved ones.
    /// - Returns: The values with their versions.
    /// - Throws: ``SharedStoreRejection`` if etcd rejects the request. Any other error means that etcd can't be
    ///   reached, or that its response is unusable.
    public func read(_ names: [String]) async throws -> [String: SharedValue] {
        let ranges = names.flatMap { name -> [KeyRange] in
            if StoreID.isReserved(name) { return [KeyRange(start: key(name))] }
            // The name itself, and the names that begin with it and a slash. In ASCII, `0` follows the slash.
            return [KeyRange(start: key(name)), KeyRange(start: key(name + "/"), end: key(name + "0"))]
        }
        let before = state.withLock(\.self)
        var reading = try await readAll(ranges)
        // If etcd has compacted the first revision, read at another one.
        for _ in 0..<4 where reading == nil { reading = try await readAll(ranges) }
        guard let reading else {
            throw Unreachable(description: "etcd discards revisions faster than TSUDSync reads them")
        }
        let identity = reading.values.first { $0.key == key(StoreID.name) }?.value.base64EncodedString() ?? ""
        try note(reading.revision, identity, since: before)
        return reading.values.reduce(into: [:]) { contents, value in
            guard let name = name(value.key) else { return }
            // The version of the store ID is the revision of this reading.
            let number = name == StoreID.name ? reading.revision : value.revision
            contents[name] = SharedValue(value.text, version: "\(number) \(identity)")
        }
    }

    /// Records the revision of a response.
    ///
    /// With another store ID, the store was emptied or replaced, and any revision is possible.
    ///
    /// - Throws: ``Unreachable`` if the revision is older than before the request, with the same store ID. One wrong
    ///   response must not stop the program for ever, so this ends if only one response had the latest revision.
    private func note(_ revision: Int, _ identity: String, since before: State) throws {
        try state.withLock { state in
            if identity != state.identity {
                // Another response has shown a new store ID since the request.
                if identity == before.identity { return }
                (state.identity, state.revision, state.confirmed, state.doubts) = (identity, revision, 0, 0)
            } else if identity.isEmpty || identity != before.identity || revision >= before.revision {
                if revision < state.revision { return }
                (state.confirmed, state.revision, state.doubts) = (state.revision, revision, 0)
            } else if revision >= before.confirmed, state.doubts == 3 {
                (state.revision, state.doubts) = (revision, 0)
            } else {
                if revision >= before.confirmed { state.doubts += 1 }
                state.current += 1
                throw Unreachable(
                    description: "etcd's response has the revision \(revision) after \(before.revision), with the same "
                        + "store ID; delete '\(prefix)\(StoreID.name)' after restoring a snapshot"
                )
            }
        }
    }

    private typealias Reading = (values: [EtcdValue], revision: Int)

    /// Reads ranges at one revision; returns `nil` if etcd compacts this revision before the end.
    private func readAll(_ ranges: [KeyRange]) async throws -> Reading? {
        var (left, values) = (ranges[...], [EtcdValue]())
        var moment: Int?
        var isLong = false
        while !left.isEmpty {
            let divisor = state.withLock(\.divisor)
            let part = left.prefix(max(Self.ranges / divisor, 1))
            let limit = max(1_001 / divisor, 1)
            let start = ContinuousClock.now
            do {
                let (pages, revision) = try await read(part, upTo: limit, at: moment)
                moment = moment ?? revision
                left = rest(of: part, after: pages, limit) + left.dropFirst(part.count)
                values += pages.joined()
            } catch let error where (error is TooLong || error is TooManyOperations) && divisor < 1_024 {
                isLong = true
                state.withLock { $0.divisor = divisor * 2 }
                continue
            } catch is TooLong {
                throw Unreachable(description: "etcd's response takes too long")
            } catch is Compacted {
                return nil
            }
            let isFast = divisor > 1 && start + timeout / 4 > .now
            if isFast, !isLong { state.withLock { $0.divisor = divisor / 2 } }
        }
        return (values, moment ?? 0)
    }

    /// Reads ranges by one request, as they were at a revision.
    private func read(
        _ ranges: ArraySlice<KeyRange>,
        upTo limit: Int,
        at revision: Int?
    ) async throws -> (pages: [[EtcdValue]], revision: Int) {
        let requests = ranges.map { range in
            var request = ["key": range.start.base64EncodedString(), "limit": "\(min(range.limit, limit))"]
            request["range_end"] = range.end?.base64EncodedString()
            request["revision"] = revision.map { "\($0)" }
            return ["request_range": request]
        }
        let answer = EtcdFields(try await post("kv/txn", ["success": requests]))
        let responses = try responses(answer, requests.map { _ in "response_range" })
        let revision = try self.revision(answer)
        var pages: [[EtcdValue]] = []
        for (range, response) in zip(ranges, responses) {
            pages.append(try values(of: response, in: range, at: revision))
        }
        return (pages, revision)
    }

    /// Returns the values in the response to the request of a range.
    private func values(of response: EtcdFields, in range: KeyRange, at revision: Int) throws -> [EtcdValue] {
        let (all, count) = (try response.array("kvs"), try response.number("count") ?? 0)
        if all.isEmpty, count > 0 {
            throw Unreachable(description: "etcd's response has a 'count' without 'kvs'")
        }
        return try all.map { fields in
            let key = try fields.data("key")
            let name = String(data: key, encoding: .utf8) ?? "a key that is not UTF-8"
            if !range.contains(key) {
                throw Unreachable(description: "etcd's response has '\(name)', which was not requested")
            }
            let value = try EtcdValue(fields)
            if value.revision <= revision { return value }
            throw Unreachable(description: "etcd's response has '\(name)', which is newer than the answer")
        }
    }

    /// Returns the responses of a transaction to requests of some kinds.
    private func responses(_ answer: EtcdFields, _ kinds: [String]) throws -> [EtcdFields] {
        let all = try answer.array("responses")
        let responses = try zip(all, kinds).compactMap { try $0.fields($1) }
        if responses.count == kinds.count, all.count == kinds.count { return responses }
        throw Unreachable(description: "etcd's response doesn't have one result for each of \(kinds.count) requests")
    }

    private func revision(_ answer: EtcdFields) throws -> Int {
        if let revision = try answer.fields("header")?.number("revision") { return revision }
        throw Unreachable(description: "etcd's response has no revision in its 'header'")
    }

    /// Returns the ranges that follow the pages that were read, if these are full.
    private func rest(
        of ranges: ArraySlice<KeyRange>,
        after pages: [[EtcdValue]],
        _ limit: Int
    ) -> ArraySlice<KeyRange> {
        zip(ranges, pages).compactMap { range, page in
            guard range.end != nil, page.count == limit, range.limit > limit, let last = page.last else { return nil }
            return KeyRange(start: last.key + [0], end: range.end, limit: range.limit - limit)
        }[...]
    }

    // MARK: Writing

    /// Writes all names or none by one transaction; see ``SharedStore/write(_:)``.
    ///
    /// - Parameter writes: The names, with their new strings and last read versions.
    /// - Returns: The new versions by name; empty if nothing was written.
    /// - Throws: ``SharedStoreRejection`` if etcd rejects the transaction. Any other error means that the outcome is
    ///   unknown.
    public func write(_ writes: [SharedWrite]) async throws -> [String: String] {
        let before = state.withLock(\.self)
        let identity = writes.compactMap { $0.version?.split(separator: " ").dropFirst().first.map(String.init) }.first
        var changes: [Answer] = []
        for write in writes { changes.append(try await change(write)) }
        var comparisons = writes.map(comparison)
        // A store that was emptied since may have the same revisions.
        if let identity {
            comparisons.append(["key": encoded(StoreID.name), "target": "VALUE", "value": identity])
        }
        let answer: EtcdFields
        do {
            answer = EtcdFields(try await post("kv/txn", ["compare": comparisons, "success": changes]))
        } catch is TooManyOperations {
            throw SharedStoreRejection("etcd's option '--max-txn-ops' is lower than \(changes.count)")
        }
        guard try answer.flag("succeeded") else { return [:] }
        let revision = try revision(answer)
        _ = try responses(answer, writes.map { $0.text == nil ? "response_delete_range" : "response_put" })
        if let identity { try note(revision, identity, since: before) }
        let version = "\(revision) \(identity ?? before.identity)"
        return Dictionary(writes.map { ($0.name, version) }) { first, _ in first }
    }

    private func change(_ write: SharedWrite) async throws -> Answer {
        guard let text = write.text else { return ["request_delete_range": ["key": encoded(write.name)]] }
        var put: Answer = ["key": encoded(write.name), "value": Data(text.utf8).base64EncodedString()]
        if write.name.hasPrefix(Fence.prefix) {
            // The lease ends an hour after the process created the fence. The process then creates another one.
            if write.version == nil { put["lease"] = try await grantLease() } else { put["ignore_lease"] = true }
        }
        return ["request_put": put]
    }

    private func grantLease() async throws -> String {
        if let lease = try EtcdFields(await post("lease/grant", ["TTL": "3600"])).string("ID") { return lease }
        throw Unreachable(description: "etcd's response has no 'ID' of a lease")
    }

    private func comparison(_ write: SharedWrite) -> [String: String] {
        let revision = write.version?.split(separator: " ").first.map(String.init)
        return ["key": encoded(write.name), "target": "MOD", "mod_revision": revision ?? "0"]
    }

    // MARK: Watching

    /// Reports changes; see ``SharedStore/changes()``.
    ///
    /// - Returns: The changes, with values and versions.
    public func changes() -> AsyncThrowingStream<SharedChange, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    // A watch returns when it has been silent for about a minute.
                    while true {
                        var before = state.withLock(\.self)
                        try await watch(["key": encoded(""), "range_end": encoded("\u{10FFFF}")]) { answer in
                            let answer = EtcdFields(answer)
                            if let revision = try answer.fields("header")?.number("revision") {
                                // The next line must not be older either.
                                try note(revision, before.identity, since: before)
                                before.revision = max(before.revision, revision)
                            }
                            let (updates, others) = try self.updates(answer.array("events"))
                            if try answer.flag("created") { continuation.yield(.anything) }
                            if !updates.isEmpty { continuation.yield(.updates(updates)) }
                            if !others.isEmpty { continuation.yield(.names(others)) }
                        }
                    }
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Returns the new values in some events, and the names whose values are no UTF-8.
    private func updates(_ events: [EtcdFields]) throws -> (updates: [SharedUpdate], others: [String]) {
        let identity = state.withLock(\.identity)
        var (updates, others): ([SharedUpdate], [String]) = ([], [])
        for event in events {
            let type = try event.string("type") ?? "PUT"
            guard let value = try event.fields("kv").map(EtcdValue.init), ["PUT", "DELETE"].contains(type) else {
                throw Unreachable(description: "etcd's response has an invalid event")
            }
            guard let name = name(value.key), name == StoreID.name || !StoreID.isReserved(name) else { continue }
            let text = type == "DELETE" ? nil : value.text
            if type == "PUT", text == nil {
                others.append(name)
            } else {
                updates.append(SharedUpdate(text, of: name, version: "\(value.revision) \(identity)"))
            }
        }
        return (updates, others)
    }

    // MARK: Names

    /// Returns the key of a name.
    ///
    /// etcd rejects an empty key. A zero byte, the first possible key, replaces it.
    private func key(_ name: String) -> Data {
        let bytes = Data((prefix + name).utf8)
        return bytes.isEmpty ? Data([0]) : bytes
    }

    /// Returns the key of a name in base64.
    private func encoded(_ name: String) -> String { key(name).base64EncodedString() }

    /// Returns the name of a key, unless it is no UTF-8.
    private func name(_ key: Data) -> String? {
        String(data: key, encoding: .utf8).flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
    }
}
