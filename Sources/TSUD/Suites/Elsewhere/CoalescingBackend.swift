#if !canImport(Darwin)
import Foundation

#if canImport(Dispatch)
import Dispatch
#endif

/// A suite whose file is unknown: a tenth of a second after a change, one call of `synchronize()` saves all changes.
///
/// On Linux it is used for subclasses of `UserDefaults`, which may store their values elsewhere.
final class CoalescingBackend: SynchronizedBackend, @unchecked Sendable {
    private let lock = NSLock()
    private var isDue = false

    override func registeredObject(forKey key: String) -> Any? { RegistrationDomain.object(forKey: key, in: defaults) }

    override func noteChange() {
        super.noteChange()
        #if canImport(Dispatch)
        let isFirst = lock.withLock {
            defer { isDue = true }
            return !isDue
        }
        guard isFirst else { return }
        Self.queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [self] in
            lock.withLock { isDue = false }
            if UnsavedBackends.shared?.remove(self) == true { defaults.synchronize() }
        }
        #else
        defaults.synchronize()
        #endif
    }

    #if canImport(Dispatch)
    private static let queue = DispatchQueue(label: "TSUD.synchronizing")
    #endif
}
#endif
