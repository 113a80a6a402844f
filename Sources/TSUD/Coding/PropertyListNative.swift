import Foundation

/// A type that a property list holds as itself, and that therefore never visits an encoder.
///
/// Reading is wider than writing: it takes what the matching `UserDefaults` accessor takes, where that loses nothing.
protocol PropertyListNative {
    /// The value that a stored object stands for, or `nil` when it stands for none of this type.
    init?(propertyListObject object: Any)
    /// The object to store: an `NSNumber`, `NSString`, `NSDate`, `NSData`, `NSArray` or `NSDictionary`.
    var propertyListObject: NSObject { get }
}

extension PropertyListNative {
    static func makeCoding() -> Any { NativeCoding<Self>() }
}

/// The route of values that a property list holds as themselves.
struct NativeCoding<Value: PropertyListNative>: PropertyListCoding {
    func object(for value: Value) throws(CodingFailure) -> Any { value.propertyListObject }

    func value(from object: Any) throws(CodingFailure) -> Value {
        guard let value = Value(propertyListObject: object) else { throw CodingFailure() }
        return value
    }
}
