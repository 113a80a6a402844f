#if os(Linux)
import Dispatch
import Foundation

/// Reads whole suites while no other test writes.
///
/// Foundation finds a whole suite by the user's name, with `getpwuid`, whose static buffer a concurrent `set` of any
/// suite overwrites: that `set` is then lost. So the suite is read in the middle of a `set`, when Foundation copies the
/// object and lets no other `set` in.
enum WholeSuite {
    static func contents(named name: String) -> [String: Any] {
        // Written before `set` returns, and read only after that.
        nonisolated(unsafe) var contents: [String: Any]?
        let dictionary = CopiedDictionary {
            guard contents == nil else { return }
            let isDone = DispatchSemaphore(value: 0)
            // On another thread, since the lock is not recursive.
            Thread.detachNewThread {
                contents = suite.persistentDomain(forName: name) ?? [:]
                isDone.signal()
            }
            isDone.wait()
        }
        lock.withLock { suite.set(dictionary, forKey: "copied") }
        return contents ?? [:]
    }

    /// Lets Foundation load the suite that is written here.
    static func load() { _ = suite.object(forKey: "") }

    private static let lock = NSLock()
    nonisolated(unsafe) private static let suite = UserDefaults(suiteName: "TSUDTests-whole-suite") ?? .standard
}

/// A dictionary that calls a closure before it is copied.
///
/// A `set` always copies it, since it equals no other.
private final class CopiedDictionary: NSDictionary {
    private var willCopy: () -> Void = {}

    convenience init(_ willCopy: @escaping () -> Void) {
        self.init()
        self.willCopy = willCopy
    }

    override var count: Int {
        willCopy()
        return 0
    }
    override func object(forKey aKey: Any) -> Any? { nil }
    override func keyEnumerator() -> NSEnumerator { NSArray().objectEnumerator() }
    override func isEqual(_ value: Any?) -> Bool { false }
}
#endif
