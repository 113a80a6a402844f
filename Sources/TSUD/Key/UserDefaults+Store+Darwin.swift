#if canImport(Darwin)
import Foundation

extension UserDefaults {
    /// Stores an object that a property list holds.
    func store(_ object: Any, forKey key: String, uncertain: Bool) {
        set(object, forKey: key)
    }
}
#endif
