/// An error of a command, with a message for standard error and the exit status.
public struct CommandError: Error {
    /// The message for standard error, or an empty string.
    public let message: String
    /// The exit status of the program, as in `sysexits.h`.
    public let exitCode: Int32

    /// Creates an error for an added command to throw.
    ///
    /// - Parameters:
    ///   - message: One line, which follows the name of the program.
    ///   - exitCode: The exit status; by default 64, for invalid arguments.
    public init(_ message: String, exitCode: Int32 = 64) {
        self.message = message
        self.exitCode = exitCode
    }

    /// No value to print.
    static let noValue = Self("", exitCode: 1)
    /// Invalid arguments.
    static func usage(_ message: String) -> Self { Self(message, exitCode: 64) }
    /// Invalid or unreadable data.
    static func data(_ message: String) -> Self { Self(message, exitCode: 65) }
    /// A file can't be read.
    static func input(_ message: String) -> Self { Self(message, exitCode: 66) }
    /// The editor can't be started, or fails.
    static func editor(_ message: String) -> Self { Self(message, exitCode: 69) }
    /// A file, or standard output, can't be written.
    static func output(_ message: String) -> Self { Self(message, exitCode: 73) }
    /// A file of the settings can't be read, which TSUD has logged.
    static var logged: Self { Self("", exitCode: 65) }
    /// An administrator's file locks the setting.
    static func managed(_ message: String) -> Self { Self(message, exitCode: 77) }
    /// The settings can't be saved.
    static func saving(_ message: String) -> Self { Self(message, exitCode: 74) }
}
