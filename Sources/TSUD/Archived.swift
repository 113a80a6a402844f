public import Foundation

/// A value that is stored as its archive, for classes such as `NSColor`, `UIFont` and `NSAttributedString`.
///
/// ```swift
/// enum homePage: TSUD {
///     static var defaultValue: Archived<NSURL>? { nil }
/// }
/// ```
///
/// It is stored as `Data`, as Defaults and SwiftyUserDefaults store such an object and as it is usual with
/// `@AppStorage`: a key reads what they stored, and they read what a key stored. Where the class is not `Sendable`, the
/// default is computed, as here. What is read may be one instance for several readers, so don't change it; store
/// another one. Reading an archive costs some ten microseconds, where the class is `Sendable` only once.
///
/// - Important: On Linux, Foundation may trap on an archive that was altered. One of another class, or of no object at
///   all, is an error there as well.
public struct Archived<Object: NSObject & NSSecureCoding>: Codable {
    /// The object.
    public var object: Object

    /// Wraps an object.
    public init(_ object: Object) { self.object = object }

    /// Unarchives an object of the class or a subclass.
    ///
    /// - Throws: an error if it is no archive, or one of another class.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let archive = try container.decode(Data.self)
        guard let object = Self.unarchived(archive) else {
            let description = "it is no archive of \(Object.self)"
            throw DecodingError.dataCorruptedError(in: container, debugDescription: description)
        }
        self.object = object
    }

    /// Archives the object.
    ///
    /// - Throws: an error if something in the object can't be archived, or not be unarchived again, such as an element of
    ///   another class in an `NSArray`.
    public func encode(to encoder: any Encoder) throws {
        let archive = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        guard Self.unarchived(archive) != nil else {
            let description = "what it encodes can't be decoded"
            throw EncodingError.invalidValue(object, .init(codingPath: [], debugDescription: description))
        }
        var container = encoder.singleValueContainer()
        try container.encode(archive)
    }

    private static func unarchived(_ archive: Data) -> Object? {
        #if !canImport(Darwin)
        // Foundation would trap.
        guard KeyedArchive(archive)?.isOf(Object.self) == true else { return nil }
        #endif
        return try? NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: archive)
    }
}

extension Archived: Equatable {
    /// Whether two objects are equal, by `isEqual`.
    public static func == (one: Self, other: Self) -> Bool { one.object.isEqual(other.object) }
}

extension Archived: Sendable where Object: Sendable {}
