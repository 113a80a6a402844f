import Foundation

#if canImport(os)
import os
#endif

/// The log for reported errors: the unified log on Apple systems, standard error elsewhere.
package enum Log {
    /// Writes one line, once for each text during the life of the process.
    static func once(_ error: TSUDError) {
        guard isNew(error.description) else { return }
        #if canImport(os)
        // The description may contain what the user has entered, or the name of the user's home directory.
        logger.error("\(error.summary, privacy: .public): \(error.description, privacy: .private)")
        #else
        write(error.description)
        #endif
    }

    /// Writes one line in which nothing is private, once during the life of the process.
    package static func once(_ line: String) {
        guard isNew(line) else { return }
        #if canImport(os)
        logger.error("\(line, privacy: .public)")
        #else
        write(line)
        #endif
    }

    #if canImport(os)
    private static var logger: Logger { Logger(subsystem: "TSUD", category: "settings") }
    #endif

    private static func isNew(_ line: String) -> Bool { seen.withLock { $0.insert(line).inserted } }

    #if !canImport(os)
    /// Writes one line, without ever waiting for who reads it.
    ///
    /// If standard error is closed, or its disk is full, nothing is left to report to.
    static func write(_ text: String) {
        let line = Array("TSUD: \(text)\n".utf8)
        #if os(Linux)
        // A pipe that is ready takes as many bytes at once as nobody else's come between. It may be other processes'
        // too, so it is not made nonblocking.
        for start in stride(from: 0, to: line.count, by: 4_096) {
            var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
            guard poll(&ready, 1, 0) == 1, ready.revents == Int16(POLLOUT) else { return }
            let piece = line[start..<min(start + 4_096, line.count)]
            _ = piece.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
        #else
        try? FileHandle.standardError.write(contentsOf: line)
        #endif
    }
    #endif

    private static let seen = Locked<Set<String>>([])
}

extension TSUDError {
    /// What anybody may know: the kind of the error and the setting.
    ///
    /// The name of a member may be that of a user's document or account.
    var summary: String {
        guard let key else { return "\(code)" }
        // Byte by byte, because an accent after the slash would make another character of it.
        let slash = key.utf8.firstIndex(of: UInt8(ascii: "/"))
        return "\(code), key '\(slash.map { "\(key[..<$0])/…" } ?? key)'"
    }
}
