import Foundation

extension BoundKey {
    /// Stores a value in the suite, removes the former keys, and notifies the observers.
    func store(_ value: Setting.ValueType) throws(TSUDError) {
        try apply(change(to: object(of: value)))
    }

    /// Stores a value as `value = …` does: it reports an error.
    @usableFromInline
    func assign(_ value: Setting.ValueType) {
        do throws(TSUDError) {
            try store(value)
        } catch {
            report(error)
        }
    }

    /// Throws if an administrator's file locks the key.
    func checkUnlocked() throws(TSUDError) {
        guard let path = systemValues?.lock else { return }
        let name = setting.map { "\($0.key)/\(member)" } ?? key
        throw TSUDError(
            .managed,
            key: key,
            suiteName: backend.name,
            path: path,
            description: "Setting '\(name)' is locked by the administrator in '\(path)'.",
            settingOfMember: isIndependent ? setting?.key : nil
        )
    }

    /// Returns the change that stores an object, or removes the key for `nil`, and removes the former keys.
    func change(to object: PropertyListObject?) -> Change { Change(key: key, object: object, formerKeys: formerKeys) }

    /// Makes a change, and notifies the observers if it is one.
    func apply(_ change: Change) { backend.notify(backend.store([change])) }

    /// Returns the object to store for a valid value, or `nil` to remove the key.
    ///
    /// - Throws: `unencodable`, `invalid`, or `managed`.
    func object(of value: Setting.ValueType) throws(TSUDError) -> PropertyListObject? {
        try checkUnlocked()
        if coding.isNil(try valid(value)), isRemovedByNil { return nil }
        return try encode(value)
    }

    /// Whether a `nil` is stored by removing the key.
    ///
    /// Removing the key would uncover a registered default, or a member's setting, which would be read instead of
    /// `nil`.
    private var isRemovedByNil: Bool {
        inherited == nil && coding.isNil(defaultValue) && search([.system, .registered]) == nil
    }

    /// Encodes a value in the setting's custom stored representation, if it has one.
    func encode(_ value: Setting.ValueType) throws(TSUDError) -> PropertyListObject {
        do throws(CodingFailure) {
            if let object = try customRepresentation(of: value) { return object }
            return try coding.object(of: value)
        } catch {
            let reason = Setting.isSecret ? "" : error.suffix
            throw failure(.unencodable, "can't be stored as a property list\(reason)", error.underlyingError)
        }
    }

    /// Returns the custom stored representation, after reading it back.
    private func customRepresentation(of value: Setting.ValueType) throws(CodingFailure) -> PropertyListObject? {
        let object: PropertyListObject
        do {
            guard let form = try Setting.storedForm(of: value) else { return nil }
            object = try PropertyListObject(checked: form)
        } catch {
            throw CodingFailure(error)
        }
        do throws(TSUDError) {
            let read = try decode(stored: object.foundationObject)
            // A value that differs from itself, such as NaN, can't be compared.
            if areEqual(read, value) || !areEqual(value, value) { return object }
        } catch {
            let detail = "the setting can't read the object that storedForm(of:) returns"
            throw CodingFailure(detail: detail, underlyingError: error)
        }
        throw CodingFailure(detail: "the setting reads another value from the object that storedForm(of:) returns")
    }
}

/// Whether two values are equal, if they can be compared.
package func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
    func equals<Compared: Equatable>(_ one: Compared) -> Bool { one == other as? Compared }
    return (one as? any Equatable).map { equals($0) } ?? false
}
