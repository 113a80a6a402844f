import Foundation
import TSUD
import TSUDText

/// The JSON Schema of the values of a type.
struct TypeSchema {
    let members: [String: JSON]

    /// - Parameters:
    ///   - type: The type.
    ///   - isWhole: Whether it is the type of a setting's whole value, and not of a part.
    ///   - example: A value, which shows the fields that a decoder can't; `nil` if there is none.
    ///   - types: The types that contain `type`.
    init(_ type: any Any.Type, isWhole: Bool = false, example: JSON? = nil, in types: [ObjectIdentifier] = []) {
        // A type may contain itself.
        if types.contains(ObjectIdentifier(type)) {
            members = [:]
            return
        }
        let inner = types + [ObjectIdentifier(type)]
        let alternatives = Alternatives(isWhole: isWhole, example: example, types: inner).all(of: type)
        members = alternatives.count == 1 ? alternatives[0] : ["anyOf": .array(alternatives.map { .object($0) })]
    }

    var json: JSON { .object(members) }
}

/// The schemas of which a value has to fulfill one.
private struct Alternatives {
    let isWhole: Bool
    let example: JSON?
    let types: [ObjectIdentifier]

    func all(of type: any Any.Type) -> [[String: JSON]] {
        if let optional = type as? any OptionalType.Type {
            let inner = Self(isWhole: isWhole, example: example == .null ? nil : example, types: types)
            return inner.all(of: optional.wrapped) + [["type": "null"]]
        }
        let choices = choices(of: type)
        if !choices.isEmpty { return [["enum": .array(choices)]] }
        switch type {
        case is Bool.Type: return [["type": "boolean"]]
        case let integer as any FixedWidthInteger.Type: return [integers(integer)]
        case is any BinaryFloatingPoint.Type: return reals(type)
        case is String.Type: return [["type": "string"]]
        case is Date.Type: return [string(Pattern.date)]
        case is Data.Type: return [string(Pattern.base64)]
        case is URL.Type: return isWhole ? [string(Pattern.address), object] : [["type": "string"]]
        case is UUID.Type: return [string(Pattern.uuid)]
        case is Decimal.Type: return [["type": "number"]]
        case is Duration.Type: return [string(Pattern.duration), Self.durationNumbers]
        case let list as any ElementList.Type: return container(["type": "array", "items": items(of: list)])
        case let dictionary as any DictionaryType.Type: return self.dictionary(dictionary)
        default: return structure(type)
        }
    }

    private func string(_ pattern: String) -> [String: JSON] {
        ["type": "string", "pattern": .string("^(?:\(pattern))$")]
    }

    /// A value with parts; a whole one that JSON would change is a property list in a string.
    private func container(_ schema: [String: JSON]) -> [[String: JSON]] {
        isWhole ? [schema, ["type": "string", "pattern": .string(Pattern.propertyList)]] : [schema]
    }

    // MARK: Scalars

    private func integers<Integer: FixedWidthInteger>(_: Integer.Type) -> [String: JSON] {
        ["type": "integer", "minimum": .number("\(Integer.min)"), "maximum": .number("\(Integer.max)")]
    }

    private func reals(_ type: any Any.Type) -> [[String: JSON]] {
        let greatest =
            type == Float.self ? "\(Double(Float.greatestFiniteMagnitude))" : "\(Double.greatestFiniteMagnitude)"
        return [
            ["type": "number", "minimum": .number("-" + greatest), "maximum": .number(greatest)],
            ["enum": ["inf", "-inf", "nan"]],
        ]
    }

    /// The format in which Swift encodes durations.
    private static let durationNumbers: [String: JSON] = [
        "type": "array",
        "prefixItems": [
            ["type": "integer", "minimum": .number("\(Int64.min)"), "maximum": .number("\(Int64.max)")],
            ["type": "integer", "minimum": .number("0"), "maximum": .number("\(UInt64.max)")],
        ],
        "minItems": .number("2"),
    ]

    // MARK: Types with parts

    private func choices(of type: any Any.Type) -> [JSON] {
        guard type != Bool.self, let cases = type as? any CaseIterable.Type else { return [] }
        let choices = allCases(of: cases).compactMap { $0 as? any Encodable }.compactMap { try? JSON(encoding: $0) }
        // The name of a case without a raw value is enough.
        return choices
            + choices.compactMap { choice in
                guard case .object(let members) = choice, members.count == 1 else { return nil }
                return members.keys.first.map { .string($0) }
            }
    }

    private func items(of list: any ElementList.Type) -> JSON {
        let first: JSON? = if case .array(let elements) = example { elements.first } else { nil }
        return TypeSchema(list.element, example: first, in: types).json
    }

    private func dictionary(_ dictionary: any DictionaryType.Type) -> [[String: JSON]] {
        let first: JSON? =
            if case .object(let members) = example { members.min { $0.key < $1.key }?.value } else { nil }
        let values = TypeSchema(dictionary.value, example: first, in: types).json
        var schema: [String: JSON] = ["type": "object", "additionalProperties": values]
        if dictionary.key == Int.self { schema["propertyNames"] = ["pattern": "^-?[0-9]+$"] }
        let isObject =
            dictionary.key == String.self || dictionary.key == Int.self
            || dictionary.key is any CodingKeyRepresentable.Type
        return container(isObject ? schema : ["type": "array"])
    }

    private var object: [String: JSON] {
        ["type": "object", "properties": ["relative": ["type": "string"]], "required": ["relative"]]
    }

    private func structure(_ type: any Any.Type) -> [[String: JSON]] {
        guard let type = type as? any Decodable.Type else { return [[:]] }
        switch DecodedParts(example: example, types: types).parts(of: type) {
        case .unknown: return [[:]]
        case .single(let inner): return all(of: inner)
        case .list: return container(["type": "array"])
        case .fields(let properties, let required):
            var schema: [String: JSON] = ["type": "object", "properties": .object(properties)]
            if !required.isEmpty { schema["required"] = .array(required.sorted().map { .string($0) }) }
            return container(schema)
        }
    }
}

func allCases<Cases: CaseIterable>(of _: Cases.Type) -> [Any] { Array(Cases.allCases) }

protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    static var wrapped: Any.Type { Wrapped.self }
}

private protocol DictionaryType {
    static var key: any Any.Type { get }
    static var value: any Any.Type { get }
}

extension Dictionary: DictionaryType {
    fileprivate static var key: any Any.Type { Key.self }
    fileprivate static var value: any Any.Type { Value.self }
}
