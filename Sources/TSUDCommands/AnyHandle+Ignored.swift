import TSUD
import TSUDText

extension AnyHandle {
    /// Returns a message for each field of a value in JSON that the value's type ignores.
    ///
    /// - Parameter json: The value.
    /// - Returns: The messages, without names that a person typed for a secret.
    func messages(aboutFieldsOf json: JSON) -> [String] {
        ignoredFields(of: json).map { name, owner, valid in
            let place = owner.isEmpty ? typedName : "\(typedName).\(owner)"
            return unknown("field", Setting.isSecret ? "***" : name, of: place, outOf: valid)
        }
    }
}
