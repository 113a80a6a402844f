#if !canImport(Darwin)
import Foundation

extension UserDefaults {
    /// Stores an object that a property list holds, whatever is stored now.
    ///
    /// Foundation on Linux leaves the old object where it takes the new one for equal: 1 for 1.0, 0.0 for -0.0 inside
    /// an array. Containers are handed over so that they equal nothing.
    func store(_ object: Any, forKey key: String) {
        set(object, forKey: key)
    }
}
#endif
