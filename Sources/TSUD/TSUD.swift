public import Foundation

/// A setting in user defaults, whose key is the name of the type.
///
/// ```swift
/// enum fontSize: TSUD { static let defaultValue = 12.0 }
///
/// // Stored under "fontSize".
/// fontSize.value += 2  //=> 14.0
/// ```
///
/// Write the names of settings in lowercase, because you use them like properties: `fontSize.value`. A setting
/// can be an enumeration without cases or a structure. Only the spelling `fontSize()[shared]` needs a structure.
///
/// You can use settings on every thread.
public protocol TSUD<ValueType> {
    /// The type of the value: a `Codable` type, or an optional of one.
    ///
    /// TSUD stores property-list types and `URL` as `UserDefaults` does, and all other types by `PropertyListEncoder`. The
    /// article Supported types lists the few values that can't be stored.
    associatedtype ValueType: Codable

    /// The value of the setting if nothing is stored, or if the stored object can't be read.
    static var defaultValue: ValueType { get }

    /// The key of the stored value; by default the type's name, without its module and enclosing types.
    ///
    /// TSUD derives the default once for each type, and evaluates your own implementation at each use. For values of
    /// several documents or accounts, use ``of(_:)``. Two types of one name in one suite share a value, which TSUD
    /// reports once as ``TSUDError/Code/duplicateKey``. To share it on purpose, give both the same `stringKey`.
    static var stringKey: String { get }

    /// The name of the suite that ``value`` reads and writes; by default "", for the standard suite.
    ///
    /// ```swift
    /// enum theme: TSUD {
    ///     static let defaultValue = "light"
    ///     static let suiteName = "group.com.example.editor"
    /// }
    /// ```
    ///
    /// A group of settings can share a name through its own protocol. Foundation rejects the name of the program's bundle
    /// and of the global domain. TSUD then logs this once, and uses the standard suite.
    static var suiteName: String { get }

    /// The suite that ``value`` reads and writes; by default the one named ``suiteName``.
    ///
    /// TSUD creates one `UserDefaults` object for each name. Implement this property only if a name is not enough. Return
    /// a `static let`, because creating a `UserDefaults` object costs more than reading a value. Ephemeral settings
    /// replace the suite.
    static var suite: UserDefaults { get }

    /// The keys of earlier versions; by default none.
    ///
    /// While nothing is stored under ``stringKey``, TSUD reads these keys in order. The first write stores the value under
    /// ``stringKey`` and removes them. TSUD skips the current key if it is in the list.
    ///
    /// ```swift
    /// enum textSize: TSUD {
    ///     static let defaultValue = 12.0
    ///     static let formerKeys = ["fontSize"]
    /// }
    /// ```
    static var formerKeys: [String] { get }

    /// The key of independent members, in which "*" stands for the member's name; by default "", for other members.
    ///
    /// ```swift
    /// enum isShown: TSUD {
    ///     static let defaultValue = true
    ///     static let memberKey = "*_state"
    ///     static func defaultValue(of module: String) -> Bool { module != "GPU" }
    /// }
    ///
    /// // Stored under "CPU_state".
    /// isShown["CPU"] = false
    /// ```
    ///
    /// An independent member never has the setting's value: without its own, it has ``defaultValue(of:)``. Its name is in
    /// the key as it is. If the key is also that of another setting, or the longer `memberKey` of another setting matches
    /// it, lists and ``members()`` don't treat it as a member. A former key with a "*" is a former key of members.
    ///
    /// The pattern needs one "*". Otherwise, TSUD reports this once, and uses "". With "*" alone, the name is the key. Only
    /// handles find such members: lists, ``members()``, commands, JSON, and shared stores leave them out.
    static var memberKey: String { get }

    /// Returns the value of an independent member if nothing is stored; by default ``defaultValue``.
    ///
    /// TSUD calls this method only if the setting has a ``memberKey``.
    ///
    /// - Parameter member: The name of the member.
    /// - Returns: The value.
    static func defaultValue(of member: String) -> ValueType

    /// Whether the value is a password or a token, which no error, log, or list shows; by default `false`.
    ///
    /// An error then names the key, and contains no part of the value: neither the message of ``validate(_:)``, nor an
    /// underlying error. The value is stored like any other, and not encrypted.
    static var isSecret: Bool { get }

    /// Converts a legacy representation; by default returns `nil`.
    ///
    /// TSUD calls this method when a stored object is not a ``ValueType``, for example a number that became a structure.
    /// It calls it at least once in each launch, until the setting is written. Reading doesn't store the result.
    ///
    /// - Parameter stored: A property-list object: a boolean, a number, a string, a date, data, an array, or a
    ///   dictionary.
    /// - Returns: The value, or `nil` if the object can't be converted.
    static func upgrade(_ stored: Any) -> ValueType?

    /// Converts an object under a former key, readable or not; by default returns `nil`, for the usual reading.
    ///
    /// Rename a setting and implement this method if its value keeps its type but changes its meaning:
    ///
    /// ```swift
    /// enum pauseInMinutes: TSUD {
    ///     static let defaultValue = 5
    ///     static let formerKeys = ["pauseInSeconds"]
    ///
    ///     static func upgrade(_ stored: Any, fromFormerKey key: String) -> Int? {
    ///         (stored as? Int).map { $0 / 60 }
    ///     }
    /// }
    /// ```
    ///
    /// TSUD calls this method first for every object under a former key, until the setting is written. Reading doesn't
    /// store the result. Exported settings contain the converted value under the current key.
    ///
    /// - Parameters:
    ///   - stored: A property-list object.
    ///   - key: The entry of ``formerKeys``, also for a member.
    /// - Returns: The value, or `nil` if it is read as usual.
    static func upgrade(_ stored: Any, fromFormerKey key: String) -> ValueType?

    /// Returns a custom stored representation; by default `nil`, for the standard one.
    ///
    /// Use this method to store a representation that an older version of the program reads. Implement ``upgrade(_:)`` to
    /// read it back. TSUD calls both methods on each write, but not for a `nil` that removes the key.
    ///
    /// - Parameter value: A value that ``validate(_:)`` accepts.
    /// - Returns: A property-list object, or `nil`. If the setting can't read it, or reads an unequal value from it, the error
    ///   is ``TSUDError/Code/unencodable``, and the old value stays.
    /// - Throws: Any error. TSUD reports it as `unencodable`, and the old value stays.
    static func storedForm(of value: ValueType) throws -> Any?

    /// Throws if a value is invalid; by default accepts every value.
    ///
    /// ```swift
    /// enum lineWidth: TSUD {
    ///     static let defaultValue = 80
    ///
    ///     struct OutOfRange: LocalizedError {
    ///         let errorDescription: String? = "it must be from 20 to 400"
    ///     }
    ///
    ///     static func validate(_ value: Int) throws {
    ///         if !(20...400).contains(value) { throw OutOfRange() }
    ///     }
    /// }
    /// ```
    ///
    /// TSUD calls this method before each write, and when it decodes a stored object. The result may depend on the value
    /// only. If a new value is invalid, the write fails, and the old value stays. If a stored value is invalid, TSUD
    /// passes it to ``upgrade(_:)``, whose result has to be valid. TSUD doesn't validate ``defaultValue``.
    ///
    /// - Parameter value: The value to store, or the value that TSUD has read.
    /// - Throws: The reason. Its `errorDescription`, or else its description, ends the sentence in
    ///   ``TSUDError/description``. The code is ``TSUDError/Code/invalid``.
    static func validate(_ value: ValueType) throws

    /// Receives errors from calls that can't throw; by default logs them once for each key and cause.
    ///
    /// The log is the unified log on Apple systems, and standard error elsewhere. TSUD calls your own implementation for
    /// each error, on the thread that reads or writes. It always logs errors that concern a whole file.
    ///
    /// - Parameter error: The error.
    static func report(_ error: TSUDError)
}

extension TSUD {
    /// The type's own name, without its module and enclosing types.
    public static var stringKey: String { BoundKeyCache.derivedName(of: Self.self) }
    /// The empty string, for the standard suite.
    @inlinable public static var suiteName: String { "" }
    /// The suite named ``suiteName``, always the same object.
    @inlinable
    public static var suite: UserDefaults {
        let name = suiteName
        return name.isEmpty ? .standard : NamedSuites.suite(named: name)
    }
    /// An empty array.
    public static var formerKeys: [String] { [] }
    /// False: errors and logs show the value.
    public static var isSecret: Bool { false }
    /// The empty string, for members that have the setting's value until they have their own.
    @inlinable public static var memberKey: String { "" }
    /// Returns ``defaultValue``.
    ///
    /// - Parameter member: The name of the member.
    /// - Returns: The default value.
    @inlinable
    public static func defaultValue(of member: String) -> ValueType { defaultValue }
    /// Returns `nil`, so the object stays unreadable.
    ///
    /// - Parameter stored: The stored object.
    /// - Returns: `nil`.
    public static func upgrade(_ stored: Any) -> ValueType? { nil }
    /// Returns `nil`, so the object is read as usual.
    ///
    /// - Parameters:
    ///   - stored: The stored object.
    ///   - key: The former key.
    /// - Returns: `nil`.
    public static func upgrade(_ stored: Any, fromFormerKey key: String) -> ValueType? { nil }
    /// Returns `nil`, for the standard representation.
    ///
    /// - Parameter value: The value.
    /// - Returns: `nil`.
    /// - Throws: No error.
    @inlinable
    public static func storedForm(of value: ValueType) throws -> Any? { nil }
    /// Accepts every value.
    ///
    /// - Parameter value: The value.
    /// - Throws: No error.
    @inlinable
    public static func validate(_ value: ValueType) throws {}
    /// Logs the error once for each key and cause.
    ///
    /// - Parameter error: The error.
    public static func report(_ error: TSUDError) { Log.once(error) }
}
