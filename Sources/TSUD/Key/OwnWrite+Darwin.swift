#if canImport(Darwin)
import Foundation

/// What a slot's last write through a key was: nothing to be remembered, as the system tells each change once.
final class OwnWrite: Sendable {
    /// Whether the object before may be taken for the one that is about to be written: never, here.
    func note(_ object: Any, as type: Any.Type, in suite: UserDefaults) -> Bool { false }

    func noteRemoval(in suite: UserDefaults) {}

    /// Whether a change that is announced is one that was announced when it was made.
    func isStillStored(under key: String) -> Bool { false }
}
#endif
