#if os(Linux)
import FoundationNetworking
import Foundation

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Sends a request over a socket on its own thread, and delivers the response.
///
/// On Linux, `URLSession` ends the process if an `http` response has trailers (Swift 6.3). Every error of etcd 3.4 has
/// trailers.
func sendOverSocket(
    _ request: URLRequest,
    _ continuation: AsyncThrowingStream<HTTPRequest.Part, any Error>.Continuation
) {
    Thread.detachNewThread {
        do {
            let socket = try connect(request)
            continuation.onTermination = { _ in shutdown(socket.fileDescriptor, Int32(SHUT_RDWR)) }
            if case .terminated = continuation.yield((0, Data())) { return }
            let message = message(request)
            // It returns when everything is sent, or after the time limit.
            guard send(socket.fileDescriptor, message, message.count, Int32(MSG_NOSIGNAL)) == message.count else {
                throw NoAnswer.lost
            }
            var answer = HTTPAnswer()
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while !answer.isComplete {
                let count = read(socket.fileDescriptor, &bytes, bytes.count)
                if count < 0 || count == 0 && !answer.mayEnd { throw NoAnswer.lost }
                if count == 0 { break }
                let piece = try answer.take(bytes[..<count])
                continuation.yield((answer.status, piece))
            }
            // This delivers the status even without a body.
            continuation.yield((answer.status, Data()))
            continuation.finish()
        } catch {
            continuation.finish(throwing: error)
        }
    }
}

// Enumerations for Glibc, and numbers for Musl.
#if canImport(Musl)
private let (streamType, closeOnExec) = (SOCK_STREAM, SOCK_CLOEXEC)
#else
private let (streamType, closeOnExec) = (Int32(SOCK_STREAM.rawValue), Int32(SOCK_CLOEXEC.rawValue))
#endif

/// Returns a connection, which closes when nothing refers to it.
private func connect(_ request: URLRequest) throws -> FileHandle {
    var hints = addrinfo()
    hints.ai_socktype = streamType
    var found: UnsafeMutablePointer<addrinfo>?
    // An IPv6 address is in brackets.
    let host = request.url?.host()?.trimmingCharacters(in: CharacterSet(charactersIn: "[]")) ?? ""
    guard getaddrinfo(host, String(request.url?.port ?? 80), &hints, &found) == 0 else { throw NoAnswer.noHost }
    defer { freeaddrinfo(found) }
    var reason = NoAnswer.noHost
    for address in sequence(first: found, next: { $0?.pointee.ai_next }) {
        guard let address = address?.pointee else { break }
        let descriptor = socket(address.ai_family, address.ai_socktype | closeOnExec, 0)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // The thread must end with the stream. This limit ends connecting and sending, and `shutdown` ends reading.
        var limit = timeval(tv_sec: Int(request.timeoutInterval) + 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return handle }
        // After the limit, the error is that the connection is in progress.
        reason =
            [EINPROGRESS, ETIMEDOUT].contains(errno)
            ? .timedOut : NoAnswer(reason: String(cString: strerror(errno)).lowercased())
    }
    throw reason
}

private func message(_ request: URLRequest) -> [UInt8] {
    let (url, body) = (request.url, request.httpBody ?? Data())
    let host = url?.host()?.trimmingCharacters(in: CharacterSet(charactersIn: "[]")) ?? ""
    var head = "POST \(url?.path(percentEncoded: true) ?? "/") HTTP/1.1\r\n"
    head += "Host: \(host.contains(":") ? "[\(host)]" : host):\(url?.port ?? 80)\r\nConnection: close\r\n"
    head += "Content-Length: \(body.count)\r\n"
    for (name, value) in request.allHTTPHeaderFields ?? [:] { head += "\(name): \(value)\r\n" }
    return [UInt8]((head + "\r\n").utf8) + body
}
#endif
