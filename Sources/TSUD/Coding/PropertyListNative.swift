import Foundation
import SettingsFile

/// A type that a property list can contain directly, and that therefore needs no encoder.
protocol PropertyListNative: Codable {
    /// The value that a stored object represents; `nil` if it does not represent one of this type.
    ///
    /// It accepts more than is written: what the matching `UserDefaults` accessor reads, as long as nothing is lost.
    init?(_ object: PropertyListObject)
    /// The object to pass to `UserDefaults.set`.
    var propertyListObject: Any { get }
    /// See ``StoredForm/isAmbiguous``.
    var isAmbiguous: Bool { get }
    /// The value as plain text; `nil` for a container.
    var plainText: String? { get }
    /// The value that a plain text stands for.
    init?(plainText: String)
}

extension PropertyListNative {
    var isAmbiguous: Bool { false }
    var plainText: String? { nil }
    init?(plainText: String) { self.init(.string(plainText.trimmingCharacters(in: .whitespacesAndNewlines))) }

    static func makeCoding() -> Any { NativeCoding<Self>() }
}

/// The coding of values that a property list can contain directly.
final class NativeCoding<Value: PropertyListNative>: PropertyListCoding {
    func form(of value: Value) throws(CodingFailure) -> StoredForm {
        StoredForm(object: value.propertyListObject, isAmbiguous: value.isAmbiguous)
    }

    func value(from object: Any) throws(CodingFailure) -> Value {
        if let value = object as? Value { return value }
        guard let value = PropertyListObject(object).flatMap({ Value($0) }) else { throw CodingFailure() }
        return value
    }

    func text(of value: Value) throws(CodingFailure) -> String? {
        if let text = value.plainText { return text }
        return try structuredText(of: value)
    }

    func value(ofText text: String) throws(CodingFailure) -> Value {
        if let value = Value(plainText: text) { return value }
        return try structuredValue(ofText: text)
    }
}

extension PropertyListNative where Self: LosslessStringConvertible {
    var plainText: String? { description }
}
