#if canImport(Darwin)
import Foundation

extension UserDefaults {
    /// Stores an object that a property list holds.
    func store(_ form: StoredForm, forKey key: String, uncertain: Bool) {
        set(form.object, forKey: key)
    }
}
#endif
