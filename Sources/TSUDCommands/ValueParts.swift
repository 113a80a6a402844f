import TSUD

/// The fields and elements of a value, by its JSON and its schema.
struct ValueParts {
    let json: JSON
    let schema: JSON

    /// The names of all fields and entries, those inside of others included: "proxy", "proxy.port".
    var fields: [String] { Self.fields(json, schema) }

    private static func fields(_ json: JSON?, _ schema: JSON) -> [String] {
        let members: [String: JSON] = if case .object(let members) = json { members } else { [:] }
        let properties = schema.properties
        return Set(members.keys).union(properties.keys).sorted().flatMap { name in
            let inner = fields(members[name], properties[name] ?? schema.additionalProperties)
            return [name] + inner.map { "\(name).\($0)" }
        }
    }

    /// The strings of the elements.
    var elements: [String] {
        guard case .array(let elements) = json else { return [] }
        return elements.compactMap { $0.typedText }
    }

    /// The strings of all valid elements, if there are few.
    var choicesOfElements: [String] { schema.items.choices }

    /// Returns the strings of all valid values of a field, if there are few.
    func choices(ofField field: String) -> [String] {
        field.split(separator: ".").reduce(schema) { schema, name in
            schema.properties[String(name)] ?? schema.additionalProperties
        }.choices
    }
}

extension NamedSetting {
    var valueParts: ValueParts { ValueParts(json: handle.currentJSON, schema: handle.setting.typeSchema) }
}

extension AnyHandle {
    fileprivate var currentJSON: JSON { Setting.jsonValue(of: (try? readableValue()) ?? defaultValue) }
}

// A schema.
extension JSON {
    private subscript(name: String) -> JSON? { if case .object(let members) = self { members[name] } else { nil } }

    private var alternatives: [JSON] {
        if case .array(let alternatives) = self["anyOf"] { alternatives.flatMap(\.alternatives) } else { [self] }
    }

    fileprivate var properties: [String: JSON] {
        alternatives.reduce(into: [:]) { all, schema in
            if case .object(let properties) = schema["properties"] { all.merge(properties) { first, _ in first } }
        }
    }

    fileprivate var additionalProperties: JSON {
        alternatives.lazy.compactMap { $0["additionalProperties"] }.first ?? [:]
    }
    fileprivate var items: JSON { alternatives.lazy.compactMap { $0["items"] }.first ?? [:] }

    fileprivate var choices: [String] {
        alternatives.flatMap { schema -> [String] in
            if schema["type"] == "boolean" { return ["true", "false"] }
            guard case .array(let values) = schema["enum"] else { return [] }
            return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        }
    }
}
