public import Foundation

extension SharedStore where Self == EtcdStore {
    /// The values under a prefix in etcd; see ``EtcdStore``.
    ///
    /// - Parameters:
    ///   - endpoints: the addresses of the cluster's members, such as `http://127.0.0.1:2379`.
    ///   - prefix: what the names of all settings begin with in etcd, such as `editor/`.
    ///   - user: the user, if the cluster asks for one.
    ///   - password: the user's password.
    /// - Returns: the store.
    public static func etcd(
        at endpoints: [URL],
        prefix: String,
        user: String? = nil,
        password: String = ""
    ) -> EtcdStore {
        EtcdStore(at: endpoints, prefix: prefix, user: user, password: password)
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
    public let identifier: String
    private let prefix: String
    private let client: EtcdClient
    private let lock = NSLock()
    /// The first revision that a watch that ended has not heard of.
    private nonisolated(unsafe) var unheard: Int?

    /// Creates a store; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - endpoints: the addresses of the cluster's members, such as `http://127.0.0.1:2379`. They can be in any order,
    ///     and change from run to run.
    ///   - prefix: what the names of all settings begin with in etcd, such as `editor/`.
    ///   - user: the user, if the cluster asks for one.
    ///   - password: the user's password.
    public convenience init(at endpoints: [URL], prefix: String, user: String? = nil, password: String = "") {
        self.init(EtcdClient(endpoints, user: user, password: password), prefix: prefix)
    }

    init(_ client: EtcdClient, prefix: String) {
        self.client = client
        self.prefix = prefix
        identifier = "etcd \(prefix)"
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
            let answer = try await client.post("kv/txn", ["success": ranges.map { ["request_range": $0] }])
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
        let answer = try await client.post("kv/txn", ["compare": [comparison], "success": [change]])
        return answer["succeeded"] as? Bool ?? false
    }

    /// Reports changes; see ``SharedStore/changes()``.
    public func changes() -> AsyncThrowingStream<SharedChange, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    while !Task.isCancelled { try await watch { continuation.yield($0) } }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Hears of changes until nothing has happened for a while, from where an earlier call ended.
    private func watch(_ report: (SharedChange) -> Void) async throws {
        // Taken by one; others read everything anew.
        var next = lock.withLock {
            defer { unheard = nil }
            return unheard
        }
        defer { lock.withLock { unheard = unheard.flatMap { first in next.map { min(first, $0) } } ?? next } }
        let creation = ["key": key(""), "range_end": end, "start_revision": String(next ?? 0)]
        do {
            try await client.watch(["create_request": creation]) { answer in
                let revision = Self.revision(answer) ?? 0
                if answer["canceled"] != nil || next ?? 0 > revision + 1 {
                    // The revision has been compacted or, if etcd has fewer than it had, it has been emptied.
                    next = nil
                    throw EtcdClient.Unreachable(description: "etcd has begun anew")
                }
                let values = (answer["events"] as? [[String: Any]] ?? []).compactMap { $0["kv"] as? [String: String] }
                // Without a name, it only tells that etcd can be reached again.
                report(next == nil ? .anything : .names(values.compactMap(name)))
                let last = values.compactMap { Int($0["mod_revision"] ?? "") }.max()
                next = last.map { $0 + 1 } ?? next ?? revision + 1
            }
            throw EtcdClient.Unreachable(description: "etcd has ended the watch")
        } catch is EtcdClient.Silence {
            // Nobody knows whether the member is still there; it is asked anew.
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

    /// The end of the range of all keys with the prefix.
    private var end: String {
        // UTF-8 has no byte 255, so the last byte can be incremented.
        var bytes = Data(prefix.utf8)
        if let last = bytes.popLast() { bytes.append(last + 1) } else { bytes = Data([0]) }
        return bytes.base64EncodedString()
    }

    private func name(_ value: [String: String]) -> String? {
        let key = value["key"].flatMap { Data(base64Encoded: $0) }.flatMap { String(data: $0, encoding: .utf8) }
        return key.flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
    }
}
