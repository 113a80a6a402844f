#if canImport(Darwin)
import Foundation

/// Saves nothing: on Apple systems a daemon does, as soon as `UserDefaults` is told a value.
final class SuiteSaver: Sendable {
    private static let only = SuiteSaver()

    /// The saver of a suite: the same for all, as there is nothing to keep.
    static func of(_ suite: UserDefaults) -> SuiteSaver { only }

    /// Notes nothing; what was written stands.
    func noteWrite(of key: String, removing formerKeys: [String]) -> Bool { true }

    /// Returns at once.
    func flush() throws(TSUDError) {}
}
#endif
