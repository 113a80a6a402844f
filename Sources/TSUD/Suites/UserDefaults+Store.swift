import Foundation
import SettingsFile

extension UserDefaults {
    /// Stores an object, whatever is stored now.
    ///
    /// `set` may keep the old object where it takes the new one for equal, as Foundation on Linux does: 1.0 for 1, 0.0 for
    /// -0.0, a composed letter for a decomposed one. There the old one is removed first.
    func store(_ form: StoredForm, forKey key: String) {
        if form.isAmbiguous, let old = object(forKey: key).flatMap({ PropertyListObject($0) }),
            let new = PropertyListObject(form.object), old != new, old.isEqualToFoundation(new)
        {
            removeObject(forKey: key)
        }
        set(form.object, forKey: key)
    }
}
