#if !canImport(Darwin) && !os(Linux)
import Foundation

extension Suites {
    static func suite(of defaults: UserDefaults) -> any Suite {
        if let own = defaults as? any OwnSuite { return own.ownSuite }
        return shared.suite(of: defaults) { CoalescedSuite(defaults) }
    }
}
#endif
