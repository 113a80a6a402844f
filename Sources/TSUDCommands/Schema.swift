import Foundation
import TSUD

extension CommandContext {
    /// Prints a JSON Schema of an object with the settings' values by their names.
    func schema() throws { try write(program.schema + "\n") }
}

extension Program {
    /// The schema, of the version 2020-12.
    fileprivate var schema: String {
        var (properties, patterns): (JSONObject, JSONObject) = ([:], [:])
        for setting in keys.map({ NamedSetting($0) }) {
            let schema = setting.schema
            properties[setting.name] = schema
            // Members have the same type. They inherit the setting's value, not its default.
            guard hasMembers(setting.handle.setting) else { continue }
            patterns["^\(NSRegularExpression.escapedPattern(for: setting.name))/"] = schema.filter {
                $0.key != "default"
            }
        }
        let schema: JSONObject = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Settings of \(name)",
            "type": "object", "properties": properties, "patternProperties": patterns, "additionalProperties": false,
        ]
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let data = try? JSONSerialization.data(withJSONObject: schema, options: options)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
}

private typealias JSONObject = [String: Any]

extension NamedSetting {
    /// The schema of the value: its type, as far as it can be derived, its cases, default, and summary.
    fileprivate var schema: JSONObject {
        var schema = handle.setting.valueSchema
        if !isSecret, let value = handle.setting.defaultJSON { schema["default"] = value }
        schema["description"] = summary
        return schema
    }
}

extension TSUD {
    /// The default value in JSON; `nil` if it can't be encoded.
    fileprivate static var defaultJSON: Any? {
        let text = try? json(defaultValue)
        return text.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed) }
    }

    fileprivate static var valueSchema: JSONObject {
        let wrapped = (ValueType.self as? any OptionalType.Type)?.wrapped
        var schema = typeSchema(of: wrapped ?? ValueType.self, example: defaultJSON)
        if wrapped == nil { return schema }
        // An empty schema has null already.
        if let type = schema["type"] { schema["type"] = [type, "null"] }
        if let cases = schema["enum"] as? [Any] { schema["enum"] = cases + [NSNull()] }
        return schema
    }
}

/// Returns the schema of a type, or else of a value in JSON.
private func typeSchema(of type: Any.Type, example: Any?) -> JSONObject {
    switch type {
    case is Bool.Type: ["type": "boolean"]
    case is any UnsignedInteger.Type: ["type": "integer", "minimum": 0]
    case is any BinaryInteger.Type: ["type": "integer"]
    // "inf", "-inf", and "nan" are strings.
    case is any BinaryFloatingPoint.Type: ["type": "number"]
    case is String.Type: ["type": "string"]
    case is Date.Type: ["type": "string", "format": "date-time"]
    case is URL.Type: ["type": "string", "format": "uri-reference"]
    case is Data.Type: ["type": "string", "contentEncoding": "base64"]
    case let type as any CaseIterable.Type: casesSchema(of: type)
    case let type as any ArrayType.Type: ["type": "array", "items": typeSchema(of: type.element, example: nil)]
    default: schema(of: example)
    }
}

private func casesSchema<Cases: CaseIterable>(of _: Cases.Type) -> JSONObject {
    let texts = Cases.allCases.compactMap { value in (value as? any Encodable).flatMap { try? json($0) } }
    let values = texts.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed) }
    return ["enum": values]
}

/// Returns the schema of values like one in JSON.
private func schema(of example: Any?) -> JSONObject {
    switch example {
    // JSON doesn't distinguish 1 from 1.0.
    case let number as NSNumber: return ["type": String(cString: number.objCType) == "c" ? "boolean" : "number"]
    case is String: return ["type": "string"]
    case is [Any]: return ["type": "array"]
    case let object as JSONObject: return ["type": "object", "properties": object.mapValues { schema(of: $0) }]
    default: return [:]
    }
}

/// An array or a set, whose elements have one type.
private protocol ArrayType {
    static var element: Any.Type { get }
}

extension Array: ArrayType { fileprivate static var element: Any.Type { Element.self } }
extension Set: ArrayType { fileprivate static var element: Any.Type { Element.self } }
