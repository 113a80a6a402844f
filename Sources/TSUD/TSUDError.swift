public import Foundation

/// An error of a key, a suite or a preferences file.
///
/// ```swift
/// do throws(TSUDError) {
///     try fontSize.store(14)
/// } catch {
///     if error.code == .unencodable { print(error.description) }
/// }
/// ```
///
/// An error never changes what is stored. More codes may be added, so compare with those that you handle.
public struct TSUDError: Error {
    /// The kind of an error.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// A stored object is not a value of the key's type, and `upgrade(_:)` does not convert it.
        public static let unreadable = Self(name: "unreadable")
        /// A value's `encode(to:)` throws, or encodes something that a property list can't contain.
        public static let unencodable = Self(name: "unencodable")
        /// The key's `validate(_:)` refuses a value that is written or was read.
        public static let invalid = Self(name: "invalid")
        /// Two types store under the same key, because they have the same name in different places.
        ///
        /// It is reported once, when both are used in one suite. Types that give the same `stringKey` share it on
        /// purpose.
        public static let duplicateKey = Self(name: "duplicateKey")
        /// An `update` or `updateSettings` waited ten seconds for another thread that is in one.
        public static let busy = Self(name: "busy")
        /// Changes can't be saved; they stay in memory, and saving is tried again.
        public static let notSaved = Self(name: "notSaved")
        /// A preferences file is not a usable property list; it was moved aside intact.
        public static let damagedFile = Self(name: "damagedFile")
        /// A store that is shared with other devices refuses a value, which stays as it is on this device.
        public static let notSynced = Self(name: "notSynced")
    }

    /// The kind of the error.
    public let code: Code
    /// The key that the error concerns; `nil` if it concerns a whole file.
    public let key: String?
    /// The name of the suite that the error concerns, where it is known.
    ///
    /// It is `nil` for the standard suite, for an ephemeral one, and for all suites on Apple systems, where the name
    /// can't be asked for.
    public let suiteName: String?
    /// The path of the file that the error concerns; `nil` if it concerns a key.
    public let path: String?
    /// The system's error number, as in `errno`; `nil` if no system call failed.
    public let systemError: Int32?
    /// The error that caused this one, such as an `EncodingError`, if there is one.
    public let underlyingError: (any Error)?
    /// A sentence that can be shown to a user.
    ///
    /// For example: "Value for key 'fontSize' is a String, expected Double." If ``suiteName`` is known, it is named: "Value
    /// for key 'fontSize' in 'org.example.shared' is a String, expected Double." A launch argument is quoted: "Value for
    /// key 'fontSize' on the command line, 'banana', is not a Double."
    public let description: String

    package init(
        _ code: Code,
        key: String? = nil,
        suiteName: String? = nil,
        path: String? = nil,
        systemError: Int32? = nil,
        underlyingError: (any Error)? = nil,
        description: String
    ) {
        self.code = code
        self.key = key
        self.suiteName = suiteName
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
    /// The name of the code, such as "unreadable".
    public var description: String { name }
}
