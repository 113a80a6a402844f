#if canImport(Darwin)
import Foundation

/// Saves nothing: on Apple systems a daemon does, as soon as `UserDefaults` is told a value.
final class SuiteSaver: Sendable {
    private static let only = SuiteSaver()

    /// The saver of a suite: the same for all, as there is nothing to keep.
    static func of(_ suite: UserDefaults) -> SuiteSaver { only }

    /// Runs `body`, which writes a key.
    func write(_ key: String, removing formerKeys: [String] = [], _ body: () -> Void) { body() }

    /// Returns at once.
    func flush() throws(TSUDError) {}
}
#endif
