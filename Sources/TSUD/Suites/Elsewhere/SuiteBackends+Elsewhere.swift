#if !canImport(Darwin) && !os(Linux)
import Foundation

extension SuiteBackends {
    static func backend(of defaults: UserDefaults) -> any SuiteBackend {
        if let own = defaults as? any UserDefaultsWithBackend { return own.backend }
        return shared.backend(of: defaults) { CoalescingBackend(defaults) }
    }
}
#endif
