import Foundation

/// A type that a property list holds as itself, and that therefore never visits an encoder.
///
/// Reading is wider than writing: it takes what the matching `UserDefaults` accessor takes, where that loses nothing.
protocol PropertyListNative {
    /// The value that a stored object stands for, or `nil` when it stands for none of this type.
    init?(propertyListObject object: Any)
    /// Foundation's class for it: one whose name is known makes `UserDefaults.set` cheaper than `NSObject` does.
    associatedtype PropertyListObject: NSObject
    /// The object to store.
    var propertyListObject: PropertyListObject { get }
    /// What `UserDefaults.set` is given for the value itself: the object, or what it stores as the same in less time.
    ///
    /// On Linux those numbers that it answers as themselves are up to a twentieth cheaper to hand over so than as the
    /// `NSNumber` that `set(_: Int, forKey:)` and its like make.
    var argument: Any { get }
    /// Whether Foundation may take the object of another value of this type for this one's.
    var isLikeAnother: Bool { get }
    /// Whether it is stored as a dictionary.
    static var isDictionary: Bool { get }
    // For arrays: as requirements these are compiled for each type, and each element costs a quarter.
    /// The objects to store for some values.
    static func propertyListObjects(of values: [Self]) -> [AnyObject]
    /// Whether ``isLikeAnother`` holds for any of some values.
    static func isAnyLikeAnother(of values: [Self]) -> Bool
}

extension PropertyListNative {
    var argument: Any { propertyListObject }
    var isLikeAnother: Bool { false }
    static var isDictionary: Bool { false }
    static func propertyListObjects(of values: [Self]) -> [AnyObject] { values.map(\.propertyListObject) }
    static func isAnyLikeAnother(of values: [Self]) -> Bool { values.contains { $0.isLikeAnother } }

    static func makeCoding() -> Any { NativeCoding<Self>() }
}

/// The route of values that a property list holds as themselves.
final class NativeCoding<Value: PropertyListNative>: PropertyListCoding {
    func form(of value: Value) throws(CodingFailure) -> StoredForm {
        let likeness: StoredForm.Likeness =
            if Value.isDictionary { .dictionary } else if value.isLikeAnother { .some } else { .none }
        return StoredForm(object: value.argument, likeness: likeness)
    }

    func value(from object: Any) throws(CodingFailure) -> Value {
        guard let value = Value(propertyListObject: object) else { throw CodingFailure() }
        return value
    }
}
