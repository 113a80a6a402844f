import Foundation

#if canImport(os)
import os
#endif

/// The log for reported errors: the unified log on Apple systems, standard error elsewhere.
package enum Log {
    /// Writes one line, once for each text during the life of the process.
    static func once(_ error: TSUDError) {
        if codesOfCallers.withLock({ $0.contains(error.code) }) { return }
        guard isNew(error.description) else { return }
        let line = error.description.replacingOccurrences(of: "\n", with: " ")
        #if canImport(os)
        // The description may contain the user's input, or the name of the user's home directory.
        logger.error("\(error.summary.withoutControls, privacy: .public): \(line, privacy: .private)")
        #else
        write(line)
        #endif
    }

    /// Writes one line in which nothing is private, once during the life of the process.
    package static func once(_ line: String) {
        guard isNew(line) else { return }
        #if canImport(os)
        logger.error("\(line.withoutControls, privacy: .public)")
        #else
        write(line)
        #endif
    }

    #if canImport(os)
    private static var logger: Logger { Logger(subsystem: "TSUD", category: "settings") }
    #endif

    private static func isNew(_ line: String) -> Bool {
        written.withLock { written in
            // A program may have any number of keys and files.
            if written.count >= 1_000 { written = [] }
            return written.insert(line).inserted
        }
    }

    #if !canImport(os)
    /// Whether no line is written, because most errors in tests are expected.
    package static let isSilent = Locked(false)

    /// Writes one line, without ever waiting for its reader.
    ///
    /// If standard error is closed, or its disk is full, the line is lost.
    package static func write(_ text: String) {
        if isSilent.copy { return }
        let line = Array("TSUD: \(text.withoutControls)\n".utf8)
        // A pipe that is ready takes this many bytes at once. Other processes may share it, so it stays blocking.
        for start in stride(from: 0, to: line.count, by: 4_096) {
            var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
            guard poll(&ready, 1, 0) == 1, ready.revents == Int16(POLLOUT) else { return }
            let piece = line[start..<min(start + 4_096, line.count)]
            _ = piece.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }
    #endif

    private static let written = Locked<Set<String>>([])

    /// The codes of errors that a caller reports itself.
    private static let codesOfCallers = Locked<[TSUDError.Code]>([])

    /// Runs a closure without logging errors of a code, because the caller reports them.
    package static func without<Result>(_ code: TSUDError.Code, _ body: () throws -> Result) rethrows -> Result {
        codesOfCallers.withLock { $0.append(code) }
        defer { codesOfCallers.withLock { codes in _ = codes.firstIndex(of: code).map { codes.remove(at: $0) } } }
        do {
            return try body()
        } catch {
            // A later attempt, such as the one at exit, fails for the same reason.
            if let error = error as? TSUDError, error.code == code { _ = isNew(error.description) }
            throw error
        }
    }
}

extension TSUDError {
    /// The public part of the description: the kind of the error and the setting.
    ///
    /// The name of a member is private, because it may name a user's document or account.
    var summary: String {
        guard let key else { return "\(code)" }
        if let settingOfMember { return "\(code), key '\(settingOfMember)/…'" }
        // Compare bytes: an accent after the slash would combine with it into another character.
        let slash = key.utf8.firstIndex(of: UInt8(ascii: "/"))
        return "\(code), key '\(slash.map { "\(key[..<$0])/…" } ?? key)'"
    }
}
