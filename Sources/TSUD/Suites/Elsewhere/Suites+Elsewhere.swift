#if !canImport(Darwin) && !os(Linux)
import Foundation

extension Suites {
    static func suite(of defaults: UserDefaults) -> any Suite {
        if let suite = defaults as? MemorySuite { return suite.memory }
        return shared.suite(of: defaults) { CoalescedSuite(defaults) }
    }
}
#endif
