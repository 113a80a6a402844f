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
    /// Writes a line to the log, once for each key and cause.
    public static func report(_ error: TSUDError) { Log.once(error) }
}
