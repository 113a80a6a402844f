public import Foundation

/// A setting: a type whose name is the key, whose `defaultValue` is what it holds until it is set.
///
/// ```swift
/// struct fontSize: TSUD { static let defaultValue = 12.0 }
///
/// fontSize.value += 2        //=> 14.0, stored under "fontSize"
/// ```
///
/// A key reads as a property, `fontSize.value`, so key types begin with a lower-case letter, against the usual rule.
/// A structure and an enumeration without cases serve equally. No value of either is ever needed, except for the spelling
/// `fontSize()[shared]`.
public protocol TSUD<ValueType> {
    /// What the setting holds: a property-list type, a `URL`, any `Codable`, or an optional of these.
    associatedtype ValueType: Codable

    /// What the setting holds until it is set, and what it answers when what is stored can't be read.
    static var defaultValue: ValueType { get }

    /// The key that the value is stored under; by default the type's own name, without module and enclosing types.
    ///
    /// The default is worked out once for each type.
    static var stringKey: String { get }

    /// The suite that ``value`` reads and writes; by default `UserDefaults.standard`.
    ///
    /// Keep a suite of your own in a `static let`: making a `UserDefaults` costs more than reading a value. Inside
    /// `withEphemeralSuite` another suite stands in for it; `currentSuite`, the default argument of this protocol's
    /// methods, is the one of the two that counts.
    static var suite: UserDefaults { get }

    /// Names that the setting had before; by default none.
    ///
    /// While nothing is stored under ``stringKey`` they are read, in this order. The first write stores under
    /// ``stringKey`` and removes them. The key's own name among them is skipped.
    ///
    /// ```swift
    /// enum textSize: TSUD {
    ///     static let defaultValue = 12.0
    ///     static let formerKeys = ["fontSize"]
    /// }
    /// ```
    static var formerKeys: [String] { get }

    /// Makes a value of a stored object that is not a ``ValueType``, such as a number that has become a structure.
    ///
    /// It is called on each read until the value is written. Reading does not store what it returns.
    ///
    /// - Parameter stored: a property-list object: a boolean, a number, a string, a date, data, an array or a
    ///   dictionary.
    /// - Returns: the value; or `nil`, as the default does, to leave the object unreadable.
    static func upgrade(_ stored: Any) -> ValueType?

    /// What to store for a value instead of the usual form; by default `nil`, which is the usual form.
    ///
    /// With ``upgrade(_:)``, which has to read it back, it keeps a form that an older version of the program reads. It
    /// is called on each write, but not for a `nil` that is stored by removing the key.
    ///
    /// - Parameter value: a value that ``validate(_:)`` has let through.
    /// - Returns: a property-list object. Anything else is not stored: ``TSUDError/Code/unencodable``.
    /// - Throws: whatever keeps the value from being stored; it is told as `unencodable`, and what was stored stays.
    static func storedForm(of value: ValueType) throws -> Any?

    /// Refuses a value by throwing; by default every value is valid.
    ///
    /// ```swift
    /// enum lineWidth: TSUD {
    ///     static let defaultValue = 80
    ///
    ///     struct OutOfRange: LocalizedError { let errorDescription: String? = "it has to be between 20 and 400" }
    ///
    ///     static func validate(_ value: Int) throws {
    ///         if !(20...400).contains(value) { throw OutOfRange() }
    ///     }
    /// }
    /// ```
    ///
    /// It is called before each write and after each read, so it should cost little. A write of an invalid value fails,
    /// and what was stored stays. A stored value that is invalid counts as one that can't be read: it goes to
    /// ``upgrade(_:)``, whose result has to be valid as well. ``defaultValue`` itself is not asked about.
    ///
    /// - Parameter value: what is about to be stored, or was read.
    /// - Throws: what is wrong. Its `errorDescription`, or else its description, becomes the end of the sentence in
    ///   ``TSUDError/description``; the code is ``TSUDError/Code/invalid``.
    static func validate(_ value: ValueType) throws

    /// Receives errors from calls that can't throw; by default they go to the log, once for each key and cause.
    ///
    /// The log is the unified log on Apple systems and standard error elsewhere. An implementation of your own is
    /// called each time, on the thread that reads or writes. A damaged file, or a background save that the disk refused,
    /// concerns no single key and always goes to the log.
    static func report(_ error: TSUDError)
}

extension TSUD {
    /// The type's own name, without module and enclosing types; worked out once.
    public static var stringKey: String { DerivedKeys.shared.key(askedOf: Self.self) }
    /// The standard suite.
    public static var suite: UserDefaults { .standard }
    /// No former names.
    public static var formerKeys: [String] { [] }
    /// Declines: the object stays unreadable.
    public static func upgrade(_ stored: Any) -> ValueType? { nil }
    /// The usual form.
    @inlinable
    public static func storedForm(of value: ValueType) throws -> Any? { nil }
    /// Lets every value through.
    @inlinable
    public static func validate(_ value: ValueType) throws {}
    /// Writes a line to the log, once for each key and cause.
    public static func report(_ error: TSUDError) { Log.once(error) }
}
