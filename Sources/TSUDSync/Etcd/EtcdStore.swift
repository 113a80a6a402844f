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

    /// Returns the store of the values under several prefixes in etcd, which programs can follow.
    ///
    /// - Parameters:
    ///   - endpoints: The addresses of the cluster's endpoints, such as `http://127.0.0.1:2379`.
    ///   - prefixes: The prefixes, of which the first that has a name wins, such as `canary/` and `service/`.
    /// - Returns: The store.
    public static func etcd(at endpoints: [URL], prefixes: [String]) -> EtcdStore {
        EtcdStore(at: endpoints, prefixes: prefixes)
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
    /// The word "etcd" and the prefixes.
    public var identifier: String { "etcd \(prefixes.joined(separator: ", "))" }
    /// The prefixes, of which the first that has a name wins, and the last has the reserved names.
    let prefixes: [String]
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
        /// The last read store ID in base64.
        var identity = ""
        /// The revisions of the keys under all prefixes except the last, negative for deleted ones.
        var hiding: [Data: Int] = [:]
        /// The `https` endpoints that respond in HTTP/2.
        var safeEndpoints: Set<URL> = []
    }

    /// Creates a store of one prefix, and sends no request yet.
    ///
    /// TSUDSync calls the closure at each login, so a password can change while the program runs. If the closure throws,
    /// TSUDSync retries the login later. An `http` address sends the password in clear.
    ///
    /// - Parameters:
    ///   - endpoints: The addresses of the cluster's endpoints, such as `https://etcd.example.com:2379`. They can be in
    ///     any order, and change from run to run.
    ///   - prefix: The prefix of all names in etcd, such as `editor/`.
    ///   - user: The user; `nil` for a cluster without authentication.
    ///   - password: A closure that returns the user's password.
    public convenience init(
        at endpoints: [URL],
        prefix: String,
        user: String? = nil,
        password: @escaping @Sendable () async throws -> String = { "" }
    ) {
        self.init(at: endpoints, prefixes: [prefix], user: user, password: password)
    }

    /// Creates a store of several prefixes, which programs can follow, and sends no request yet.
    ///
    /// - Parameters:
    ///   - endpoints: The addresses of the cluster's endpoints, such as `https://etcd.example.com:2379`.
    ///   - prefixes: The prefixes, of which the first that has a name wins. None may begin with another. The names
    ///     `TSUDSync` and `TSUDSync/removals` are those of the last prefix.
    ///   - user: The user; `nil` for a cluster without authentication.
    ///   - password: A closure that returns the user's password.
    public convenience init(
        at endpoints: [URL],
        prefixes: [String],
        user: String? = nil,
        password: @escaping @Sendable () async throws -> String = { "" }
    ) {
        self.init(at: endpoints, prefixes: prefixes, login: user.map { EtcdLogin($0, password) })
    }

    init(at endpoints: [URL], prefixes: [String], login: EtcdLogin?, timeout: Duration = .seconds(5)) {
        self.endpoints = endpoints
        self.prefixes = prefixes
        self.login = login
        self.timeout = timeout
        state = Locked(State(current: Int.random(in: 0..<max(endpoints.count, 1))))
    }

    // MARK: Reading

    /// The most ranges in a transaction: half of etcd's default limit.
    private static let ranges = 64

    /// The key of a name, or the keys of a setting's members, under one prefix.
    private struct KeyRange {
        var start: Data
        var end: Data?
        let setting: String
        /// How many keys were read, and how many of them belong to the setting.
        var count = 0
        var owned = 0

        /// Whether more keys are of no use, because TSUDSync syncs no members then, or because there is no end.
        var isCut: Bool { owned > 1_000 || count > 100_000 }

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
    /// - Returns: The values with their versions, and the settings with too many members.
    /// - Throws: ``SharedStoreRejection`` if etcd rejects the request. Any other error means that etcd can't be
    ///   reached, or that its response is unusable.
    public func read(_ names: [String]) async throws -> SharedReading {
        do {
            // If etcd has compacted the first revision, read at another one.
            for _ in 0..<5 { if let reading = try await reading(of: names, at: nil) { return reading } }
        } catch let rejection as SharedStoreRejection where prefixes.count > 1 {
            // The response to a transaction doesn't name the prefix.
            for (layer, prefix) in prefixes.enumerated() {
                do {
                    _ = try await read([KeyRange(start: key("", layer), setting: "")], upTo: 1, at: nil)
                } catch is SharedStoreRejection {
                    throw SharedStoreRejection("prefix '\(prefix)': \(rejection.reason)")
                }
            }
            throw rejection
        }
        throw Unreachable(description: "etcd discards revisions faster than TSUDSync reads them")
    }

    /// Reads the values under some names as they were at a revision.
    func read(_ names: [String], at revision: Int) async throws -> SharedReading {
        if let reading = try await reading(of: names, at: revision) { return reading }
        throw SharedStoreRejection("etcd has compacted revision \(revision)")
    }

    private func reading(of names: [String], at revision: Int?) async throws -> SharedReading? {
        try checkPrefixes()
        let ranges = names.flatMap { name -> [KeyRange] in
            if StoreID.isReserved(name) { return [KeyRange(start: key(name), setting: name)] }
            return prefixes.indices.flatMap { layer in
                // The name itself, and the names that begin with it and a slash. In ASCII, `0` follows the slash.
                let end = key(name + "0", layer)
                return [
                    KeyRange(start: key(name, layer), setting: name),
                    KeyRange(start: key(name + "/", layer), end: end, setting: name),
                ]
            }
        }
        let settings = Set(names)
        guard let (values, cut, moment) = try await readAll(ranges, of: settings, at: revision) else { return nil }
        let storeID = values.first { $0.key == key(StoreID.name) }
        if let storeID, storeID.value.isEmpty {
            let command = "etcdctl put \(prefixes.last ?? "")\(StoreID.name) \"$(cat /proc/sys/kernel/random/uuid)\""
            throw SharedStoreRejection("the store ID is empty; write one: \(command)")
        }
        let identity = storeID?.value.base64EncodedString() ?? ""
        if revision == nil { note(values, identity, of: settings, at: moment) }
        var contents = SharedReading([:], incomplete: cut)
        // Under another prefix, a name can have an older version, without another history.
        contents.isOrdered = prefixes.count == 1
        var layers: [String: Int] = [:]
        for value in values {
            guard let (name, layer) = name(value.key), name.owner(among: settings) != nil else { continue }
            if let first = layers[name], first <= layer { continue }
            layers[name] = layer
            // The version of the store ID is the revision of this reading.
            let number = name == StoreID.name ? moment : value.revision
            contents.values[name] = SharedValue(value.text, version: "\(number) \(identity)")
            contents.values[name]?.isTooLong = value.isTooLong
        }
        return contents
    }

    /// Notes the store ID, and the keys that take precedence over those under the last prefix.
    private func note(_ values: [EtcdValue], _ identity: String, of settings: Set<String>, at moment: Int) {
        state.withLock { state in
            if state.identity != identity { state.hiding = [:] }
            state.identity = identity
            if prefixes.count == 1 { return }
            // The watch may have reported a later change already.
            state.hiding = state.hiding.filter { key, revision in
                abs(revision) > moment || name(key)?.name.owner(among: settings) == nil
            }
            for value in values where abs(state.hiding[value.key] ?? 0) <= moment && hides(value.key) {
                state.hiding[value.key] = value.revision
            }
        }
    }

    private typealias Reading = (values: [EtcdValue], cut: Set<String>, revision: Int)

    /// Reads ranges at one revision; returns `nil` if etcd compacts this revision before the end.
    private func readAll(_ ranges: [KeyRange], of settings: Set<String>, at revision: Int?) async throws -> Reading? {
        var (left, values, cut) = (ranges[...], [EtcdValue](), Set<String>())
        var (moment, isLong, keysOnly) = (revision, false, false)
        while !left.isEmpty {
            let divisor = state.withLock(\.divisor)
            let part = left.prefix(keysOnly ? 1 : max(Self.ranges / divisor, 1))
            let limit = keysOnly ? 1 : max(1_001 / divisor, 1)
            let start = ContinuousClock.now
            do {
                let (pages, revision) = try await read(part, upTo: limit, at: moment, keysOnly: keysOnly)
                moment = moment ?? revision
                var rest: [KeyRange] = []
                for (range, page) in zip(part, pages) {
                    var range = range
                    range.count += page.count
                    range.owned += page.count { name($0.key)?.name.owner(among: settings) == range.setting }
                    if range.end != nil, range.isCut { cut.insert(range.setting) }
                    guard range.end != nil, page.count == limit, !range.isCut, let last = page.last else { continue }
                    range.start = last.key + [0]
                    rest.append(range)
                }
                left = rest + left.dropFirst(part.count)
                values += pages.joined()
            } catch let error where (error is TooLong || error is TooManyOperations) && divisor < 1_024 {
                isLong = true
                state.withLock { $0.divisor = divisor * 2 }
                continue
            } catch is TooLong where !keysOnly {
                // A single value is too long. After its key, requests get longer again.
                (keysOnly, isLong) = (true, false)
                continue
            } catch is TooLong {
                throw Unreachable(description: "etcd's response takes too long")
            } catch is Compacted {
                return nil
            }
            keysOnly = false
            let isFast = divisor > 1 && start + timeout / 4 > .now
            if isFast, !isLong { state.withLock { $0.divisor = divisor / 2 } }
        }
        return (values, cut, moment ?? 0)
    }

    /// Reads ranges by one request, as they were at a revision.
    private func read(
        _ ranges: ArraySlice<KeyRange>,
        upTo limit: Int,
        at revision: Int?,
        keysOnly: Bool = false
    ) async throws -> (pages: [[EtcdValue]], revision: Int) {
        let requests = ranges.map { range in
            var request: Answer = ["key": range.start.base64EncodedString(), "limit": "\(limit)"]
            request["range_end"] = range.end?.base64EncodedString()
            request["revision"] = revision.map { "\($0)" }
            if keysOnly { request["keys_only"] = true }
            return ["request_range": request]
        }
        let answer = EtcdFields(try await post("kv/txn", ["success": requests]))
        let responses = try responses(answer, requests.map { _ in "response_range" })
        let revision = try self.revision(answer)
        var pages: [[EtcdValue]] = []
        for (range, response) in zip(ranges, responses) {
            var page = try values(of: response, in: range, at: revision)
            for index in page.indices { page[index].isTooLong = keysOnly }
            pages.append(page)
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

    // MARK: Writing

    /// Writes all names or none by one transaction; see ``SharedStore/write(_:)``.
    ///
    /// - Parameter writes: The names, with their new strings and last read versions.
    /// - Returns: The new versions by name; empty if nothing was written.
    /// - Throws: ``SharedStoreRejection`` if etcd rejects the transaction. Any other error means that the outcome is
    ///   unknown.
    public func write(_ writes: [SharedWrite]) async throws -> [String: String] {
        let identity = writes.compactMap { $0.version?.split(separator: " ").dropFirst().first.map(String.init) }.first
        let isNew = writes.contains { $0.name.hasPrefix(Fence.prefix) && $0.version == nil }
        let lease = isNew ? try await grantLease() : nil
        let changes = writes.map { change($0, lease) }
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
        let version = "\(revision) \(identity ?? state.withLock(\.identity))"
        return Dictionary(writes.map { ($0.name, version) }) { first, _ in first }
    }

    private func change(_ write: SharedWrite, _ lease: String?) -> Answer {
        guard let text = write.text else { return ["request_delete_range": ["key": encoded(write.name)]] }
        var put: Answer = ["key": encoded(write.name), "value": Data(text.utf8).base64EncodedString()]
        if write.name.hasPrefix(Fence.prefix) {
            // The lease ends ten minutes after the process created the fence. The process then creates another one.
            if write.version == nil { put["lease"] = lease } else { put["ignore_lease"] = true }
        }
        return ["request_put": put]
    }

    private func grantLease() async throws -> String {
        if let lease = try EtcdFields(await post("lease/grant", ["TTL": "600"])).string("ID") { return lease }
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
                        try checkPrefixes()
                        var latest = 0
                        let ranges = prefixes.indices.map { layer in
                            ["key": encoded("", layer), "range_end": encoded("\u{10FFFF}", layer)]
                        }
                        try await watch(ranges) { answer in
                            let answer = EtcdFields(answer)
                            let revision = try answer.fields("header")?.number("revision") ?? 0
                            let (updates, others) = try self.updates(answer.array("events"))
                            // Only a reading shows whether etcd has gone back.
                            if try answer.flag("created") || revision < latest { continuation.yield(.anything) }
                            latest = max(latest, revision)
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
            guard let (name, layer) = name(value.key), !name.hasPrefix(Fence.prefix) else { continue }
            let (isPut, isLast) = (type == "PUT", layer == prefixes.count - 1)
            if StoreID.isReserved(name), !isLast { continue }
            let isHidden = state.withLock { state in
                if hides(value.key), abs(state.hiding[value.key] ?? 0) <= value.revision {
                    state.hiding[value.key] = isPut ? value.revision : -value.revision
                }
                return prefixes.indices.prefix(layer).contains { state.hiding[key(name, $0)] ?? 0 > 0 }
            }
            if isHidden { continue }
            let text = isPut ? value.text : nil
            // If a name is deleted under one of several prefixes, another one may have it at the same moment.
            if text == nil, isPut || prefixes.count > 1 {
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
    private func key(_ name: String, _ layer: Int? = nil) -> Data {
        let bytes = Data(((layer.map { prefixes[$0] } ?? prefixes.last ?? "") + name).utf8)
        return bytes.isEmpty ? Data([0]) : bytes
    }

    /// Returns the key of a name in base64.
    private func encoded(_ name: String, _ layer: Int? = nil) -> String { key(name, layer).base64EncodedString() }

    /// Returns the name of a key, and the number of its prefix, unless it is no UTF-8.
    private func name(_ key: Data) -> (name: String, layer: Int)? {
        guard let layer = prefixes.firstIndex(where: { key.starts(with: $0.utf8) }) else { return nil }
        return String(data: key.dropFirst(prefixes[layer].utf8.count), encoding: .utf8).map { ($0, layer) }
    }

    /// Whether a key takes precedence over others, because its prefix is not the last one.
    private func hides(_ key: Data) -> Bool { prefixes.dropLast().contains { key.starts(with: $0.utf8) } }

    /// Throws an error for prefixes that have the same keys.
    private func checkPrefixes() throws {
        if prefixes.isEmpty { throw SharedStoreRejection("the list of prefixes is empty") }
        for (index, prefix) in prefixes.enumerated() {
            for (other, beginning) in prefixes.enumerated() where index != other {
                if !prefix.utf8.starts(with: beginning.utf8) { continue }
                throw SharedStoreRejection("the prefix '\(prefix)' begins with '\(beginning)'")
            }
        }
    }
}
