import Foundation

extension KeyInSuite {
    /// Puts a value into the suite and removes what former keys hold; tells nobody.
    func write(_ value: Key.ValueType) throws(TSUDError) {
        var form = try encode(value)
        if coding.isNil(value), isRemovedByNil { return remove() }
        if !observers.beginWrite(form.object, as: Key.ValueType.self) { form.isAmbiguous = true }
        suite.store(form, forKey: key, removing: isDirect ? [] : formerKeys)
        observers.endWrite()
    }

    /// Removes what the suite holds under the key and its former keys; tells nobody.
    func remove() {
        observers.beginWrite(nil)
        suite.remove([key] + formerKeys)
        observers.endWrite()
    }

    /// Whether a `nil` is stored by removing the key.
    ///
    /// A registered default would shine through the removed key and be read as the value that was set.
    private var isRemovedByNil: Bool {
        coding.isNil(Key.defaultValue) && suite.registeredObject(forKey: key) == nil
    }

    /// What to store for a value.
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
