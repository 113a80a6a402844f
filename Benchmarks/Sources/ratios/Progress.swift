import Foundation

/// A line of progress on standard error, which the next one replaces in a terminal.
struct Progress {
    private static let isTerminal = isatty(STDERR_FILENO) == 1

    /// Shows the current step, but only its beginning if standard error isn't a terminal.
    static func show(_ text: String, isBeginning: Bool) {
        if isTerminal {
            write("\r\u{1B}[K\(text)")
        } else if isBeginning {
            write("\(text)\n")
        }
    }

    /// Removes the line in a terminal.
    static func end() {
        if isTerminal { write("\r\u{1B}[K") }
    }

    private static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
