public import Foundation

extension SharedStore where Self == EtcdStore {
    /// The values under a prefix in etcd; see ``EtcdStore``, whose initializer takes a user and a password too.
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
/// It uses etcd's own JSON gateway, by `URLSession`. If the first member does not answer within five seconds, the next
/// one is asked. An address with `https` is checked as the system checks certificates. Each program keeps one request
/// open, by which it hears of changes, and renews it once a minute.
///
/// A user needs the permission to read and write the prefix, as by `etcdctl role grant-permission editor readwrite
/// --prefix=true editor/`. Give each kind of program, and each version that stores other values, a prefix of its own.
public final class EtcdStore: SharedStore {
    /// The word "etcd" and the prefix.
    public var identifier: String { "etcd \(prefix)" }
    private let prefix: String
    let endpoints: [URL]
    let login: [String: String]?
    /// How many seconds a member may take to answer, and a twelfth of how many a watch may be silent; less in tests.
    @TaskLocal static var timeout: TimeInterval = 5
    let lock = NSLock()
    /// The number of the member that answered last.
    nonisolated(unsafe) var current = 0
    nonisolated(unsafe) var token: String?
    /// The first revision that a watch that ended has not heard of.
    nonisolated(unsafe) private var unheard: Int?

    /// Creates a store; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - endpoints: the addresses of the cluster's members, such as `http://127.0.0.1:2379`. They can be in any order,
    ///     and change from run to run.
    ///   - prefix: what the names of all settings begin with in etcd, such as `editor/`.
    ///   - user: the user, if the cluster asks for one.
    ///   - password: the user's password.
    public init(at endpoints: [URL], prefix: String, user: String? = nil, password: String = "") {
        (self.endpoints, self.prefix) = (endpoints, prefix)
        login = user.map { ["name": $0, "password": password] }
    }

    /// Reads names; see ``SharedStore/read(_:)``.
    public func read(_ names: [String]) async throws -> SharedContents {
        var contents = SharedContents([:])
        // A transaction has at most 128 operations.
        for start in stride(from: 0, to: names.count, by: 50) {
            let ranges = names[start..<min(start + 50, names.count)].flatMap { name in
                // The name itself, and all that begin with it and a slash, which the zero follows.
                [["key": key(name)], ["key": key(name + "/"), "range_end": key(name + "0")]]
            }
            let answer = try await post("kv/txn", ["success": ranges.map { ["request_range": $0] }])
            contents.account = (answer["header"] as? [String: String])?["cluster_id"] ?? ""
            contents.revision = contents.revision ?? Self.revision(answer)
            let responses = answer["responses"] as? [[String: [String: Any]]] ?? []
            for value in responses.flatMap({ $0["response_range"]?["kvs"] as? [[String: String]] ?? [] }) {
                guard let name = name(value), let version = value["mod_revision"] else { continue }
                let text = String(data: Data(base64Encoded: value["value"] ?? "") ?? Data(), encoding: .utf8)
                contents.values[name] = SharedValue(text, version: version)
            }
        }
        return contents
    }

    /// Writes a name; see ``SharedStore/write(_:to:ifVersion:)``.
    public func write(_ text: String?, to name: String, ifVersion version: String?) async throws -> Bool {
        let key = key(name)
        let put = text.map { ["request_put": ["key": key, "value": Data($0.utf8).base64EncodedString()]] }
        let change = put ?? ["request_delete_range": ["key": key]]
        let comparison = ["key": key, "target": "MOD", "mod_revision": version ?? "0"]
        let answer = try await post("kv/txn", ["compare": [comparison], "success": [change]])
        return answer["succeeded"] as? Bool ?? false
    }

    /// Reports changes; see ``SharedStore/changes()``.
    public func changes() -> AsyncThrowingStream<SharedChange, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    while true { try await watch { continuation.yield($0) } }
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Hears of changes for a while, from where an earlier call ended.
    private func watch(_ report: (SharedChange) -> Void) async throws {
        // One goes on; if several have ended, all read everything anew.
        var next = lock.withLock {
            defer { unheard = nil }
            return unheard
        }
        defer { lock.withLock { unheard = unheard == nil ? next : nil } }
        let range = ["key": key(""), "range_end": key("\u{10FFFF}"), "start_revision": String(next ?? 0)]
        try await send("watch", ["create_request": range]) { line in
            let answer = line["result"] as? Answer ?? [:]
            let revision = Self.revision(answer) ?? 0
            if answer["canceled"] != nil || next ?? 0 > revision + 1 {
                // The revision has been compacted or, if etcd has fewer than it had, it has been emptied.
                next = nil
                throw Unreachable(description: "etcd has begun anew")
            }
            let values = (answer["events"] as? [[String: Any]] ?? []).compactMap { $0["kv"] as? [String: String] }
            // Without a name, it only tells that etcd can be reached again.
            report(next == nil ? .anything : .names(values.compactMap(name)))
            next = values.compactMap { Int($0["mod_revision"] ?? "") }.max().map { $0 + 1 } ?? next ?? revision + 1
        }
    }

    private static func revision(_ answer: [String: Any]) -> Int? {
        (answer["header"] as? [String: String])?["revision"].flatMap { Int($0) }
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
        let key = value["key"].flatMap { Data(base64Encoded: $0) }.flatMap { String(data: $0, encoding: .utf8) }
        return key.flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
    }
}
