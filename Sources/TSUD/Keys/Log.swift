import Foundation

#if canImport(os)
import os
#endif

/// The log for reported errors: the unified log on Apple systems, standard error elsewhere.
enum Log {
    /// Writes one line, once for each text during the life of the process.
    static func once(_ error: TSUDError) {
        guard seen.insert(error.description) else { return }
        #if canImport(os)
        Logger(subsystem: "TSUD", category: "settings").error("\(error.description, privacy: .public)")
        #else
        // If standard error is closed, or its disk is full, nothing is left to report to.
        try? FileHandle.standardError.write(contentsOf: Data("TSUD: \(error.description)\n".utf8))
        #endif
    }

    private static let seen = SeenTexts()
}

private final class SeenTexts: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: Set<String> = []

    func insert(_ text: String) -> Bool {
        lock.withLock { texts.insert(text).inserted }
    }
}
