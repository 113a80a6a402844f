import Foundation
import SettingsFile

/// What a value is stored as.
struct StoredForm {
    /// What `UserDefaults.set` takes: an object that a property list holds, Foundation's or one that turns into such.
    let object: Any
    /// Whether Foundation on Linux may take the object of another value for this one, and so not store it.
    ///
    /// A zero has two signs, a text with accents two spellings, and to Foundation 1.0 equals a stored 1.
    var isAmbiguous: Bool
}

extension StoredForm {
    /// The form of an object from outside of the library, which may be anything.
    init(checked object: Any) throws(CodingFailure) {
        guard let checked = PropertyListObject(object) else {
            throw CodingFailure(detail: "the stored form is no property list, or nests too deep")
        }
        self.init(object: checked.foundationObject, isAmbiguous: true)
    }
}
