import Foundation

/// The form in which a value is stored.
struct StoredForm {
    /// The object to pass to `UserDefaults.set`: a Foundation object, or a Swift value that is bridged to one.
    let object: Any
    /// Whether Foundation on Linux may consider it equal to the object of another value, and so not store it.
    ///
    /// Zero has two signs, accented text has two forms, and 1.0 is equal to a stored 1.
    var isAmbiguous: Bool
}
