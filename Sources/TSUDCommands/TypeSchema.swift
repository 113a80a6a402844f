import Foundation
import TSUD

/// The JSON Schema of the values of a type.
struct TypeSchema {
    /// The place of a value, which decides how tolerantly it is read.
    enum Place {
        /// The value of a setting, in which a string is like one that a person types.
        case typed
        /// An element of an array or a dictionary, in which a number may be a string or a boolean.
        case element
        /// A field of a structure, or an element of a set.
        case field
    }

    let members: [String: JSON]

    /// - Parameters:
    ///   - type: The type.
    ///   - place: The place of the value.
    ///   - example: A value, which shows the fields that a decoder can't; `nil` if there is none.
    ///   - types: The types that contain `type`.
    init(_ type: any Any.Type, _ place: Place, example: JSON? = nil, in types: [ObjectIdentifier] = []) {
        // A type may contain itself.
        if types.contains(ObjectIdentifier(type)) {
            members = [:]
            return
        }
        let inner = types + [ObjectIdentifier(type)]
        let alternatives = Alternatives(place: place, example: example, types: inner).all(of: type)
        members = alternatives.count == 1 ? alternatives[0] : ["anyOf": .array(alternatives.map { .object($0) })]
    }

    /// The schema of values that fulfill one of several.
    init(anyOf schemas: [JSON]) { members = ["anyOf": .array(schemas)] }

    var json: JSON { .object(members) }
}

/// The schemas of which a value has to fulfill one.
private struct Alternatives {
    let place: TypeSchema.Place
    let example: JSON?
    let types: [ObjectIdentifier]

    func all(of type: any Any.Type) -> [[String: JSON]] {
        if let optional = type as? any OptionalType.Type { return self.optional(optional.wrapped) }
        let choices = choices(of: type)
        if !choices.isEmpty { return [["enum": .array(choices)]] }
        switch type {
        case is Bool.Type: return booleans
        case let integer as any FixedWidthInteger.Type: return integers(integer)
        case is any BinaryFloatingPoint.Type: return reals(type)
        case is String.Type: return [["type": place == .field ? "string" : .array(["string", "number"])]]
        case is Date.Type: return [string(Pattern.date)]
        case is Data.Type: return [string(Pattern.base64)]
        case is URL.Type: return place == .typed ? [string(Pattern.address), object] : [["type": "string"]]
        case is UUID.Type: return [string(Pattern.uuid)]
        case is Decimal.Type: return [["type": "number"]] + (place == .typed ? [string(Pattern.real)] : [])
        case is Duration.Type: return [string(Pattern.duration), ["type": "number"], Self.durationNumbers]
        case let list as any ListType.Type: return container(["type": "array", "items": items(of: list)])
        case let dictionary as any DictionaryType.Type: return self.dictionary(dictionary)
        default: return structure(type)
        }
    }

    private func optional(_ wrapped: any Any.Type) -> [[String: JSON]] {
        let inner = Alternatives(place: place, example: example == .null ? nil : example, types: types)
        let isTyped = place == .typed && wrapped != String.self
        return inner.all(of: wrapped) + [isTyped ? ["enum": [.null, "null"]] : ["type": "null"]]
    }

    private func string(_ pattern: String) -> [String: JSON] {
        let space = place == .typed ? #"\s*"# : ""
        return ["type": "string", "pattern": .string("^\(space)(?:\(pattern))\(space)$")]
    }

    /// A structured value, which may also be a property list or JSON in a string.
    private func container(_ schema: [String: JSON]) -> [[String: JSON]] {
        place == .typed ? [schema, ["type": "string", "pattern": .string(Pattern.container)]] : [schema]
    }

    // MARK: Scalars

    private var booleans: [[String: JSON]] {
        if place == .field { return [["type": "boolean"]] }
        return [["type": "boolean"], ["enum": [.number("0"), .number("1")]], typedBoolean]
    }

    private var typedBoolean: [String: JSON] {
        let words = ["true", "false", "yes", "no", "on", "off", "1", "0"].map(Pattern.anyCase)
        return ["type": "string", "pattern": .string(#"^\s*(?:\#(words.joined(separator: "|")))\s*$"#)]
    }

    private func integers<Integer: FixedWidthInteger>(_: Integer.Type) -> [[String: JSON]] {
        let (least, greatest) = ("\(Integer.min)", "\(Integer.max)")
        let number: [String: JSON] = ["type": "integer", "minimum": .number(least), "maximum": .number(greatest)]
        if place == .field { return [number] }
        return [number, string(Pattern.integer(from: least, to: greatest)), ["type": "boolean"]]
    }

    private func reals(_ type: any Any.Type) -> [[String: JSON]] {
        let greatest =
            type == Float.self ? "\(Double(Float.greatestFiniteMagnitude))" : "\(Double.greatestFiniteMagnitude)"
        let number: [String: JSON] = [
            "type": "number", "minimum": .number("-" + greatest), "maximum": .number(greatest),
        ]
        if place == .field { return [number, ["enum": ["inf", "-inf", "nan"]]] }
        return [number, string(Pattern.real), ["type": "boolean"]]
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
        let values = allCases(of: cases).compactMap { $0 as? any Encodable }
        let choices = values.compactMap { try? JSON(encoding: $0) }
        if place == .field { return choices }
        // A person types a number's digits, and the name of a case without a raw value.
        return choices
            + choices.compactMap { choice in
                switch choice {
                case .number(let digits): .string(digits)
                case .object(let members): members.count == 1 ? members.keys.first.map { .string($0) } : nil
                default: nil
                }
            }
    }

    private func items(of list: any ListType.Type) -> JSON {
        let first: JSON? = if case .array(let elements) = example { elements.first } else { nil }
        return TypeSchema(list.element, list.isOrdered ? inner : .field, example: first, in: types).json
    }

    /// The place of the elements.
    private var inner: TypeSchema.Place { place == .field ? .field : .element }

    private func dictionary(_ dictionary: any DictionaryType.Type) -> [[String: JSON]] {
        let first: JSON? =
            if case .object(let members) = example { members.min { $0.key < $1.key }?.value } else { nil }
        let place = dictionary.key == String.self ? inner : .field
        let values = TypeSchema(dictionary.value, place, example: first, in: types).json
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

private func allCases<Cases: CaseIterable>(of _: Cases.Type) -> [Any] { Array(Cases.allCases) }

/// An array or a set.
private protocol ListType {
    static var element: any Any.Type { get }
    static var isOrdered: Bool { get }
}

extension Array: ListType {
    fileprivate static var element: any Any.Type { Element.self }
    fileprivate static var isOrdered: Bool { true }
}

extension Set: ListType {
    fileprivate static var element: any Any.Type { Element.self }
    fileprivate static var isOrdered: Bool { false }
}

private protocol DictionaryType {
    static var key: any Any.Type { get }
    static var value: any Any.Type { get }
}

extension Dictionary: DictionaryType {
    fileprivate static var key: any Any.Type { Key.self }
    fileprivate static var value: any Any.Type { Value.self }
}
