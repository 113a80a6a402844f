/// Why a command failed: a message for standard error, and the exit status.
public struct CommandError: Error {
    /// One line; empty if the status alone says it.
    public let message: String
    /// The exit status, as in `sysexits.h`.
    public let exitCode: Int32

    /// Creates a failure, for a command of yours to throw.
    ///
    /// - Parameters:
    ///   - message: one line, to which the name of the program is added.
    ///   - exitCode: the exit status; 64 means that the arguments are wrong.
    public init(_ message: String, exitCode: Int32 = 64) {
        self.message = message
        self.exitCode = exitCode
    }

    /// There is nothing to print.
    static let noValue = Self("", exitCode: 1)
    /// The arguments are wrong.
    static func usage(_ message: String) -> Self { Self(message, exitCode: 64) }
    /// The imported or edited data is wrong.
    static func data(_ message: String) -> Self { Self(message, exitCode: 65) }
    /// A file can't be read.
    static func input(_ message: String) -> Self { Self(message, exitCode: 66) }
    /// The editor can't be started, or fails.
    static func editor(_ message: String) -> Self { Self(message, exitCode: 69) }
    /// A file, or standard output, can't be written.
    static func output(_ message: String) -> Self { Self(message, exitCode: 73) }
    /// The settings can't be saved.
    static func saving(_ message: String) -> Self { Self(message, exitCode: 74) }
}
