import TSUD

/// The values of a setting as the strings and the JSON that commands print.
extension AnyHandle {
    var defaultText: String? { Setting.text(of: defaultValue) }

    /// Returns the value's string, without reporting an unreadable value.
    func readableText() throws(TSUDError) -> String? { Setting.text(of: try readableValue()) }

    /// Returns the string of an administrator's value.
    func text(of system: FoundObject) throws(TSUDError) -> String? { Setting.text(of: try value(of: system)) }

    /// Returns the string of the value that another string represents.
    func text(from text: String) -> String? { (try? Setting.value(from: text)).flatMap { Setting.text(of: $0) } }

    /// Returns the string of a value or, with a name, of a part of it.
    func text(of value: Setting.ValueType, _ field: String?) -> String? {
        field == nil ? Setting.text(of: value) : json(of: value, field).typedText
    }

    /// Returns the JSON of a value or, with a name, of a part of it.
    func json(of value: Setting.ValueType, _ field: String?) -> JSON {
        guard let field else { return Setting.jsonValue(of: value) }
        return (try? JSON(encoding: value))?.part(field) ?? .null
    }

    /// Returns the stored value as JSON, whatever overrides it; `nil` if nothing is stored.
    func storedJSON() throws(TSUDError) -> JSON? {
        guard let object = storedObject else { return nil }
        return Setting.jsonValue(of: try value(of: FoundObject(object, .stored)))
    }
}

extension FoundObject {
    /// The object as JSON, readable as a value or not.
    var rawJSON: JSON? {
        if path?.hasSuffix(".json") == true, let text = object as? String { return try? JSON(text) }
        return PropertyListObject(object).flatMap { try? JSON(encoding: $0) }
    }
}

extension JSON {
    /// The string that a person types for it; `nil` for null.
    var typedText: String? {
        switch self {
        case .null: nil
        case .string(let string): string
        default: text
        }
    }
}
