public import Foundation

extension SharedStore where Self == EtcdStore {
    /// The values under a prefix in etcd; see ``EtcdStore``, whose initializers take a user and a password too.
    ///
    /// - Parameters:
    ///   - endpoints: the addresses of the cluster's members, such as `http://127.0.0.1:2379`.
    ///   - prefix: what the names of all settings begin with in etcd, such as `editor/`.
    /// - Returns: the store.
    public static func etcd(at endpoints: [URL], prefix: String) -> EtcdStore {
        EtcdStore(at: endpoints, prefix: prefix)
    }
}

/// The values under a prefix in etcd 3.4 or later.
///
/// With the prefix `editor/`, `etcdctl put editor/fontSize 14` sets the setting `fontSize` on all machines, and
/// `etcdctl get --prefix editor/` shows what they share.
///
/// It uses etcd's own JSON gateway. The first member that is asked is any of them; if one has not answered within five
/// seconds, or refuses, the next one is asked. An address with `https` is checked as the system checks certificates;
/// `http` sends everything in clear, also the password. Each program keeps one request open, by which it hears of
/// changes. After about a minute of silence it renews that, and looks at everything by one request.
///
/// A user needs the permission to read and write the prefix, as by `etcdctl role grant-permission editor readwrite
/// --prefix=true editor/`, and to follow only to read it. Give each kind of program, and each version that stores other
/// values, a prefix of its own.
public final class EtcdStore: SharedStore {
    /// The word "etcd" and the prefix.
    public var identifier: String { "etcd \(prefix)" }
    private let prefix: String
    let endpoints: [URL]
    let login: EtcdLogin?
    /// How long a member may take to answer, a sixth of how long for a login, and a twelfth of how long a watch may be
    /// silent; less in tests.
    @TaskLocal static var timeout = Duration.seconds(5)
    let lock = NSLock()
    /// The number of the member that answered last; the first one is any, so that not all programs ask the same.
    nonisolated(unsafe) var current: Int
    /// By what the longest answer is divided that can arrive in time: 1, and more by a slow link.
    nonisolated(unsafe) private var divisor = 1

    /// Creates a store for a cluster that asks for no user; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - endpoints: the addresses of the cluster's members, such as `http://127.0.0.1:2379`. They can be in any order,
    ///     and change from run to run.
    ///   - prefix: what the names of all settings begin with in etcd, such as `editor/`.
    public convenience init(at endpoints: [URL], prefix: String) { self.init(at: endpoints, prefix, nil) }

    /// Creates a store for a cluster that asks for a user; nothing is sent yet.
    ///
    /// By an `http` address the password is sent in clear.
    ///
    /// - Parameters:
    ///   - endpoints: the addresses of the cluster's members, such as `https://etcd.example.com:2379`.
    ///   - prefix: what the names of all settings begin with in etcd, such as `editor/`.
    ///   - user: the user.
    ///   - password: the user's password.
    public convenience init(at endpoints: [URL], prefix: String, user: String, password: String) {
        self.init(at: endpoints, prefix: prefix, user: user) { password }
    }

    /// Creates a store for a cluster that asks for a user, and asks for the password at each login.
    ///
    /// So a password can be changed while the program runs. If the closure throws, the login is tried again later.
    ///
    /// - Parameters:
    ///   - endpoints: the addresses of the cluster's members, such as `https://etcd.example.com:2379`.
    ///   - prefix: what the names of all settings begin with in etcd, such as `editor/`.
    ///   - user: the user.
    ///   - password: returns the user's password.
    public convenience init(
        at endpoints: [URL],
        prefix: String,
        user: String,
        password: @escaping @Sendable () async throws -> String
    ) {
        self.init(at: endpoints, prefix, EtcdLogin(user, password))
    }

    private init(at endpoints: [URL], _ prefix: String, _ login: EtcdLogin?) {
        (self.endpoints, self.prefix, self.login) = (endpoints, prefix, login)
        current = Int.random(in: 0..<max(endpoints.count, 1))
    }

    /// The most operations in a transaction: half of what etcd allows by default.
    private static let operations = 64

    /// Some keys that follow each other, at most so many of them.
    private struct KeyRange {
        var start: Data
        var end: Data?
        var limit = 1_001
    }

    /// Reads names; see ``SharedStore/read(_:)``.
    ///
    /// What is too much for one transaction, or for the time that one has, is read in parts, all of one moment.
    public func read(_ names: [String]) async throws -> [String: SharedValue] {
        var left = names.flatMap { name -> [KeyRange] in
            if name == CommonGround.reservedName { return [KeyRange(start: key(name))] }
            // The name itself, and all that begin with it and a slash, which the zero follows.
            return [KeyRange(start: key(name)), KeyRange(start: key(name + "/"), end: key(name + "0"))]
        }[...]
        var values: [[String: String]] = []
        var moment: String?
        while !left.isEmpty {
            let divisor = lock.withLock { self.divisor }
            let part = left.prefix(max(Self.operations / divisor, 1))
            let limit = max(1_001 / divisor, 1)
            let start = ContinuousClock.now
            do {
                let (pages, revision) = try await read(part, upTo: limit, at: moment)
                moment = moment ?? revision
                left = rest(of: part, after: pages, limit) + left.dropFirst(part.count)
                values += pages.joined()
            } catch is TooLong where divisor < 1_024 {
                lock.withLock { self.divisor = divisor * 2 }
                continue
            } catch is TooLong {
                throw Unreachable(description: "etcd's answer takes too long")
            }
            if divisor > 1, start + Self.timeout / 4 > .now { lock.withLock { self.divisor = divisor / 2 } }
        }
        // The revisions of a store that was emptied since may be the same.
        let reserved = key(CommonGround.reservedName).base64EncodedString()
        let identity = values.first { $0["key"] == reserved }?["value"] ?? ""
        return values.reduce(into: [:]) { contents, value in
            guard let name = name(value), let revision = value["mod_revision"] else { return }
            contents[name] = SharedValue(text(value["value"]), version: "\(revision) \(identity)")
        }
    }

    /// Reads ranges by one request, as they were at a revision.
    private func read(
        _ ranges: ArraySlice<KeyRange>,
        upTo limit: Int,
        at revision: String?
    ) async throws -> (pages: [[[String: String]]], revision: String?) {
        let requests = ranges.map { range in
            var request = ["key": range.start.base64EncodedString(), "limit": "\(min(range.limit, limit))"]
            request["range_end"] = range.end?.base64EncodedString()
            request["revision"] = revision
            return ["request_range": request]
        }
        let answer = try await post("kv/txn", ["success": requests])
        let responses = answer["responses"] as? [[String: Answer]] ?? []
        let pages = responses.map { $0["response_range"]?["kvs"] as? [[String: String]] ?? [] }
        return (pages, (answer["header"] as? Answer)?["revision"] as? String)
    }

    /// What follows the pages that were read, if these are full.
    private func rest(
        of ranges: ArraySlice<KeyRange>,
        after pages: [[[String: String]]],
        _ limit: Int
    ) -> ArraySlice<KeyRange> {
        zip(ranges, pages).compactMap { range, page in
            guard range.end != nil, page.count == limit, range.limit > limit, let last = page.last?["key"],
                let key = Data(base64Encoded: last)
            else { return nil }
            return KeyRange(start: key + [0], end: range.end, limit: range.limit - limit)
        }[...]
    }

    /// Writes names by a transaction, or two; see ``SharedStore/write(_:)``.
    public func write(_ writes: [SharedWrite]) async throws -> Set<String> {
        var (left, written) = (writes[...], Set<String>())
        while !left.isEmpty {
            // Those within a transaction may have as many operations as it lacks.
            let part = Array(left.prefix(Self.operations - 4))
            written.formUnion(try await writeTogether(part))
            left = left.dropFirst(part.count)
        }
        return written
    }

    /// Writes names by one transaction.
    ///
    /// One text is put by the transaction itself, and nothing is written if its name has changed. Each of the others has
    /// a transaction of its own in it; those alone would escape etcd's quota.
    private func writeTogether(_ writes: [SharedWrite]) async throws -> Set<String> {
        var others = writes
        let first = writes.firstIndex { $0.text != nil }.map { [others.remove(at: $0)] } ?? []
        let nested = others.map { ["request_txn": ["compare": [comparison($0)], "success": [change($0)]]] }
        let comparisons = first.map(comparison) + identities(of: writes)
        let answer = try await post("kv/txn", ["compare": comparisons, "success": first.map(change) + nested])
        guard answer["succeeded"] as? Bool == true else { return [] }
        let responses = (answer["responses"] as? [[String: Answer]] ?? []).suffix(others.count)
        let written = zip(others, responses).filter { $1["response_txn"]?["succeeded"] as? Bool == true }.map(\.0)
        return Set((first + written).map(\.name))
    }

    private func change(_ write: SharedWrite) -> Answer {
        let put = write.text.map { ["key": encoded(write.name), "value": Data($0.utf8).base64EncodedString()] }
        return put.map { ["request_put": $0] } ?? ["request_delete_range": ["key": encoded(write.name)]]
    }

    private func comparison(_ write: SharedWrite) -> [String: String] {
        let revision = write.version?.split(separator: " ").first.map(String.init)
        return ["key": encoded(write.name), "target": "MOD", "mod_revision": revision ?? "0"]
    }

    /// Compares the identity with the one that the store had when it was read.
    private func identities(of writes: [SharedWrite]) -> [[String: String]] {
        Set(writes.compactMap { $0.version?.split(separator: " ").dropFirst().first.map(String.init) }).map {
            ["key": encoded(CommonGround.reservedName), "target": "VALUE", "value": $0]
        }
    }

    /// Reports changes; see ``SharedStore/changes()``.
    public func changes() -> AsyncThrowingStream<SharedChange, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    // A watch returns when it has been silent for about a minute.
                    while true {
                        try await watch(["key": encoded(""), "range_end": encoded("\u{10FFFF}")]) { answer in
                            let values = (answer["events"] as? [Answer] ?? []).compactMap {
                                $0["kv"] as? [String: String]
                            }
                            continuation.yield(answer["created"] == nil ? .names(values.compactMap(name)) : .anything)
                        }
                    }
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    // MARK: Names

    /// The key of a name.
    ///
    /// An empty key is not allowed; it stands for all.
    private func key(_ name: String) -> Data {
        let bytes = Data((prefix + name).utf8)
        return bytes.isEmpty ? Data([0]) : bytes
    }

    /// The key of a name, as JSON has it.
    private func encoded(_ name: String) -> String { key(name).base64EncodedString() }

    private func name(_ value: [String: String]) -> String? {
        text(value["key"]).flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
    }

    /// The text in base64, which etcd leaves out if it is empty; `nil` if it is no UTF-8.
    private func text(_ encoded: String?) -> String? {
        String(data: Data(base64Encoded: encoded ?? "") ?? Data(), encoding: .utf8)
    }
}
