#if !canImport(Darwin)
import Foundation

#if canImport(Dispatch)
import Dispatch
#endif

/// Calls `synchronize()` some time after a change, off the caller's thread and once for many changes.
///
/// For systems and suites whose file is not known; where it is, this is the call that damages it.
final class CoalescedSynchronize: @unchecked Sendable {
    private let lock = NSLock()
    private var waiting: UserDefaults?
    private weak var suite: UserDefaults?

    init(_ suite: UserDefaults) {
        self.suite = suite
    }

    /// Notes a change, and sees to it that it gets saved.
    func soon() {
        // Held until it is saved: the caller may let go of the suite right after writing to it.
        guard let suite, lock.withLock({ waiting == nil }) else { return }
        lock.withLock { waiting = suite }
        #if canImport(Dispatch)
        Self.queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [self] in ifNoted() }
        #else
        now()
        #endif
    }

    /// Saves if a change is noted; returns once that is done.
    func ifNoted() {
        if lock.withLock({ waiting != nil }) { now() }
    }

    /// Saves whether or not a change is noted, as plain `UserDefaults` calls note none; returns once that is done.
    func now() {
        let suite = lock.withLock {
            defer { waiting = nil }
            return waiting ?? self.suite
        }
        suite?.synchronize()
    }

    #if canImport(Dispatch)
    private static let queue = DispatchQueue(label: "TSUD.synchronizing")
    #endif
}
#endif
