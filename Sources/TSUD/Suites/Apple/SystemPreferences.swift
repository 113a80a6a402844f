#if canImport(Darwin)
import Foundation

extension SuiteBackends {
    static func backend(of defaults: UserDefaults) -> any SuiteBackend {
        shared.backend(of: defaults) {
            let isStandard = defaults === UserDefaults.standard
            return AppleBackend(defaults, SystemPreferences(defaults), domain: isStandard ? .application : nil)
        }
    }
}

extension EphemeralSettings {
    static func makeForSystem() -> EphemeralSettings {
        let path = newPath
        guard let defaults = UserDefaults(suiteName: path) else { fatalError("The system refuses a suite at \(path)") }
        let suite = AppleBackend(defaults, SystemPreferences(defaults), domain: .suite(named: path))
        _ = SuiteBackends.shared.backend(of: defaults) { suite }
        return EphemeralSettings(in: suite, at: path)
    }
}

/// The preferences as Foundation on Apple systems knows them.
private struct SystemPreferences: ApplePreferences, @unchecked Sendable {
    private let defaults: UserDefaults

    init(_ defaults: UserDefaults) { self.defaults = defaults }

    func object(forKey key: String, in domain: PreferencesDomain) -> Any? {
        let application =
            switch domain {
            case .application: kCFPreferencesCurrentApplication
            case .suite(let name): name as CFString
            }
        return CFPreferencesCopyValue(key as CFString, application, kCFPreferencesCurrentUser, kCFPreferencesAnyHost)
    }

    func objectInEmptySuite(forKey key: String) -> Any? { Self.emptySuite?.defaults.object(forKey: key) }

    private static let emptySuite = UserDefaults(suiteName: "TSUD.nothing-stored").map { Self($0) }

    func addObserver(for listener: KeyValueListener, forKey key: String) -> AnyObject {
        let observer = Observer(listener)
        defaults.addObserver(observer, forKeyPath: key, options: [], context: nil)
        return observer
    }

    func removeObserver(_ observer: AnyObject, forKey key: String) {
        guard let observer = observer as? Observer else { return }
        defaults.removeObserver(observer, forKeyPath: key)
    }

    private final class Observer: NSObject {
        private let listener: KeyValueListener

        init(_ listener: KeyValueListener) { self.listener = listener }

        // Observing with a key path of Swift takes a property, which a key is not.
        // swiftlint:disable:next block_based_kvo
        override func observeValue(
            forKeyPath keyPath: String?,
            of object: Any?,
            change: [NSKeyValueChangeKey: Any]?,
            context: UnsafeMutableRawPointer?
        ) {
            listener.noteChange()
        }
    }
}
#endif
