#if os(Linux)
import Foundation
import Glibc

/// Something on this machine that listens like a member of etcd, but is none, or is slow.
///
/// It ends with this object.
final class TestEndpoint: @unchecked Sendable {
    enum Kind {
        /// Accepts connections without responding.
        case silent
        /// Sends a byte at a time, without an end.
        case dripping(microseconds: UInt32)
        /// Passes everything on to another port, each way this much later.
        case relay(to: Int, microseconds: UInt32)
        /// Responds to everything with the same bytes.
        case answering(String)
        /// Passes on requests to an etcd, and its responses, or other ones.
        case gateway(TestGateway)
    }

    private let kind: Kind
    private let listener: Int32
    private let lock = NSLock()
    private var open: [Int32] = []
    private var count = 0
    let url: URL

    init(_ kind: Kind) throws {
        self.kind = kind
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        // The system chooses a port.
        let result = withAddress(of: 0) { bind(listener, $0, $1) }
        guard result == 0, listen(listener, 1_000) == 0 else { throw POSIXError(.EADDRINUSE) }
        var (address, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        withUnsafeMutablePointer(to: &address) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
        }
        url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))") ?? URL(filePath: "/")
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self else { return }
                lock.withLock {
                    open.append(connection)
                    count += 1
                }
                serve(connection)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        for connection in open { shutdown(connection, Int32(SHUT_RDWR)) }
    }

    /// Ends all connections that there are.
    func cut() { lock.withLock { for connection in open { shutdown(connection, Int32(SHUT_RDWR)) } } }

    private func end(_ connections: [Int32]) {
        lock.withLock {
            open.removeAll { connections.contains($0) }
            for connection in connections { close(connection) }
        }
    }

    /// How many connections there have been.
    var connections: Int { lock.withLock { count } }

    private func serve(_ connection: Int32) {
        switch kind {
        case .silent: return
        case .dripping(let pause):
            Thread.detachNewThread {
                for byte in "HTTP/1.0 200 OK\r\n\r\n".utf8 + [UInt8](repeating: UInt8(ascii: " "), count: 10_000) {
                    if Glibc.send(connection, [byte], 1, Int32(MSG_NOSIGNAL)) != 1 { return }
                    usleep(pause)
                }
            }
        case .answering(let text):
            Thread.detachNewThread {
                var bytes = [UInt8](repeating: 0, count: 65_536)
                _ = read(connection, &bytes, bytes.count)
                let answer = [UInt8](text.utf8)
                _ = Glibc.send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
                shutdown(connection, Int32(SHUT_RDWR))
            }
        case .gateway(let gateway):
            Thread.detachNewThread {
                gateway.serve(connection)
                self.end([connection])
            }
        case .relay(let port, let pause):
            guard let other = socket(connectedTo: port) else {
                shutdown(connection, Int32(SHUT_RDWR))
                return
            }
            lock.withLock { open.append(other) }
            let passing = DispatchGroup()
            for (from, to) in [(connection, other), (other, connection)] {
                passing.enter()
                Thread.detachNewThread { pass(from, to, later: pause) { passing.leave() } }
            }
            passing.notify(queue: .global()) { self.end([connection, other]) }
        }
    }
}

/// Passes on each piece some time after it came.
private func pass(_ from: Int32, _ to: Int32, later pause: UInt32, _ end: @escaping @Sendable () -> Void) {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let queue = DispatchQueue(label: "relay")
    while true {
        let count = read(from, &bytes, bytes.count)
        let piece = count > 0 ? Array(bytes[..<count]) : []
        queue.asyncAfter(deadline: .now() + .microseconds(Int(pause))) {
            if piece.isEmpty {
                shutdown(to, Int32(SHUT_RDWR))
                end()
            } else {
                _ = Glibc.send(to, piece, piece.count, Int32(MSG_NOSIGNAL))
            }
        }
        if count <= 0 { return }
    }
}

/// A connection to a port of this machine.
func socket(connectedTo port: Int) -> Int32? {
    let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    if withAddress(of: port, { connect(descriptor, $0, $1) }) == 0 { return descriptor }
    close(descriptor)
    return nil
}

/// Calls a function of sockets with the address of a port of this machine.
func withAddress(of port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}
#endif
