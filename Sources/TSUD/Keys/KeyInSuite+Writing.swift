import Foundation

extension KeyInSuite {
    /// Stores a value in the suite and removes the former keys, without an announcement.
    func write(_ value: Key.ValueType) throws(TSUDError) {
        var form = try encode(value)
        if coding.isNil(value), isRemovedByNil { return remove() }
        if !observers.beginWrite(form.object, as: Key.ValueType.self) { form.isAmbiguous = true }
        suite.store(form, forKey: key, removing: isDirect ? [] : formerKeys)
        observers.endWrite()
    }

    /// Removes the key and its former keys from the suite, without an announcement.
    func remove() {
        observers.beginWrite(nil)
        suite.remove([key] + formerKeys)
        observers.endWrite()
    }

    /// Whether a `nil` is stored by removing the key.
    ///
    /// Removing the key would uncover a registered default, which would be read instead of `nil`.
    private var isRemovedByNil: Bool {
        coding.isNil(Key.defaultValue) && suite.registeredObject(forKey: key) == nil
    }

    /// Encodes a value.
    func encode(_ value: Key.ValueType) throws(TSUDError) -> StoredForm {
        do throws(CodingFailure) {
            return try coding.form(of: value)
        } catch {
            let detail = error.detail.isEmpty ? "" : ": \(error.detail)"
            throw TSUDError(
                .unencodable,
                key: key,
                underlyingError: error.underlyingError,
                description: "Value for key '\(key)' can't be stored as a property list\(detail)."
            )
        }
    }
}
