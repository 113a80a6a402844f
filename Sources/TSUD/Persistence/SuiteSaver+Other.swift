#if !canImport(Darwin) && !os(Linux)
import Foundation

/// Saves one suite by `synchronize()`, soon after a change and whenever asked to.
final class SuiteSaver: @unchecked Sendable {
    private let synchronize: CoalescedSynchronize

    private init(_ suite: UserDefaults) {
        synchronize = CoalescedSynchronize(suite)
    }

    /// The saver of a suite.
    static func of(_ suite: UserDefaults) -> SuiteSaver {
        _ = exitHandler
        return lock.withLock {
            if let known = savers[ObjectIdentifier(suite)], known.suite === suite { return known.saver }
            savers = savers.filter { $0.value.suite != nil }
            let saver = SuiteSaver(suite)
            savers[ObjectIdentifier(suite)] = Known(suite: suite, saver: saver)
            return saver
        }
    }

    /// The object that is stored under a key: behind others that `UserDefaults` has for it, it can't be found out.
    func storedObject(forKey key: String) -> Any? { nil }

    /// Notes that a key was written, and sees to it that this gets saved; what was written stands.
    func noteWrite(of key: String, removing formerKeys: [String]) -> Bool {
        synchronize.soon()
        return true
    }

    /// Returns once all changes are saved, as far as the system tells.
    func flush() throws(TSUDError) {
        synchronize.now()
    }

    private struct Known {
        weak var suite: UserDefaults?
        let saver: SuiteSaver
    }

    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var savers: [ObjectIdentifier: Known] = [:]

    private static let exitHandler: Void = {
        _ = atexit {
            for known in SuiteSaver.lock.withLock({ SuiteSaver.savers.values.map(\.saver) }) {
                known.synchronize.ifNoted()
            }
        }
    }()
}
#endif
