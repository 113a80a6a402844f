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
    _ continuation: AsyncThrowingStream<HTTPRequest.Part, any Error>.Continuation,
    _ waiting: WaitingBytes
) {
    Thread.detachNewThread {
        do {
            let socket = try connect(request)
            continuation.onTermination = { _ in
                shutdown(socket.fileDescriptor, Int32(SHUT_RDWR))
                waiting.end()
            }
            _ = waiting.add(0)
            if case .terminated = continuation.yield((0, Data())) { return }
            let message = message(request)
            // It returns when everything is sent, or after the time limit.
            guard send(socket.fileDescriptor, message, message.count, Int32(MSG_NOSIGNAL)) == message.count else {
                throw FailedRequest.lost
            }
            var answer = HTTPResponse()
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while !answer.isComplete {
                let count = read(socket.fileDescriptor, &bytes, bytes.count)
                if count < 0 || count == 0 && !answer.mayEnd { throw FailedRequest.lost }
                if count == 0 { break }
                let start = ContinuousClock.now
                let piece = try answer.take(bytes[..<count])
                _ = waiting.add(piece.count)
                continuation.yield((answer.status, piece))
                // A server can send tiny chunks without end, which would keep a processor busy.
                Thread.sleep(forTimeInterval: start.duration(to: .now) / .seconds(1) * 2)
                waiting.waitForReader()
            }
            // This delivers the status even without a body.
            _ = waiting.add(0)
            continuation.yield((answer.status, Data()))
            continuation.finish()
        } catch {
            continuation.finish(throwing: error)
        }
    }
}

// Enumerations for Glibc, and numbers for Musl.
#if canImport(Musl)
private let (streamType, closeOnExec, nonBlocking) = (SOCK_STREAM, SOCK_CLOEXEC, SOCK_NONBLOCK)
#else
private let streamType = Int32(SOCK_STREAM.rawValue)
private let (closeOnExec, nonBlocking) = (Int32(SOCK_CLOEXEC.rawValue), Int32(SOCK_NONBLOCK.rawValue))
#endif

/// Returns a connection, which closes when nothing refers to it.
private func connect(_ request: URLRequest) throws -> FileHandle {
    var hints = addrinfo()
    hints.ai_socktype = streamType
    var found: UnsafeMutablePointer<addrinfo>?
    // An IPv6 address is in brackets.
    let host = request.url?.host()?.trimmingCharacters(in: CharacterSet(charactersIn: "[]")) ?? ""
    guard getaddrinfo(host, String(request.url?.port ?? 80), &hints, &found) == 0 else { throw FailedRequest.noHost }
    defer { freeaddrinfo(found) }
    return try connect(to: found, within: Int(request.timeoutInterval) + 1)
}

/// Connects to the first reachable address, and tries the next one after 250 ms.
///
/// - Parameters:
///   - found: the addresses.
///   - limit: how many seconds this may take, and later sending: a thread without a caller must end.
/// - Returns: The connected socket.
/// - Throws: The reason why no address is reachable.
func connect(to found: UnsafeMutablePointer<addrinfo>?, within limit: Int) throws -> FileHandle {
    let end = ContinuousClock.now + .seconds(limit)
    var reason = FailedRequest.noHost
    var (left, open) = (found, [FileHandle]())
    while left != nil || !open.isEmpty {
        if let address = left?.pointee {
            left = address.ai_next
            let descriptor = socket(address.ai_family, address.ai_socktype | closeOnExec | nonBlocking, 0)
            open.append(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
            _ = connect(descriptor, address.ai_addr, address.ai_addrlen)
        }
        let rest = max(ContinuousClock.now.duration(to: end) / .milliseconds(1), 0)
        var polled = open.map { pollfd(fd: $0.fileDescriptor, events: Int16(POLLOUT), revents: 0) }
        let count = poll(&polled, nfds_t(polled.count), Int32(left == nil ? rest : min(rest, 250)))
        for (index, state) in polled.enumerated().reversed() where state.revents != 0 {
            if let failure = failure(of: state.fd) {
                reason = failure
                open.remove(at: index)
                continue
            }
            _ = fcntl(state.fd, F_SETFL, fcntl(state.fd, F_GETFL) & ~O_NONBLOCK)
            var time = timeval(tv_sec: limit, tv_usec: 0)
            setsockopt(state.fd, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
            return open[index]
        }
        if count == 0, left == nil || end <= .now { throw FailedRequest.timedOut }
    }
    throw reason
}

/// Returns why a socket is not connected; `nil` if it is.
private func failure(of descriptor: Int32) -> FailedRequest? {
    var (code, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    if getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) != 0 { code = errno }
    if code == 0 { return nil }
    return code == ETIMEDOUT
        ? .timedOut : FailedRequest(reason: String(cString: strerror(code)).lowercased(), isUnsent: true)
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
