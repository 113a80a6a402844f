#if canImport(Darwin)
public import Foundation

/// A value stored as its archive, such as an `NSColor`, `UIFont`, or `NSAttributedString`.
///
/// A setting with an optional color has the `ValueType` `Archived<NSColor>?`.
///
/// TSUD stores it as `Data`, like Defaults and SwiftyUserDefaults, so they and a setting read the same values. If the
/// class is not `Sendable`, use a computed default. Several readers may receive one instance, so don't change it.
/// Store another instance instead.
///
/// It is available on Apple systems, because Foundation on Linux may trap on an archive.
public struct Archived<Object: NSObject & NSSecureCoding>: Codable {
    /// The object.
    public var object: Object

    /// Creates a value with an object.
    ///
    /// - Parameter object: The object.
    public init(_ object: Object) { self.object = object }

    /// Creates a value from an archive of the class or a subclass.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: An error if the data is not an archive, or one of another class.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let archive = try container.decode(Data.self)
        guard let object = Self.unarchived(archive) else {
            let description = "it is not an archive of \(Object.self)"
            throw DecodingError.dataCorruptedError(in: container, debugDescription: description)
        }
        self.object = object
    }

    /// Encodes the object as an archive.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: An error if the object can't be archived, or can't be unarchived again, such as an `NSArray` with an
    ///   element of another class.
    public func encode(to encoder: any Encoder) throws {
        let archive = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        guard Self.unarchived(archive) != nil else {
            let description = "its encoded form can't be decoded"
            throw EncodingError.invalidValue(object, .init(codingPath: [], debugDescription: description))
        }
        var container = encoder.singleValueContainer()
        try container.encode(archive)
    }

    private static func unarchived(_ archive: Data) -> Object? {
        try? NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: archive)
    }
}

extension Archived: Equatable {
    /// Returns whether two objects are equal by `isEqual`.
    ///
    /// - Parameters:
    ///   - one: A value.
    ///   - other: Another value.
    /// - Returns: Whether the objects are equal.
    public static func == (one: Self, other: Self) -> Bool { one.object.isEqual(other.object) }
}

extension Archived: Sendable where Object: Sendable {}
#endif
