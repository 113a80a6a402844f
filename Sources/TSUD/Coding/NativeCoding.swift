import Foundation

/// A type that a property list can contain directly, and that therefore needs no encoder.
protocol PropertyListNative: Codable, WithOwnCoding, SendableMetatype {
    /// The value that a stored object represents; `nil` if it does not represent one of this type.
    ///
    /// It accepts more than is written: what the matching `UserDefaults` accessor reads, as long as nothing is lost.
    init?(_ object: PropertyListObject)
    /// The object that the value is stored as.
    var propertyListObject: PropertyListObject { get }
}

extension PropertyListNative {
    static var coding: any PropertyListCoding { NativeCoding<Self>() }
}

/// The coding of values that a property list can contain directly.
final class NativeCoding<Value: PropertyListNative>: PropertyListCoding {
    func object(of value: Value) throws(CodingFailure) -> PropertyListObject { value.propertyListObject }

    func value(from object: Any) throws(CodingFailure) -> Value {
        if let value = object as? Value { return value }
        guard let value = PropertyListObject(object).flatMap({ Value($0) }) else { throw CodingFailure() }
        return value
    }

    func text(of value: Value) throws(CodingFailure) -> String? {
        if let text = plainText(of: value) { return text }
        return try structuredText(of: value)
    }

    func value(ofText text: String) throws(CodingFailure) -> Value {
        if let value = plainObject(ofText: text, as: Value.self).flatMap({ Value($0) }) { return value }
        return try structuredValue(ofText: text)
    }
}

/// The plain text of a scalar; `nil` for a container.
private func plainText(of value: any PropertyListNative) -> String? {
    switch value {
    case let date as Date: date.isoText
    case let data as Data: data.base64EncodedString()
    case let scalar as any LosslessStringConvertible: scalar.description
    default: nil
    }
}

/// The object that a plain text stands for where a scalar of some type is expected.
private func plainObject(ofText text: String, as type: any PropertyListNative.Type) -> PropertyListObject? {
    // Quotation marks and spaces are part of a string.
    if type == String.self { return .string(text) }
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if type == Date.self { return Date(isoText: text).map { .date($0) } }
    if type == Data.self { return Data(base64Encoded: text).map { .data($0) } }
    if type == Bool.self, ["on", "off"].contains(text.lowercased()) { return .boolean(text.lowercased() == "on") }
    return .string(text)
}
