#if !canImport(Darwin)
import Foundation

#if canImport(Dispatch)
import Dispatch
#endif

/// A suite whose file is unknown: a tenth of a second after a change, one call of `synchronize()` saves all changes.
///
/// On Linux it is used for subclasses of `UserDefaults`, which may store their values elsewhere.
final class CoalescingSuite: SynchronizedSuite, @unchecked Sendable {
    private let isDue = Locked(false)

    override func registeredObject(forKey key: String) -> Any? { RegistrationDomain.object(forKey: key) }

    override func noteUnsaved() {
        super.noteUnsaved()
        #if canImport(Dispatch)
        let isFirst = isDue.withLock { isDue in
            defer { isDue = true }
            return !isDue
        }
        guard isFirst else { return }
        Self.queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [self] in
            isDue.withLock { $0 = false }
            if noteSaved() { defaults.synchronize() }
        }
        #else
        defaults.synchronize()
        #endif
    }

    #if canImport(Dispatch)
    private static let queue = DispatchQueue(label: "TSUD.synchronizing")
    #endif
}

#if !os(Linux)
extension SuiteRegistry {
    static func backend(of defaults: UserDefaults) -> any Suite {
        if let own = defaults as? any UserDefaultsWithSuite { return own.backend }
        return shared.backend(of: defaults) { CoalescingSuite(defaults) }
    }
}
#endif
#endif
