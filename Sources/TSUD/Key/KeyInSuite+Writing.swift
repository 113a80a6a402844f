import Foundation

extension KeyInSuite {
    /// Puts a value into the suite and removes what former keys hold; tells nobody.
    func write(_ value: Key.ValueType) throws(TSUDError) {
        let form = try encode(value)
        if isOptional, coding.isNil(value), isRemovedByNil { return remove() }
        // A direct key has no former keys, which costs less than to ask the type.
        slot.store(form, as: Key.ValueType.self, removing: isDirect ? [] : Key.formerKeys, in: suite)
    }

    /// Removes what the suite holds under the key and its former keys; tells nobody.
    func remove() {
        slot.remove(removing: Key.formerKeys, in: suite)
    }

    /// Whether a `nil` is stored by removing the key.
    ///
    /// A registered default would shine through the removed key and be read as the value that was set.
    private var isRemovedByNil: Bool {
        coding.isNil(Key.defaultValue) && SuiteDomains.registered(key, in: suite) == nil
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
