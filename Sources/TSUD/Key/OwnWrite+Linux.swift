#if !canImport(Darwin)
import Foundation

/// What a slot's last write through a key was, for as long as it may come back as news.
///
/// A save finds out what changed in memory, whoever changed it. What a key wrote was announced when it was written.
final class OwnWrite: @unchecked Sendable {
    private let lock = NSLock()
    private var type: ObjectIdentifier?
    private var last: (object: Any?, suite: UserDefaults)?

    /// Notes what is about to be written, `nil` for a removal.
    ///
    /// - Parameters:
    ///   - object: the object to be stored.
    ///   - type: the type of the value that it stands for.
    ///   - suite: the suite that it is stored in.
    /// - Returns: whether the object before is of a value of another type, or not known to be of this one.
    func note(_ object: Any?, as type: Any.Type, in suite: UserDefaults) -> Bool {
        lock.withLock {
            last = (object, suite)
            defer { self.type = ObjectIdentifier(type) }
            return self.type != ObjectIdentifier(type)
        }
    }

    /// Whether what was written last is what the key has now; the second time it is asked it no longer knows.
    func isStillStored(under key: String) -> Bool {
        let last = lock.withLock {
            defer { self.last = nil }
            return self.last
        }
        guard let last, isSameObject(last.object, last.suite.object(forKey: key)) else {
            lock.withLock { type = nil }
            return false
        }
        return true
    }
}
#endif
