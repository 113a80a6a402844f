import Foundation

extension BoundKey {
    /// Stores a value in the suite, removes the former keys, and notifies the observers.
    @usableFromInline
    func store(_ value: Key.ValueType) throws(TSUDError) {
        put(try form(of: value))
        announce()
    }

    /// The form to store for a value, if it is valid; `nil` if the key is to be removed instead.
    func form(of value: Key.ValueType) throws(TSUDError) -> StoredForm? {
        if coding.isNil(try valid(value)), isRemovedByNil { return nil }
        return try encode(value)
    }

    /// Stores a form and removes the former keys, or removes all of them, without an announcement.
    func put(_ form: StoredForm?) { change(to: form).store() }

    /// Whether a `nil` is stored by removing the key.
    ///
    /// Removing the key would uncover a registered default, or a member's setting, which would be read instead of
    /// `nil`.
    private var isRemovedByNil: Bool {
        setting == nil && coding.isNil(Key.defaultValue) && backend.registeredObject(forKey: key) == nil
    }

    /// Encodes a value in the key's own form or, without one, in the usual form.
    func encode(_ value: Key.ValueType) throws(TSUDError) -> StoredForm {
        do throws(CodingFailure) {
            if let form = try ownForm(of: value) { return form }
            return try coding.form(of: value)
        } catch {
            throw failure(.unencodable, "can't be stored as a property list\(error.suffix)", error.underlyingError)
        }
    }

    private func ownForm(of value: Key.ValueType) throws(CodingFailure) -> StoredForm? {
        do {
            return try Key.storedForm(of: value).map { try StoredForm(checked: $0) }
        } catch {
            throw CodingFailure(error)
        }
    }
}
