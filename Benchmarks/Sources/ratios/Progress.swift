import Foundation

/// One line on standard error, which is overwritten as long as that is a terminal.
struct Progress {
    private static let isTerminal = isatty(STDERR_FILENO) == 1

    /// Shows the current step; if standard error is no terminal, only when the step begins.
    static func show(_ text: String, isBeginning: Bool) {
        if isTerminal {
            write("\r\u{1B}[K\(text)")
        } else if isBeginning {
            write("\(text)\n")
        }
    }

    /// Removes the line from the terminal.
    static func end() {
        if isTerminal { write("\r\u{1B}[K") }
    }

    private static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
