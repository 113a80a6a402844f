#if canImport(Darwin)
import Foundation

extension SuiteRegistry {
    static func backend(of defaults: UserDefaults) -> any Suite {
        shared.backend(of: defaults) {
            let isStandard = defaults === UserDefaults.standard
            return AppleSuite(defaults, $0, SystemPreferences(defaults), domain: isStandard ? .application : nil)
        }
    }

    static func coreKey(_ key: String) -> AnyObject? { nil }
}

extension EphemeralSettings {
    static func makeForSystem() -> EphemeralSettings {
        let path = newPath
        guard let defaults = UserDefaults(suiteName: path) else { fatalError("The system rejects a suite at \(path)") }
        let suite = AppleSuite(defaults, SuiteObservers(), SystemPreferences(defaults), domain: .suite(named: path))
        _ = SuiteRegistry.shared.backend(of: defaults) { _ in suite }
        return EphemeralSettings(in: suite, at: path)
    }
}

/// The preferences in Apple's Foundation.
private struct SystemPreferences: ApplePreferences {
    private let suite: Unchecked<UserDefaults>

    init(_ defaults: UserDefaults) { suite = Unchecked(defaults) }

    func cachedObject(forKey key: String) -> AnyObject? { suite.value.object(forKey: key) as AnyObject? }

    func object(forKey key: String, in domain: PreferencesDomain) -> Any? {
        let application =
            switch domain {
            case .application: kCFPreferencesCurrentApplication
            case .suite(let name): name as CFString
            }
        return CFPreferencesCopyValue(key as CFString, application, kCFPreferencesCurrentUser, kCFPreferencesAnyHost)
    }

    func objectInEmptySuite(forKey key: String) -> Any? { Self.emptySuite?.value.object(forKey: key) }

    private static let emptySuite = UserDefaults(suiteName: "TSUD.nothing-stored").map { Unchecked($0) }

    func synchronizeDomain(named name: String) { CFPreferencesAppSynchronize(name as CFString) }

    func observe(_ key: String) {
        suite.value.addObserver(Self.observer, forKeyPath: key, options: [], context: nil)
    }

    func stopObserving(_ key: String) { suite.value.removeObserver(Self.observer, forKeyPath: key) }

    /// One observer for all suites, which is never released, because a call may follow its removal.
    private static let observer = Observer()

    private final class Observer: NSObject, Sendable {
        // Swift's key paths observe properties, and a key isn't a property.
        // swiftlint:disable:next block_based_kvo
        override func observeValue(
            forKeyPath keyPath: String?,
            of object: Any?,
            change: [NSKeyValueChangeKey: Any]?,
            context: UnsafeMutableRawPointer?
        ) {
            guard let keyPath, let defaults = object as? UserDefaults else { return }
            AppleSuite.noteChange(of: keyPath, in: defaults)
        }
    }
}
#endif
