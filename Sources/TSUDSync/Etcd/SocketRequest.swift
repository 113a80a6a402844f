#if os(Linux)
import FoundationNetworking
import Foundation
import Glibc

/// A request by HTTP 1.0 over a socket, on a thread of its own.
///
/// Foundation on Linux, up to 6.3 at least, ends the process when an answer has trailers, as every error of etcd 3.4 has,
/// or when a connection ends before the answer. With HTTP 1.0 there are no trailers.
final class SocketRequest: @unchecked Sendable {
    private let request: URLRequest
    private let continuation: AsyncThrowingStream<EtcdPart, any Error>.Continuation
    private let lock = NSLock()
    private var descriptor: Int32 = -1
    private var isCancelled = false

    static func send(_ request: URLRequest, _ continuation: AsyncThrowingStream<EtcdPart, any Error>.Continuation) {
        let connection = SocketRequest(request, continuation)
        continuation.onTermination = { _ in connection.cancel() }
        Thread.detachNewThread { connection.run() }
    }

    private init(_ request: URLRequest, _ continuation: AsyncThrowingStream<EtcdPart, any Error>.Continuation) {
        self.request = request
        self.continuation = continuation
    }

    /// Wakes the thread.
    private func cancel() {
        lock.withLock {
            isCancelled = true
            if descriptor >= 0 { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    private func run() {
        do {
            defer { disconnect() }
            try connect()
            try write()
            try read()
            continuation.finish()
        } catch {
            continuation.finish(throwing: error)
        }
    }

    // MARK: Steps

    private func connect() throws {
        guard let url = request.url, let host = url.host() else { throw URLError(.badURL) }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        // The address of an IPv6 host is in brackets.
        let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        guard getaddrinfo(name, String(url.port ?? 80), &hints, &found) == 0 else { throw URLError(.cannotFindHost) }
        defer { freeaddrinfo(found) }
        var address = found
        while let next = address?.pointee {
            if try connect(next) { return }
            address = next.ai_next
        }
        throw URLError(.cannotConnectToHost)
    }

    private func connect(_ address: addrinfo) throws -> Bool {
        disconnect()
        let kind = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(address.ai_family, kind, address.ai_protocol)
        if lock.withLock({
            descriptor = socket
            return isCancelled
        }) {
            throw URLError(.cancelled)
        }
        if Glibc.connect(socket, address.ai_addr, address.ai_addrlen) == 0 { return true }
        guard socket >= 0, errno == EINPROGRESS else { return false }
        try wait(for: POLLOUT)
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0
    }

    private func disconnect() {
        lock.withLock {
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }

    private func write() throws {
        guard let url = request.url, let host = url.host() else { return }
        let body = request.httpBody ?? Data()
        var head = "POST \(url.path(percentEncoded: true)) HTTP/1.0\r\nHost: \(host):\(url.port ?? 80)\r\n"
        for (name, value) in request.allHTTPHeaderFields ?? [:] { head += "\(name): \(value)\r\n" }
        var bytes = Data((head + "Content-Length: \(body.count)\r\n\r\n").utf8) + body
        while !bytes.isEmpty {
            try wait(for: POLLOUT)
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno != EAGAIN, errno != EINTR { throw URLError(.networkConnectionLost) }
            bytes = Data(bytes.dropFirst(max(0, count)))
        }
    }

    private func read() throws {
        var head: Data? = Data()
        var lines = Lines()
        while let data = try nextData() {
            var body = data
            if var known = head {
                known += data
                head = known
                guard let end = known.firstRange(of: Data("\r\n\r\n".utf8)) else { continue }
                // As in "HTTP/1.0 200 OK".
                let words = String(decoding: known[..<end.lowerBound], as: UTF8.self).split(
                    separator: " ",
                    maxSplits: 2
                )
                guard words.count > 1, let status = Int(words[1]) else { throw URLError(.badServerResponse) }
                continuation.yield(.status(status))
                body = Data(known[end.upperBound...])
                head = nil
            }
            for line in lines.lines(endingIn: body) { continuation.yield(.line(line)) }
        }
        if head != nil { throw URLError(.networkConnectionLost) }
        for line in lines.lines(endingIn: nil) { continuation.yield(.line(line)) }
    }

    /// The next piece of the answer; `nil` at its end.
    private func nextData() throws -> Data? {
        while true {
            try wait(for: POLLIN)
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            if count > 0 { return Data(bytes[..<count]) }
            if count == 0 { return nil }
            if errno != EAGAIN, errno != EINTR { throw URLError(.networkConnectionLost) }
        }
    }

    private func wait(for events: Int32) throws {
        var ready = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        let count = poll(&ready, 1, Int32(request.timeoutInterval * 1000))
        if lock.withLock({ isCancelled }) { throw URLError(.cancelled) }
        if count == 0 { throw URLError(.timedOut) }
    }
}
#endif
