#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUDSync

/// An etcd on this machine with its own data, which ends with this object.
final class EtcdServer: @unchecked Sendable {
    /// Another one than the one that is installed can be given by the variable `TSUD_ETCD`.
    static let path = ([ProcessInfo.processInfo.environment["TSUD_ETCD"]] + ["/usr/bin/etcd", "/usr/local/bin/etcd"])
        .compactMap(\.self).first { FileManager.default.isExecutableFile(atPath: $0) }
    static let isInstalled = path != nil

    private let directory: TemporaryDirectory
    private let options: [String]
    private let port: Int
    private let peerPort: Int
    private var process: RunningProgram
    /// The proxy in front of it; see ``Dialect``.
    private let gateway: TestEndpoint?
    let client: EtcdStore

    private var address: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(filePath: "/") }
    /// The address for programs.
    var endpoint: URL { gateway?.url ?? address }

    /// Starts it, and waits until it responds.
    convenience init(_ options: String...) async throws { try await self.init(options) }

    init(_ options: [String], peerPort: Int? = nil) async throws {
        directory = try TemporaryDirectory()
        self.options = options
        (port, self.peerPort) = (try freePort(), try peerPort ?? freePort())
        let peerPort = self.peerPort
        let gateway = TestGateway(to: port) { _ in .errors36 }
        self.gateway = Dialect.current == .etcd36 ? try TestEndpoint(.gateway(gateway)) : nil
        process = try Self.start(port, peerPort, directory, options)
        client = EtcdStore.patient(at: [URL(string: "http://127.0.0.1:\(port)") ?? URL(filePath: "/")], prefix: "")
        try await waitUntilReady()
    }

    private static func start(
        _ port: Int,
        _ peerPort: Int,
        _ directory: TemporaryDirectory,
        _ options: [String]
    ) throws -> RunningProgram {
        let (url, peer) = ("http://127.0.0.1:\(port)", "http://127.0.0.1:\(peerPort)")
        // The shell ends etcd when its input does, and so even if the tests crash.
        let script = #""$@" >/dev/null 2>&1 & echo $!; read -r line; kill -9 $!"#
        let words = [
            "-c", script, "sh", try #require(path), "--data-dir", directory.path("data"), "--listen-client-urls", url,
            "--advertise-client-urls", url, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
            "--initial-cluster", "default=\(peer)",
            // A request of a busy machine may use its login after more than the default of five minutes.
            "--auth-token-ttl", "3600",
        ]
        return try RunningProgram("/bin/sh", words + options, in: directory)
    }

    private func waitUntilReady() async throws {
        try await eventually("etcd answers") {
            do {
                _ = try await self.client.post("kv/range", ["key": "AA=="])
            } catch is SharedStoreRejection {
                // It requires a login.
            } catch {
                return false
            }
            return true
        }
    }

    private var identifier: pid_t? { process.lines.first.flatMap { pid_t($0.line) } }

    /// The processor time that it has used, in seconds.
    var processorTime: Double {
        let path = "/proc/\(identifier ?? 0)/stat"
        let fields = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ") ?? []
        return fields.dropFirst(13).prefix(2).compactMap { Double($0) }.reduce(0, +) / 100
    }

    func signal(_ number: Int32) { if let identifier { Glibc.kill(identifier, number) } }

    /// Kills it, and waits until it has gone, or is a zombie.
    func kill() async throws {
        signal(SIGKILL)
        try await eventually("etcd has gone") {
            guard let identifier = self.identifier else { return false }
            let status = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
            // The last of its threads closes its sockets.
            return status.map { $0.contains("State:\tZ") && $0.contains("Threads:\t1\n") } ?? true
        }
    }

    /// Lets the shell command `etcdctl snapshot` make a copy.
    func snapshot(to path: String) throws { try etcdctl(["snapshot", "save", path]) }

    /// Starts it with the data of a snapshot.
    func restore(from path: String) async throws {
        try await kill()
        try FileManager.default.removeItem(atPath: directory.path("data"))
        let peer = "http://127.0.0.1:\(peerPort)"
        let ownPeer = ["--initial-advertise-peer-urls", peer, "--initial-cluster", "default=\(peer)"]
        try etcdctl(["snapshot", "restore", path, "--data-dir", directory.path("data")] + ownPeer)
        process = try Self.start(port, peerPort, directory, options)
        try await waitUntilReady()
    }

    private func etcdctl(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: Self.path?.appending("ctl") ?? "/usr/bin/etcdctl")
        process.arguments = ["--endpoints", address.absoluteString] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // On a busy machine, the default of five seconds is not enough.
        let limits = ["ETCDCTL_COMMAND_TIMEOUT": "300s", "ETCDCTL_DIAL_TIMEOUT": "300s"]
        process.environment = limits.merging(["ETCDCTL_API": "3"]) { $1 }
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw POSIXError(.EIO) }
    }

    /// Starts it again with the same data, or without any.
    func restart(emptied: Bool = false) async throws {
        try await kill()
        if emptied { try FileManager.default.removeItem(atPath: directory.path("data")) }
        process = try Self.start(port, peerPort, directory, options)
        try await waitUntilReady()
    }

    // MARK: As etcdctl

    /// Sends a command, and again if etcd gives up after seven seconds because the machine is busy.
    func command(_ path: String, _ body: [String: Any], by client: EtcdStore? = nil) async throws -> EtcdStore.Answer {
        var isRepeated = false
        while true {
            do {
                return try await (client ?? self.client).post(path, body)
            } catch let failure as EtcdStore.Unreachable where failure.description.contains("request timed out") {
                isRepeated = true
            } catch let refusal as SharedStoreRejection where isRepeated && refusal.reason.contains("already") {
                return [:]
            }
        }
    }

    func put(_ key: String, _ value: String) async throws { try await put(key, Data(value.utf8)) }

    func put(_ key: String, _ value: Data) async throws {
        _ = try await command("kv/put", ["key": base64(key), "value": value.base64EncodedString()])
    }

    /// Puts a 1 under many keys, in few transactions.
    func put(_ keys: [Data]) async throws {
        for part in keys.parts(of: 100) {
            let puts = part.map { ["request_put": ["key": $0.base64EncodedString(), "value": "MQ=="]] }
            _ = try await command("kv/txn", ["success": puts])
        }
    }

    /// Deletes a key and puts another one, in one transaction.
    func move(_ key: String, to other: String, _ value: String) async throws {
        let put = ["key": base64(other), "value": Data(value.utf8).base64EncodedString()]
        let requests = [["request_delete_range": ["key": base64(key)]], ["request_put": put]]
        _ = try await command("kv/txn", ["success": requests])
    }

    func delete(_ key: String) async throws { _ = try await command("kv/deleterange", ["key": base64(key)]) }

    func get(_ key: String) async throws -> String? {
        let body = ["success": [["request_range": ["key": base64(key)]]]]
        let responses = try await command("kv/txn", body)["responses"] as? [[String: [String: Any]]]
        let value = (responses?.first?["response_range"]?["kvs"] as? [[String: String]])?.first
        return value.map { String(bytes: Data(base64Encoded: $0["value"] ?? "") ?? Data(), encoding: .utf8) ?? "" }
    }

    func compact() async throws {
        let revision = try await header()["revision"] ?? ""
        _ = try await command("kv/compaction", ["revision": revision, "physical": true])
    }

    /// The number of requests, and of bytes received and sent.
    func traffic() async throws -> (requests: Int, bytes: Int) {
        let metrics = try await metrics()
        let (requests, bytes) = ("grpc_server_started_total", "etcd_network_client_grpc_")
        return (Self.sum(of: requests, in: metrics), Self.sum(of: bytes, in: metrics))
    }

    /// The requests of one kind, such as `Txn`.
    func requests(_ method: String) async throws -> Int {
        Self.sum(of: "grpc_server_started_total{grpc_method=\"\(method)\"", in: try await metrics())
    }

    /// Uses a socket, because `URLSession` on Linux may end the process when a server is killed.
    private func metrics() async throws -> String {
        let connection = try #require(socket(connectedTo: address.port ?? 80))
        defer { close(connection) }
        let request = Array("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        _ = send(connection, request, request.count, Int32(MSG_NOSIGNAL))
        var (text, bytes) = (Data(), [UInt8](repeating: 0, count: 65_536))
        var answer = HTTPResponse()
        while !answer.isComplete {
            let count = read(connection, &bytes, bytes.count)
            if count <= 0 { break }
            text += try answer.take(bytes[..<count])
        }
        return String(bytes: text, encoding: .utf8) ?? ""
    }

    private static func sum(of beginning: String, in metrics: String) -> Int {
        metrics.split(separator: "\n").filter { $0.hasPrefix(beginning) }
            .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
            .reduce(0) { $0 + Int($1) }
    }

    /// Lets a full etcd take values again.
    func disarm() throws {
        try etcdctl(["defrag"])
        try etcdctl(["alarm", "disarm"])
    }

    private func header() async throws -> [String: String] {
        try await command("kv/range", ["key": "AA=="])["header"] as? [String: String] ?? [:]
    }

    private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}

/// A free port that no other call has returned, not even in another process of tests: each call keeps a datagram socket
/// with the same number.
///
/// It is below the range for outgoing connections, and so stays free while etcd is down.
func freePort() throws -> Int {
    for _ in 0..<100 {
        let port = Int.random(in: 20_000..<32_000)
        let isFree = [SOCK_DGRAM, SOCK_STREAM].allSatisfy { type in
            let descriptor = socket(AF_INET, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
            let isFree = withAddress(of: port) { bind(descriptor, $0, $1) } == 0
            if !isFree || type == SOCK_STREAM { close(descriptor) }
            return isFree
        }
        if isFree { return port }
    }
    throw POSIXError(.EADDRINUSE)
}

/// Repeats a check until it succeeds, and records an issue after fifteen minutes.
///
/// The pauses leave the processor to the programs that the check waits for.
func eventually(_ description: String, _ holds: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(900)
    while .now < end {
        if try await holds() { return }
        try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("In vain: \(description)")
    throw CancellationError()
}
#endif
