#if os(Linux)
import Foundation
import Glibc
import Testing

@testable import TSUDSync

/// A proxy between a program and etcd, which may change etcd's responses.
final class TestGateway: @unchecked Sendable {
    /// The treatment of a request.
    enum Change {
        /// The request and the response are passed on unchanged.
        case none
        /// Errors are in the form of etcd 3.6, with `code` and `message` alone.
        case errors36
        /// The response consists of these bytes.
        case answer(String)
        /// It is passed on after some time.
        case delay(microseconds: UInt32)
        /// The response ends some time after its first part.
        case end(microsecondsAfterFirstPart: UInt32)
        /// The response has a limited rate.
        case slow(bytesPerSecond: Int)
        /// The response has a length, and the connection stays open afterwards.
        case keptOpen
    }

    private let port: Int
    private let change: @Sendable (_ path: String) throws -> Change
    private let lock = NSLock()
    private var (paths, protocols): ([String], Set<String>) = ([], [])

    init(to port: Int, _ change: @escaping @Sendable (_ path: String) throws -> Change) {
        (self.port, self.change) = (port, change)
    }

    /// How many requests there have been with such a path, such as `kv/txn`.
    func requests(_ path: String) -> Int { lock.withLock { paths.filter { $0 == path }.count } }

    /// The versions of HTTP in which there have been requests.
    var versions: Set<String> { lock.withLock { protocols } }

    /// Serves one request.
    func serve(_ connection: Int32) {
        defer { shutdown(connection, Int32(SHUT_RDWR)) }
        guard let request = readRequest(from: connection) else { return }
        let words = request.prefix { $0 != UInt8(ascii: "\r") }.split(separator: UInt8(ascii: " "))
        guard words.count == 3, let whole = String(bytes: words[1], encoding: .utf8),
            let version = String(bytes: words[2], encoding: .utf8)
        else { return }
        let path = whole.replacingOccurrences(of: "/v3/", with: "")
        lock.withLock {
            paths.append(path)
            protocols.insert(version)
        }
        guard let change = try? change(path) else { return }
        if case .answer(let text) = change { return send([UInt8](text.utf8), to: connection) }
        if case .delay(let time) = change { usleep(time) }
        guard let etcd = socket(connectedTo: port) else { return }
        defer { close(etcd) }
        send(request, to: etcd)
        // When the program has gone, the request to etcd ends as well. It has its own descriptors, because it may end
        // last.
        let (program, server) = (dup(connection), dup(etcd))
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while recv(program, &byte, 1, 0) > 0 {}
            shutdown(server, Int32(SHUT_RDWR))
            close(program)
            close(server)
        }
        passAnswer(from: etcd, to: connection, change, isWatch: path == "watch")
    }

    private func passAnswer(from etcd: Int32, to connection: Int32, _ change: Change, isWatch: Bool) {
        var (answer, body, bytes) = (HTTPResponse(), Data(), [UInt8](repeating: 0, count: 16_384))
        while true {
            let count = read(etcd, &bytes, bytes.count)
            if count <= 0 { break }
            let piece = Array(bytes[..<count])
            switch change {
            case .errors36, .keptOpen:
                let wasBegun = answer.status != 0
                guard let part = try? answer.take(piece) else { return }
                body += part
                if case .keptOpen = change { continue }
                if !wasBegun, answer.status != 0 {
                    send("HTTP/1.1 \(answer.status) Answer\r\nTransfer-Encoding: chunked\r\n\r\n", to: connection)
                }
                // A response without an error is passed on as it arrives.
                if answer.status < 400, !isWatch, !body.isEmpty {
                    sendChunk(body, to: connection)
                    body = Data()
                }
                // Only where a line ends: one may be long, and come in many pieces.
                guard let end = part.lastIndex(of: UInt8(ascii: "\n")), !body.isEmpty else { continue }
                let left = part[(end + 1)...]
                for line in body.dropLast(left.count).split(separator: UInt8(ascii: "\n")) {
                    sendChunk(rewritten(line + Data("\n".utf8)), to: connection)
                }
                body = Data(left)
            case .slow(let rate):
                send(piece, to: connection)
                usleep(UInt32(count * 1_000_000 / rate))
            case .end(let time):
                send(piece, to: connection)
                usleep(time)
                return
            default: send(piece, to: connection)
            }
        }
        if case .errors36 = change, answer.isComplete {
            if !body.isEmpty { sendChunk(rewritten(body), to: connection) }
            send("0\r\n\r\n", to: connection)
        }
        if case .keptOpen = change {
            send("HTTP/1.1 \(answer.status) Answer\r\nContent-Length: \(body.count)\r\n\r\n", to: connection)
            send([UInt8](body), to: connection)
            // Until the program closes it.
            _ = read(connection, &bytes, 1)
        }
    }

    private func readRequest(from connection: Int32) -> [UInt8]? {
        var (request, bytes) = (Data(), [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = read(connection, &bytes, bytes.count)
            if count <= 0 { return nil }
            request += bytes[..<count]
            guard let end = request.firstRange(of: Data("\r\n\r\n".utf8))?.upperBound else { continue }
            let lines = (String(bytes: request[..<end], encoding: .utf8) ?? "").components(separatedBy: "\r\n")
            let length = lines.first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
            if request.count >= end + length { return [UInt8](request) }
        }
    }

    /// An error in the form of etcd 3.6.
    ///
    /// Other responses are unchanged.
    private func rewritten(_ line: Data) -> Data {
        // A long one is none.
        guard line.count < 10_000 else { return line }
        guard var answer = try? JSONSerialization.jsonObject(with: line) as? [String: Any] else { return line }
        guard let error = answer["error"] else { return line }
        let details = error as? [String: Any] ?? answer
        let new: [String: Any] = [
            "code": details["grpc_code"] ?? details["code"] ?? 2, "message": details["message"] ?? "", "details": [],
        ]
        // The error of a stream, or of one response.
        if error is [String: Any] { answer["error"] = new } else { answer = new }
        return ((try? JSONSerialization.data(withJSONObject: answer)) ?? line) + Data("\n".utf8)
    }

    private func sendChunk(_ data: Data, to connection: Int32) {
        send([UInt8](Data("\(String(data.count, radix: 16))\r\n".utf8) + data + Data("\r\n".utf8)), to: connection)
    }

    private func send(_ text: String, to connection: Int32) { send([UInt8](text.utf8), to: connection) }

    private func send(_ bytes: [UInt8], to connection: Int32) {
        _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
#endif
