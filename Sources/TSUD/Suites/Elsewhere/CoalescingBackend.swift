#if !canImport(Darwin)
import Foundation

#if canImport(Dispatch)
import Dispatch
#endif

/// A suite whose file is unknown: a tenth of a second after a change, one call of `synchronize()` saves all changes.
///
/// On Linux it is used for subclasses of `UserDefaults`, which may store their values elsewhere.
final class CoalescingBackend: SynchronizedBackend, @unchecked Sendable {
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

/// The objects that `register(defaults:)` has added, for all suites.
enum RegistrationDomain {
    static func object(forKey key: String) -> Any? { emptySuite.object(forKey: key) }

    /// Makes Foundation load the empty suite, if it has not yet: that may lose a `set` of another thread, so it has to
    /// come before any; `MixedCallsTrial` fails without.
    ///
    /// A program that only reads needs none, and is launched a twentieth faster without.
    static func load() { _ = emptySuite }

    /// A suite without stored values and launch arguments, which returns only registered defaults.
    nonisolated(unsafe) private static let emptySuite: UserDefaults = {
        guard let suite = UserDefaults(suiteName: "TSUD.nothing-stored") else { return .standard }
        suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        _ = suite.object(forKey: "")
        return suite
    }()
}

#if !os(Linux)
extension SuiteBackends {
    static func backend(of defaults: UserDefaults) -> any SuiteBackend {
        if let own = defaults as? any UserDefaultsWithBackend { return own.backend }
        return shared.backend(of: defaults) { CoalescingBackend(defaults) }
    }
}
#endif
#endif
