/// Why the program did not do what it was asked for.
struct Failure: Error {
    let message: String
    /// What the program answers its caller with, as in `sysexits.h`.
    let status: Int32

    /// The arguments are wrong.
    static func usage(_ message: String) -> Self { Self(message: message, status: 64) }
    /// What is to be imported is no settings, or holds a wrong one.
    static func data(_ message: String) -> Self { Self(message: message, status: 65) }
    /// A file can't be read.
    static func input(_ message: String) -> Self { Self(message: message, status: 66) }
    /// A file can't be written.
    static func output(_ message: String) -> Self { Self(message: message, status: 73) }
}
