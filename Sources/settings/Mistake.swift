/// What is wrong with the arguments, and what would be right.
struct Mistake: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// What the program answers its caller with, besides zero.
enum ExitStatus {
    /// The arguments are wrong; the number is that of `EX_USAGE` in `sysexits.h`.
    static let usage: Int32 = 64
}
