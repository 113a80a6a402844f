public import Foundation

/// A setting in user defaults: a type whose name is the key, with a default value.
///
/// ```swift
/// struct fontSize: TSUD { static let defaultValue = 12.0 }
///
/// fontSize.value += 2        //=> 14.0, stored under "fontSize"
/// ```
///
/// Key types begin with a lower-case letter, against the usual rule, because they read as properties: `fontSize.value`.
/// A key is never instantiated, so it can be an enumeration without cases or a structure. Only the spelling
/// `fontSize()[shared]` needs an instance of a structure.
public protocol TSUD<ValueType> {
    /// The type of the setting's value: a property-list type, `URL`, any other `Codable`, or an optional of these.
    associatedtype ValueType: Codable

    /// The value of the setting if nothing is stored, or if what is stored can't be read.
    static var defaultValue: ValueType { get }

    /// The key that the value is stored under; by default the type's own name, without module and enclosing types.
    ///
    /// The default is computed once for each type. An implementation of your own may compute it each time, but for a
    /// name that belongs to a document or account, use ``of(_:)``. Two types of one name in one suite share a value,
    /// which is reported once as ``TSUDError/Code/duplicateKey``. If they are meant to share it, give both the same
    /// `stringKey`.
    static var stringKey: String { get }

    /// The name of the suite that ``value`` reads and writes; by default "", the standard suite.
    ///
    /// ```swift
    /// enum theme: TSUD {
    ///     static let defaultValue = "light"
    ///     static let suiteName = "group.com.example.editor"
    /// }
    /// ```
    ///
    /// A group of keys can share one through a protocol of its own. The name of the program's own bundle and the global
    /// domain are no suites: they are logged once, and the standard suite is used.
    static var suiteName: String { get }

    /// The suite that ``value`` reads and writes; by default the one named ``suiteName``.
    ///
    /// The library keeps one `UserDefaults` object for each name. Give a suite here only if it has no name to give, or
    /// has to be a certain object; keep it in a `static let`, because creating a `UserDefaults` object costs more than
    /// reading a value. Inside `withEphemeralSettings` the ephemeral suite replaces it.
    static var suite: UserDefaults { get }

    /// Keys that the value was stored under in earlier versions; by default none.
    ///
    /// While nothing is stored under ``stringKey``, they are read in this order. The first write stores under
    /// ``stringKey`` and removes them. The current key is skipped if it is in the list.
    ///
    /// ```swift
    /// enum textSize: TSUD {
    ///     static let defaultValue = 12.0
    ///     static let formerKeys = ["fontSize"]
    /// }
    /// ```
    static var formerKeys: [String] { get }

    /// Names that the value of one document, account or window was stored under in earlier versions; by default the
    /// member under each of ``formerKeys``.
    ///
    /// ```swift
    /// enum signature: TSUD {
    ///     static let defaultValue = ""
    ///     // "ann-signature", from before the setting had members.
    ///     static func formerKeys(of account: String) -> [String] {
    ///         ["\(account)-signature"]
    ///     }
    /// }
    /// ```
    ///
    /// They are read, moved and removed as ``formerKeys`` are. An implementation of your own replaces the default, so it
    /// returns also the members of former keys that are to be read. Nothing tells which documents such names belong to:
    /// lists, ``members()`` and synchronization know only those that were read or written in this process. A name that
    /// is the setting's own, that of another of its members, or the key of another setting in use in that suite is
    /// ignored, and reported as ``TSUDError/Code/duplicateKey``. It is called on each read of a member that is not
    /// stored under its current name.
    ///
    /// - Parameter member: the name that ``of(_:)`` was called with.
    /// - Returns: the names, in the order in which they are read.
    static func formerKeys(of member: String) -> [String]

    /// Converts a stored object that is not a ``ValueType``, for example a number to a structure that replaced it.
    ///
    /// It is called when a stored object is decoded, at least once in each launch, until the key is written. Reading does
    /// not store the result.
    ///
    /// - Parameter stored: a property-list object: a boolean, a number, a string, a date, data, an array or a
    ///   dictionary.
    /// - Returns: the value, or `nil` if the object can't be converted. The default implementation returns `nil`.
    static func upgrade(_ stored: Any) -> ValueType?

    /// The object to store for a value instead of the usual form; by default `nil`, which means the usual form.
    ///
    /// Together with ``upgrade(_:)``, which has to read it back, it keeps a form that an older version of the program
    /// reads. It is called on each write, but not for a `nil` that is stored by removing the key.
    ///
    /// - Parameter value: a value that ``validate(_:)`` accepts.
    /// - Returns: a property-list object. Anything else is refused with ``TSUDError/Code/unencodable``.
    /// - Throws: any error; it is reported as `unencodable`, and the old value stays.
    static func storedForm(of value: ValueType) throws -> Any?

    /// Refuses a value by throwing; by default every value is valid.
    ///
    /// ```swift
    /// enum lineWidth: TSUD {
    ///     static let defaultValue = 80
    ///
    ///     struct OutOfRange: LocalizedError {
    ///         let errorDescription: String? = "it has to be between 20 and 400"
    ///     }
    ///
    ///     static func validate(_ value: Int) throws {
    ///         if !(20...400).contains(value) { throw OutOfRange() }
    ///     }
    /// }
    /// ```
    ///
    /// It is called before each write, and when a stored object is decoded, at least once in each launch, so it should
    /// cost little. A write of an invalid value fails,
    /// and the old value stays. An invalid stored value counts as unreadable: it goes to ``upgrade(_:)``, whose result
    /// has to be valid as well. ``defaultValue`` itself is not validated.
    ///
    /// - Parameter value: the value to store, or the value that was read.
    /// - Throws: the reason. Its `errorDescription`, or else its description, ends the sentence in
    ///   ``TSUDError/description``; the code is ``TSUDError/Code/invalid``.
    static func validate(_ value: ValueType) throws

    /// Receives errors from calls that can't throw; by default logs each error once for each key and cause.
    ///
    /// The log is the unified log on Apple systems and standard error elsewhere. An implementation of your own is
    /// called for each error, on the thread that reads or writes. Errors that concern a whole file, because it is
    /// damaged or can't be saved in the background, are always logged.
    static func report(_ error: TSUDError)
}

extension TSUD {
    /// The type's own name, without module and enclosing types; computed once.
    public static var stringKey: String { BoundKeyCache.derivedName(of: Self.self) }
    /// The standard suite's: "".
    @inlinable public static var suiteName: String { "" }
    /// The suite named ``suiteName``, always the same object.
    @inlinable
    public static var suite: UserDefaults {
        let name = suiteName
        return name.isEmpty ? .standard : NamedSuites.suite(named: name)
    }
    /// No former names.
    public static var formerKeys: [String] { [] }
    /// The member under each of the former keys.
    public static func formerKeys(of member: String) -> [String] {
        formerKeys.map { MemberName.stored(member, of: $0) }
    }
    /// Returns `nil`, so the object stays unreadable.
    public static func upgrade(_ stored: Any) -> ValueType? { nil }
    /// Returns `nil`: the usual form.
    @inlinable
    public static func storedForm(of value: ValueType) throws -> Any? { nil }
    /// Accepts every value.
    @inlinable
    public static func validate(_ value: ValueType) throws {}
    /// Logs the error once for each key and cause.
    public static func report(_ error: TSUDError) { Log.once(error) }
}
