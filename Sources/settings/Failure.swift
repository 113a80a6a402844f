/// Why the program failed.
struct Failure: Error {
    let message: String
    /// The exit status, as in `sysexits.h`.
    let status: Int32

    /// There is nothing to print, which is said by the exit status alone.
    static let noValue = Self(message: "", status: 1)
    /// The arguments are wrong.
    static func usage(_ message: String) -> Self { Self(message: message, status: 64) }
    /// The imported data is wrong.
    static func data(_ message: String) -> Self { Self(message: message, status: 65) }
    /// A file can't be read.
    static func input(_ message: String) -> Self { Self(message: message, status: 66) }
    /// A file, or standard output, can't be written.
    static func output(_ message: String) -> Self { Self(message: message, status: 73) }
    /// The settings can't be saved.
    static func saving(_ message: String) -> Self { Self(message: message, status: 74) }
}
