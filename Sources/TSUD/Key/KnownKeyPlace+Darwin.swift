#if canImport(Darwin)
import Foundation

/// A place in the table of known keys: taken once and never given back.
///
/// Under a lock, since the systems that the library supports don't all have atomic references.
struct KnownKeyPlace: ~Copyable {
    private static let lock = NSLock()
    nonisolated(unsafe) private let holder = Holder()

    private final class Holder {
        var known: KnownKey?
    }

    /// Who has the place.
    var known: KnownKey? { Self.lock.withLock { holder.known } }

    /// Gives the place to a key, unless another has it.
    func take(_ known: KnownKey) -> Bool {
        Self.lock.withLock {
            if holder.known != nil { return false }
            holder.known = known
            return true
        }
    }
}
#endif
