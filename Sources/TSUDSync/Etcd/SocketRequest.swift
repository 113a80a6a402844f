#if os(Linux)
import FoundationNetworking
import Foundation
import Glibc

/// Sends a request by HTTP 1.0 over a socket, on a thread of its own, and delivers the answer's body.
///
/// `URLSession` on Linux, up to Swift 6.3 at least, ends the process when an answer has trailers, as every error of etcd
/// 3.4 has by `http`. With HTTP 1.0 there are no trailers.
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
            // It returns when all is sent, or the time is over.
            guard send(socket.fileDescriptor, message, message.count, Int32(MSG_NOSIGNAL)) == message.count else {
                throw URLError(.networkConnectionLost)
            }
            var head = Data()
            var status: Int?
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while case let count = read(socket.fileDescriptor, &bytes, bytes.count), count != 0 {
                if count < 0 || head.count > bytes.count { throw URLError(.networkConnectionLost) }
                if let status {
                    continuation.yield((status, Data(bytes[..<count])))
                    continue
                }
                head += bytes[..<count]
                guard let end = head.firstRange(of: Data("\r\n\r\n".utf8)) else { continue }
                // It begins with a line such as `HTTP/1.0 200 OK`.
                let line = String(bytes: head.prefix(12), encoding: .utf8) ?? ""
                guard line.hasPrefix("HTTP/"), let number = Int(line.suffix(3)) else { break }
                status = number
                continuation.yield((number, head[end.upperBound...]))
            }
            continuation.finish(throwing: status == nil ? URLError(.badServerResponse) : nil)
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
        // The thread must end when nobody listens any more: this is for connecting and sending; reading is shut down.
        var limit = timeval(tv_sec: Int(request.timeoutInterval) + 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
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
