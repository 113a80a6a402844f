#if !canImport(Darwin)
import Foundation

/// What a slot's last write through a key was, for as long as it may come back as news.
///
/// A save finds out what changed in memory, whoever changed it. What a key wrote was announced when it was written.
final class OwnWrite: @unchecked Sendable {
    private let lock = NSLock()
    private var type: ObjectIdentifier?
    /// The suite of the last write; `nil` when there is none that may come back.
    private var suite: UserDefaults?
    /// What was stored by it; `nil` for a removal.
    ///
    /// The lock sees to it that accesses don't overlap; to check that at run time takes longer than the lock does.
    @exclusivity(unchecked) private var object: Any?

    /// Notes what is about to be stored.
    ///
    /// - Parameters:
    ///   - object: the object.
    ///   - type: the type of the value that it stands for.
    ///   - suite: the suite that it is stored in.
    /// - Returns: whether the object before is of a value of another type, or not known to be of this one.
    func note(_ object: Any, as type: Any.Type, in suite: UserDefaults) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        self.object = object
        if self.suite !== suite { self.suite = suite }
        if self.type == ObjectIdentifier(type) { return false }
        self.type = ObjectIdentifier(type)
        return true
    }

    /// Notes that the key is about to be removed.
    func noteRemoval(in suite: UserDefaults) {
        lock.withLock {
            self.suite = suite
            object = nil
            type = nil
        }
    }

    /// Whether what was written last is what the key has now; the second time it is asked it no longer knows.
    func isStillStored(under key: String) -> Bool {
        let (suite, object) = lock.withLock {
            defer { (self.suite, self.object) = (nil, nil) }
            return (self.suite, self.object)
        }
        guard let suite, isSameObject(object, suite.object(forKey: key)) else {
            lock.withLock { type = nil }
            return false
        }
        return true
    }
}
#endif
