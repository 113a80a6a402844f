#if !canImport(Darwin)
import Foundation

#if canImport(Dispatch)
import Dispatch
#endif

/// A suite whose file is unknown: a tenth of a second after a change, one call of `synchronize()` saves all changes.
///
/// On Linux it is used for subclasses of `UserDefaults`, which may store their values elsewhere.
final class CoalescingBackend: SynchronizedBackend {
    private let suite: Unchecked<UserDefaults>
    var defaults: UserDefaults { suite.value }
    let observations = KeyObservations()
    private let isDue = Locked(false)

    init(_ defaults: UserDefaults) { suite = Unchecked(defaults) }

    /// The object for the key, unless a launch argument hides it or it equals the registered one: `UserDefaults` does
    /// not tell where an object comes from.
    func storedObject(forKey key: String) -> Any? {
        guard let object = defaults.object(forKey: key), launchArgument(forKey: key) == nil else { return nil }
        if let registered = registeredObject(forKey: key), isSameObject(object, registered) { return nil }
        return object
    }

    func registeredObject(forKey key: String) -> Any? { RegistrationDomain.object(forKey: key, in: defaults) }

    func noteChange() {
        UnsavedBackends.shared?.insert(self)
        #if canImport(Dispatch)
        let isFirst = isDue.withLock { isDue in
            defer { isDue = true }
            return !isDue
        }
        guard isFirst else { return }
        Self.queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [self] in
            isDue.withLock { $0 = false }
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
