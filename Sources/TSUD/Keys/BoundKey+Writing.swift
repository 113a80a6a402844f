import Foundation

extension BoundKey {
    /// Stores a value in the suite, removes the former keys, and notifies the observers.
    func store(_ value: Key.ValueType) throws(TSUDError) {
        try change(to: object(of: value)).apply()
    }

    /// Stores a value as `value = …` does: what can't be stored is reported.
    @usableFromInline
    func assign(_ value: Key.ValueType) {
        do throws(TSUDError) {
            try store(value)
        } catch {
            Key.report(error)
        }
    }

    /// The change that stores an object and removes the former keys, or removes all of them for `nil`.
    ///
    /// What the suite and a shared store had in common under a former key goes before it. An older version of the program
    /// would else find the key gone and that in common, and remove the setting on all devices.
    func change(to object: PropertyListObject?) -> KeyChange {
        if isInStandardSuite { UnisolatedTests.warning }
        let formerKeys = isStoredAsIs ? [] : formerKeys
        let removed = formerKeys.flatMap { [SharedNames.common(of: $0), $0] }
        let removals = removed.map { StoredChange(key: $0, object: nil) }
        let changes = [StoredChange(key: key, object: object)] + removals
        return KeyChange(backend: backend, changes: changes) { self.readsAsEqual($0, $1) }
    }

    /// Whether two objects are read as equal values, if those can be compared.
    private func readsAsEqual(_ one: Any, _ other: Any) -> Bool {
        guard Key.ValueType.self is any Equatable.Type, let one = try? decode(one), let other = try? decode(other)
        else {
            return false
        }
        return areEqual(one, other)
    }

    /// The object to store for a value, if it is valid; `nil` if the key is to be removed instead.
    func object(of value: Key.ValueType) throws(TSUDError) -> PropertyListObject? {
        if coding.isNil(try valid(value)), isRemovedByNil { return nil }
        return try encode(value)
    }

    /// Whether a `nil` is stored by removing the key.
    ///
    /// Removing the key would uncover a registered default, or a member's setting, which would be read instead of
    /// `nil`.
    private var isRemovedByNil: Bool {
        setting == nil && coding.isNil(Key.defaultValue) && backend.registeredObject(forKey: key) == nil
    }

    /// Encodes a value in the key's own form or, without one, in the usual form.
    func encode(_ value: Key.ValueType) throws(TSUDError) -> PropertyListObject {
        do throws(CodingFailure) {
            if let object = try ownForm(of: value) { return object }
            return try coding.object(of: value)
        } catch {
            throw failure(.unencodable, "can't be stored as a property list\(error.suffix)", error.underlyingError)
        }
    }

    private func ownForm(of value: Key.ValueType) throws(CodingFailure) -> PropertyListObject? {
        do {
            return try Key.storedForm(of: value).map { try PropertyListObject(checked: $0) }
        } catch {
            throw CodingFailure(error)
        }
    }
}
