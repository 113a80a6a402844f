import Foundation

extension KeyInSuite {
    /// Puts a value into the suite and removes what former keys hold; tells nobody.
    func write(_ value: Key.ValueType) throws(TSUDError) {
        let object = try encode(value)
        put(coding.isNil(value) && isRemovedByNil ? nil : object)
    }

    /// Removes what the suite holds under the key and its former keys; tells nobody.
    func remove() {
        put(nil)
    }

    private func put(_ object: Any?) {
        slot.store(
            object,
            as: Key.ValueType.self,
            mayVary: coding.variesInKind,
            removing: Key.formerKeys,
            in: suite
        )
    }

    /// Whether a `nil` is stored by removing the key.
    ///
    /// A registered default would shine through the removed key and be read as the value that was set.
    private var isRemovedByNil: Bool {
        coding.isNil(Key.defaultValue) && SuiteDomains.registered(key, in: suite) == nil
    }

    /// The object to store for a value.
    func encode(_ value: Key.ValueType) throws(TSUDError) -> Any {
        do throws(CodingFailure) {
            return try coding.object(for: value)
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
