import TSUD
import TSUDText

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

    /// The names of the outermost fields and entries.
    var names: [String] {
        let members: [String: JSON] = if case .object(let members) = json { members } else { [:] }
        return Set(members.keys).union(schema.properties.keys).sorted()
    }

    /// The strings of the elements.
    var elements: [String] {
        guard case .array(let elements) = json else { return [] }
        return elements.map(\.typedText)
    }

    /// The schema of a field.
    func schema(ofField field: String) -> JSON { schema.schema(at: field.split(separator: ".").map(String.init)) }
}

extension NamedSetting {
    var valueParts: ValueParts { ValueParts(json: handle.currentJSON, schema: handle.setting.typeSchema) }
}

extension AnyHandle {
    fileprivate var currentJSON: JSON { Setting.jsonValue(of: (try? readableValue()) ?? defaultValue) }
}

// A schema.
extension JSON {
    /// Returns the schema of a part.
    func schema(at steps: [String]) -> JSON {
        steps.reduce(self) { schema, name in schema.properties[name] ?? schema.additionalProperties }
    }

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
    var items: JSON { alternatives.lazy.compactMap { $0["items"] }.first ?? [:] }

    /// The type of numbers, if they are valid.
    var numberType: JSON? { alternatives.lazy.compactMap { $0["type"] }.first { ["integer", "number"].contains($0) } }

    /// The strings of all valid values, if there are few.
    var choices: [String] {
        let values = alternatives.filter { $0["type"] != "null" }
        // A number may also be "nan".
        guard values.allSatisfy({ $0["enum"] != nil || $0["type"] == "boolean" }) else { return [] }
        return values.flatMap { schema -> [String] in
            if schema["type"] == "boolean" { return ["true", "false"] }
            guard case .array(let values) = schema["enum"] else { return [] }
            return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        }
    }
}
