#if os(Linux)
import FoundationNetworking
import Foundation
import Glibc

/// Sends a request by HTTP 1.0 over a socket, on a thread of its own, and delivers the answer with its head.
///
/// Foundation on Linux, up to 6.3 at least, ends the process when an answer has trailers, as every error of etcd 3.4
/// has, or when a connection ends before the answer. With HTTP 1.0 there are no trailers.
func sendOverSocket(_ request: URLRequest, _ continuation: AsyncThrowingStream<Data, any Error>.Continuation) {
    Thread.detachNewThread {
        do {
            let socket = try connect(request)
            continuation.onTermination = { _ in shutdown(socket.fileDescriptor, Int32(SHUT_RDWR)) }
            if case .terminated = continuation.yield(Data()) { return }
            let message = message(request)
            // It returns when all is sent, or the time is over.
            guard send(socket.fileDescriptor, message, message.count, Int32(MSG_NOSIGNAL)) == message.count else {
                throw URLError(.networkConnectionLost)
            }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            var count = read(socket.fileDescriptor, &bytes, bytes.count)
            while count > 0 {
                continuation.yield(Data(bytes[..<count]))
                count = read(socket.fileDescriptor, &bytes, bytes.count)
            }
            if count < 0 { throw URLError(errno == EAGAIN ? .timedOut : .networkConnectionLost) }
            continuation.finish()
        } catch {
            continuation.finish(throwing: error)
        }
    }
}

/// A connection, which is closed when nothing refers to it.
private func connect(_ request: URLRequest) throws -> FileHandle {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    // An IPv6 address is in brackets.
    let host = request.url?.host()?.trimmingCharacters(in: CharacterSet(charactersIn: "[]")) ?? ""
    guard getaddrinfo(host, String(request.url?.port ?? 80), &hints, &found) == 0 else {
        throw URLError(.cannotFindHost)
    }
    defer { freeaddrinfo(found) }
    for address in sequence(first: found, next: { $0?.pointee.ai_next }) {
        guard let address = address?.pointee else { break }
        let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let (seconds, fraction) = modf(request.timeoutInterval)
        var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(fraction * 1_000_000))
        // The first is for connecting, too.
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return handle }
    }
    throw URLError(.cannotConnectToHost)
}

private func message(_ request: URLRequest) -> [UInt8] {
    let (url, body) = (request.url, request.httpBody ?? Data())
    var head = "POST \(url?.path(percentEncoded: true) ?? "/") HTTP/1.0\r\n"
    head += "Host: \(url?.host() ?? ""):\(url?.port ?? 80)\r\nContent-Length: \(body.count)\r\n"
    for (name, value) in request.allHTTPHeaderFields ?? [:] { head += "\(name): \(value)\r\n" }
    return [UInt8]((head + "\r\n").utf8) + body
}
#endif
