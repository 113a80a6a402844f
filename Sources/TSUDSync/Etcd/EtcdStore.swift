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
/// It uses etcd's own JSON gateway. If the first member has not answered within five seconds, the next one is asked. An
/// address with `https` is checked as the system checks certificates; `http` sends everything in clear, also the
/// password. Each program keeps one request open, by which it hears of changes. After about a minute of silence it renews
/// that, and looks at everything by one request.
///
/// A user needs the permission to read and write the prefix, as by `etcdctl role grant-permission editor readwrite
/// --prefix=true editor/`, and to follow only to read it. Give each kind of program, and each version that stores other
/// values, a prefix of its own.
public final class EtcdStore: SharedStore {
    /// The word "etcd" and the prefix.
    public var identifier: String { "etcd \(prefix)" }
    private let prefix: String
    let endpoints: [URL]
    let login: (user: String, password: @Sendable () async throws -> String)?
    /// How long a member may take to answer, and a twelfth of how long a watch may be silent; less in tests.
    @TaskLocal static var timeout = Duration.seconds(5)
    let lock = NSLock()
    /// The number of the member that answered last.
    nonisolated(unsafe) var current = 0
    /// What the last login has given, and when.
    nonisolated(unsafe) var session: (token: String, start: ContinuousClock.Instant)?

    /// Creates a store for a cluster that asks for no user; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - endpoints: the addresses of the cluster's members, such as `http://127.0.0.1:2379`. They can be in any order,
    ///     and change from run to run.
    ///   - prefix: what the names of all settings begin with in etcd, such as `editor/`.
    public init(at endpoints: [URL], prefix: String) {
        (self.endpoints, self.prefix, login) = (endpoints, prefix, nil)
    }

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
    public init(
        at endpoints: [URL],
        prefix: String,
        user: String,
        password: @escaping @Sendable () async throws -> String
    ) {
        (self.endpoints, self.prefix, login) = (endpoints, prefix, (user, password))
    }

    /// Reads names; see ``SharedStore/read(_:)``.
    public func read(_ names: [String]) async throws -> [String: SharedValue] {
        let ranges = names.flatMap { name -> [Answer] in
            // The name itself, and all that begin with it and a slash, which the zero follows.
            let members: Answer = ["key": key(name + "/"), "range_end": key(name + "0"), "limit": "1001"]
            return name == CommonGround.reservedName ? [["key": key(name)]] : [["key": key(name)], members]
        }
        let answer = try await post("kv/txn", ["success": ranges.map { ["request_range": $0] }])
        let responses = answer["responses"] as? [[String: Answer]] ?? []
        let values = responses.flatMap { $0["response_range"]?["kvs"] as? [[String: String]] ?? [] }
        // The revisions of a store that was emptied since may be the same.
        let identity = values.first { $0["key"] == key(CommonGround.reservedName) }?["value"] ?? ""
        return values.reduce(into: [:]) { contents, value in
            guard let name = name(value), let revision = value["mod_revision"] else { return }
            contents[name] = SharedValue(text(value["value"]), version: "\(revision) \(identity)")
        }
    }

    /// Writes names by one transaction; see ``SharedStore/write(_:)``.
    ///
    /// One text is put by the transaction itself, and nothing is written if its name has changed. Each of the others has
    /// a transaction of its own in it; those alone would escape etcd's quota.
    public func write(_ writes: [SharedWrite]) async throws -> Set<String> {
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
        let put = write.text.map { ["key": key(write.name), "value": Data($0.utf8).base64EncodedString()] }
        return put.map { ["request_put": $0] } ?? ["request_delete_range": ["key": key(write.name)]]
    }

    private func comparison(_ write: SharedWrite) -> [String: String] {
        let revision = write.version?.split(separator: " ").first.map(String.init)
        return ["key": key(write.name), "target": "MOD", "mod_revision": revision ?? "0"]
    }

    /// Compares the identity with the one that the store had when it was read.
    private func identities(of writes: [SharedWrite]) -> [[String: String]] {
        Set(writes.compactMap { $0.version?.split(separator: " ").dropFirst().first.map(String.init) }).map {
            ["key": key(CommonGround.reservedName), "target": "VALUE", "value": $0]
        }
    }

    /// Reports changes; see ``SharedStore/changes()``.
    public func changes() -> AsyncThrowingStream<SharedChange, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    while true {
                        let start = ContinuousClock.now
                        try await watch(["key": key(""), "range_end": key("\u{10FFFF}")]) { answer in
                            let values = (answer["events"] as? [Answer] ?? []).compactMap {
                                $0["kv"] as? [String: String]
                            }
                            continuation.yield(answer["created"] == nil ? .names(values.compactMap(name)) : .anything)
                        }
                        // What is between may end each connection right away.
                        if start + .seconds(1) > .now { try await Task.sleep(for: .seconds(1)) }
                    }
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    // MARK: Names

    /// The key of a name, as JSON has it.
    ///
    /// An empty key is not allowed; it stands for all.
    private func key(_ name: String) -> String {
        let bytes = Data((prefix + name).utf8)
        return (bytes.isEmpty ? Data([0]) : bytes).base64EncodedString()
    }

    private func name(_ value: [String: String]) -> String? {
        text(value["key"]).flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
    }

    /// The text in base64, which etcd leaves out if it is empty; `nil` if it is no UTF-8.
    private func text(_ encoded: String?) -> String? {
        String(data: Data(base64Encoded: encoded ?? "") ?? Data(), encoding: .utf8)
    }
}
