import Foundation

#if canImport(os)
import os
#endif

/// The log for reported errors: the unified log on Apple systems, standard error elsewhere.
enum Log {
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
    static func once(_ line: String) {
        guard isNew(line) else { return }
        #if canImport(os)
        logger.error("\(line, privacy: .public)")
        #else
        write(line)
        #endif
    }

    #if canImport(os)
    private static var logger: Logger { Logger(subsystem: "TSUD", category: "settings") }
    #else
    private static func write(_ line: String) {
        // If standard error is closed, or its disk is full, nothing is left to report to.
        try? FileHandle.standardError.write(contentsOf: Data("TSUD: \(line)\n".utf8))
    }
    #endif

    private static func isNew(_ line: String) -> Bool { seen.withLock { $0.insert(line).inserted } }
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
