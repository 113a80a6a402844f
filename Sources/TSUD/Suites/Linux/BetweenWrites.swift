#if os(Linux)
import Dispatch
import Foundation

/// A moment in which nothing is being written to any suite of the process, for a look at a whole one.
///
/// Foundation finds a suite in memory by the user's name, for which it asks `getpwuid` at each `set` and at each look at
/// a whole suite. That function has one place for its answers to all threads: a `set` that reads the name there while
/// another thread is being answered gets a wrong one, and stores its object where nobody will look for it. Foundation
/// keeps one `set` from another by a lock, but a look at a whole suite goes past that, and a save begins with one. So it
/// is taken from inside of a `set`, in a suite that is there for nothing else, when Foundation copies the object.
enum BetweenWrites {
    /// Runs `body` in such a moment, on another thread.
    ///
    /// It must not read or write a single key, which would wait for it.
    ///
    /// - Returns: whether it had the moment, rather than run after a second of waiting for its end in vain.
    @discardableResult
    static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
        // A forked process has none of the threads that this takes.
        guard ExitHandler.isThisProcess, !interruptions.areUsual else {
            body()
            return false
        }
        let visit = Visit(body)
        suite.set(visit, forKey: "visit")
        suite.removeObject(forKey: "visit")
        return visit.finish()
    }

    nonisolated(unsafe) private static let suite = UserDefaults(suiteName: "TSUD.between-writes") ?? .standard
    private static let interruptions = Interruptions()

    /// An object that does something while it is being stored.
    private final class Visit: NSDictionary {
        private var body: (@Sendable () -> Void)?
        private let isDone = DispatchSemaphore(value: 0)
        private var isWaited = false

        convenience init(_ body: @escaping @Sendable () -> Void) {
            self.init()
            self.body = body
        }

        /// What Foundation asks for first when it copies a dictionary.
        override var count: Int {
            begin()
            return 0
        }

        override func object(forKey aKey: Any) -> Any? { nil }
        override func keyEnumerator() -> NSEnumerator { NSArray().objectEnumerator() }
        override func enumerateKeysAndObjects(
            options: NSEnumerationOptions = [],
            using block: (Any, Any, UnsafeMutablePointer<ObjCBool>) -> Void
        ) {}

        /// Should another Foundation hold a lock here that `body` needs, then it is let go after a second.
        private func begin() {
            guard let body else { return }
            self.body = nil
            // A thread of its own: those of queues may all be waiting for the very lock that is held here.
            Thread.detachNewThread { [isDone] in
                body()
                isDone.signal()
            }
            isWaited = isDone.wait(timeout: .now() + 1) == .success
            interruptions.note(isWaited)
        }

        /// Returns when `body` has run; `false` if that was in any other moment.
        func finish() -> Bool {
            if let body {
                // Foundation has copied the object without a question to it.
                self.body = nil
                body()
                return false
            }
            if !isWaited { isDone.wait() }
            return isWaited
        }
    }

    /// How often in a row `body` had to go on without its moment.
    final class Interruptions: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        func note(_ isWaited: Bool) { lock.withLock { count = isWaited ? 0 : count + 1 } }
        /// Whether it is useless to try, rather than an accident of a machine that stood still.
        var areUsual: Bool { lock.withLock { count >= 3 } }
    }
}
#endif
