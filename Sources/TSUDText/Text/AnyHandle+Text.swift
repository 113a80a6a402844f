package import TSUD

extension AnyHandle {
    /// Returns the value that a value in a JSON document represents.
    ///
    /// - Parameters:
    ///   - json: The value in the document.
    ///   - source: The beginning of an error's description, which names the source of the value.
    /// - Returns: The value.
    /// - Throws: `unreadable` or `invalid`.
    package func value(ofJSON json: JSON, from source: String) throws(TSUDError) -> Setting.ValueType {
        try Setting.value(ofJSON: json, forKey: stringKey, from: source)
    }

    /// Returns the fields of a value in JSON that its type ignores, with their objects and the valid names.
    package func ignoredFields(of json: JSON) -> [(name: String, owner: String, valid: [String])] {
        let fields = UsedFields()
        switch json {
        case .array, .object: _ = try? json.decoded(as: Setting.ValueType.self, recording: fields)
        default: break
        }
        return fields.ignored
    }

    /// Returns the value that a string represents.
    ///
    /// - Parameters:
    ///   - text: The string.
    ///   - source: The beginning of an error's description, which names the source of the string.
    /// - Returns: The value.
    /// - Throws: `unreadable` or `invalid`.
    package func parse(_ text: String, from source: String? = nil) throws(TSUDError) -> Setting.ValueType {
        try Setting.value(ofText: text, forKey: stringKey, from: source)
    }

    /// Returns the object that is stored for the value that a string represents.
    ///
    /// - Throws: `unreadable`, `invalid`, or `unencodable`.
    package func object(ofText text: String, from source: String? = nil) throws(TSUDError) -> Any {
        try object(of: parse(text, from: source))
    }

    /// Returns the stored object and its string representation, which is `nil` for a `nil`; `nil` if nothing is stored.
    ///
    /// - Throws: `unreadable` or `invalid`.
    package func stored() throws(TSUDError) -> (object: Any, text: String?)? {
        guard let object = storedObject else { return nil }
        return try (object, Setting.text(of: value(of: FoundObject(object, .stored))))
    }

    /// Whether a value is the same as the one without a stored value.
    package func isDefault(_ value: Setting.ValueType) -> Bool { Setting.areSame(value, defaultValue) }
}

extension TSUD {
    /// Whether two values are equal, or have the same parts, since some types can't be compared.
    static func areSame(_ one: ValueType, _ other: ValueType) -> Bool {
        areEqual(one, other) || jsonValue(of: one) == jsonValue(of: other)
    }
}
