#if os(Linux)
import FoundationNetworking
import Foundation
import Glibc

/// Sends a request by HTTP 1.0 over a socket, on a thread of its own.
///
/// Foundation on Linux, up to 6.3 at least, ends the process when an answer has trailers, as every error of etcd 3.4 has,
/// or when a connection ends before the answer. With HTTP 1.0 there are no trailers.
func sendOverSocket(_ request: URLRequest, _ continuation: AsyncThrowingStream<Data, any Error>.Continuation) {
    Thread.detachNewThread {
        do {
            let socket = try connect(request, continuation)
            try send(request, over: socket)
            var head: Data? = Data()
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(socket.fileDescriptor, &bytes, bytes.count)
                if count < 0 { throw URLError(errno == EAGAIN ? .timedOut : .networkConnectionLost) }
                if count == 0 { break }
                guard let known = head else {
                    continuation.yield(Data(bytes[..<count]))
                    continue
                }
                head = known + bytes[..<count]
                guard let end = head?.firstRange(of: Data("\r\n\r\n".utf8)) else { continue }
                continuation.yield(head?[end.upperBound...] ?? Data())
                head = nil
            }
            continuation.finish()
        } catch {
            continuation.finish(throwing: error)
        }
    }
}

/// A connection that the end of the sequence shuts down, and that is closed when nothing refers to it.
private func connect(
    _ request: URLRequest,
    _ continuation: AsyncThrowingStream<Data, any Error>.Continuation
) throws -> FileHandle {
    guard let url = request.url, let host = url.host() else { throw URLError(.badURL) }
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    // An IPv6 address is in brackets.
    let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    guard getaddrinfo(name, String(url.port ?? 80), &hints, &found) == 0 else { throw URLError(.cannotFindHost) }
    defer { freeaddrinfo(found) }
    for address in sequence(first: found, next: { $0?.pointee.ai_next }) {
        guard let address = address?.pointee else { break }
        let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        if descriptor < 0 { continue }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // Also for connecting.
        var limit = timeval(tv_sec: max(1, Int(request.timeoutInterval)), tv_usec: 0)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else { continue }
        continuation.onTermination = { _ in shutdown(handle.fileDescriptor, Int32(SHUT_RDWR)) }
        if case .terminated = continuation.yield(Data()) { throw CancellationError() }
        return handle
    }
    throw URLError(.cannotConnectToHost)
}

private func send(_ request: URLRequest, over socket: FileHandle) throws {
    let (url, body) = (request.url, request.httpBody ?? Data())
    var head = "POST \(url?.path(percentEncoded: true) ?? "/") HTTP/1.0\r\n"
    head += "Host: \(url?.host() ?? ""):\(url?.port ?? 80)\r\nContent-Length: \(body.count)\r\n"
    for (name, value) in request.allHTTPHeaderFields ?? [:] { head += "\(name): \(value)\r\n" }
    let bytes = [UInt8]((head + "\r\n").utf8) + body
    // It returns when all is sent, or the time is over.
    guard Glibc.send(socket.fileDescriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
        throw URLError(.networkConnectionLost)
    }
}
#endif
