import Foundation
import SettingsFile

/// A type that a property list holds as itself, and that therefore never visits an encoder.
protocol PropertyListNative {
    /// The value that a stored object stands for; `nil` when it stands for none of this type.
    ///
    /// Reading is wider than writing: it takes what the matching `UserDefaults` accessor takes, where that loses nothing.
    init?(_ object: PropertyListObject)
    /// What `UserDefaults.set` is given.
    var propertyListObject: Any { get }
    /// See ``StoredForm/isAmbiguous``.
    var isAmbiguous: Bool { get }
}

extension PropertyListNative {
    var isAmbiguous: Bool { false }

    static func makeCoding() -> Any { NativeCoding<Self>() }
}

/// The route of values that a property list holds as themselves.
final class NativeCoding<Value: PropertyListNative>: PropertyListCoding {
    func form(of value: Value) throws(CodingFailure) -> StoredForm {
        StoredForm(object: value.propertyListObject, isAmbiguous: value.isAmbiguous)
    }

    func value(from object: Any) throws(CodingFailure) -> Value {
        if let value = object as? Value { return value }
        guard let value = PropertyListObject(object).flatMap(Value.init) else { throw CodingFailure() }
        return value
    }
}
