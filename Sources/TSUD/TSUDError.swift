public import Foundation

/// Something that a key or a suite could not do.
///
/// ```swift
/// do throws(TSUDError) {
///     try fontSize.store(14)
/// } catch {
///     if error.code == .unencodable { print(error.description) }
/// }
/// ```
///
/// Nothing that is stored is changed by an error. More codes may be added; compare with those that you act upon.
public struct TSUDError: Error {
    /// What kind of thing went wrong.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// A stored object that is not a value of the key's type, and that `upgrade(_:)` declined.
        public static let unreadable = Self(name: "unreadable")
        /// A value whose `encode(to:)` throws, or makes something that no property list holds.
        public static let unencodable = Self(name: "unencodable")
        /// A value that the key's `validate(_:)` refuses, on its way in or out.
        public static let invalid = Self(name: "invalid")
        /// Two key types of the same name that differ in their value type or in their default.
        public static let duplicateKey = Self(name: "duplicateKey")
        /// Changes that can't be saved; they stay in memory and are tried again.
        public static let notSaved = Self(name: "notSaved")
        /// A preferences file that is not a usable property list; it was moved aside, whole.
        public static let damagedFile = Self(name: "damagedFile")
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// The name of the key that it happened to; `nil` when it happened to a whole file.
    public let key: String?
    /// The name of the suite that it happened in, where that is known.
    ///
    /// It is `nil` for the standard suite, for an ephemeral one, and for all suites on Apple systems, which don't tell.
    public let suite: String?
    /// The path of the file that it happened to; `nil` when it happened to a key.
    public let path: String?
    /// The system's error number, as in `errno`; `nil` when no system call failed.
    public let systemError: Int32?
    /// The error that led to this one, where there is one, such as an `EncodingError`.
    public let underlyingError: (any Error)?
    /// One sentence that can be shown to a user.
    ///
    /// For example "Value for key 'fontSize' is a String, expected Double." Where ``suite`` is known, it is named:
    /// "Value for key 'fontSize' in 'org.example.shared' is a String, expected Double."
    public let description: String

    init(
        _ code: Code,
        key: String? = nil,
        suite: String? = nil,
        path: String? = nil,
        systemError: Int32? = nil,
        underlyingError: (any Error)? = nil,
        description: String
    ) {
        self.code = code
        self.key = key
        self.suite = suite
        self.path = path
        self.systemError = systemError
        self.underlyingError = underlyingError
        self.description = description
    }
}

extension TSUDError: CustomStringConvertible {}

extension TSUDError: LocalizedError {
    /// The same sentence as ``description``, for interfaces that show a `LocalizedError`.
    public var errorDescription: String? { description }
}

extension TSUDError.Code: CustomStringConvertible {
    /// The code's own name, such as "unreadable".
    public var description: String { name }
}
