import Foundation
import SettingsFile

/// The form in which a value is stored.
struct StoredForm {
    /// The object to pass to `UserDefaults.set`: a Foundation object, or a Swift value that is bridged to one.
    let object: Any
    /// Whether Foundation on Linux may consider it equal to the object of another value, and so not store it.
    ///
    /// Zero has two signs, accented text has two forms, and 1.0 is equal to a stored 1.
    var mayEqualAnotherValue: Bool
}

extension StoredForm {
    /// The form of an object from outside of the library, which may be anything.
    init(checked object: Any) throws(CodingFailure) {
        guard let checked = PropertyListObject(object) else {
            throw CodingFailure(detail: "the stored form is not a property list, or nests too deep")
        }
        self.init(object: checked.foundationObject, mayEqualAnotherValue: true)
    }
}
