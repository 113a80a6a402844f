import Foundation
import SettingsFile

extension UserDefaults {
    /// Stores an object, even if Foundation considers it equal to the stored one, or removes a key.
    ///
    /// Foundation ignores an equal object in `set`: 1.0 and 1, 0.0 and -0.0, on Linux a composed and a decomposed
    /// letter. In such a case the old object is removed first.
    ///
    /// - Parameters:
    ///   - change: what to do.
    ///   - isSureToDiffer: whether the stored object need not be looked at.
    func store(_ change: StoredChange, isSureToDiffer: Bool) {
        guard let form = change.form else {
            removeObject(forKey: change.key)
            return
        }
        if !isSureToDiffer, let old = object(forKey: change.key).flatMap({ PropertyListObject($0) }),
            let new = PropertyListObject(form.object), old != new, old.isEqualToFoundation(new)
        {
            removeObject(forKey: change.key)
        }
        set(form.object, forKey: change.key)
    }
}
