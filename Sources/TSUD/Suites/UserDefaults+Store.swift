import Foundation
import SettingsFile

extension UserDefaults {
    /// Stores an object even if Foundation considers it equal to the stored one.
    ///
    /// Foundation on Linux ignores an equal object in `set`: 1.0 and 1, 0.0 and -0.0, a composed and a decomposed
    /// letter. In such a case the old object is removed first.
    func store(_ form: StoredForm, forKey key: String) {
        if form.mayEqualAnotherValue, let old = object(forKey: key).flatMap({ PropertyListObject($0) }),
            let new = PropertyListObject(form.object), old != new, old.isEqualToFoundation(new)
        {
            removeObject(forKey: key)
        }
        set(form.object, forKey: key)
    }
}
