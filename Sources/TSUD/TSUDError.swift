public import Foundation

/// An error of a setting, a suite, or a preferences file.
///
/// ```swift
/// do throws(TSUDError) {
///     try fontSize.store(14)
/// } catch {
///     if error.code == .unencodable { print(error.description) }
/// }
/// ```
///
/// An error never changes a stored value. Later versions may add codes, so compare with the codes that you handle.
public struct TSUDError: Error {
    /// The kind of an error.
    ///
    /// ## Topics
    ///
    /// ### Values
    ///
    /// - ``unreadable``
    /// - ``unencodable``
    /// - ``invalid``
    /// - ``duplicateKey``
    /// - ``managed``
    ///
    /// ### Files and stores
    ///
    /// - ``notSaved``
    /// - ``busy``
    /// - ``damagedFile``
    /// - ``notSynced``
    public struct Code: Hashable, Sendable {
        private let name: String

        /// A stored object is not a value of the setting's type, and `upgrade(_:)` does not convert it.
        public static let unreadable = Self(name: "unreadable")
        /// A value's `encode(to:)` throws, or a property list can't contain the result.
        public static let unencodable = Self(name: "unencodable")
        /// The setting's `validate(_:)` rejects a value.
        public static let invalid = Self(name: "invalid")
        /// Two types store under the same key, because they have the same name in different places.
        ///
        /// TSUD reports this once, when both are used in one suite. Types with the same custom `stringKey` may share it.
        public static let duplicateKey = Self(name: "duplicateKey")
        /// An `update` or `updateSettings` has waited ten seconds for another thread or process.
        public static let busy = Self(name: "busy")
        /// Changes can't be saved.
        ///
        /// They stay in memory, and TSUD tries again. A failed update changes nothing.
        public static let notSaved = Self(name: "notSaved")
        /// An administrator's file locks the setting, on Linux.
        ///
        /// A write stores nothing.
        public static let managed = Self(name: "managed")
        /// A preferences file is not a usable property list, or may not be read.
        ///
        /// TSUD moves it aside whole before it saves, and never overwrites it.
        public static let damagedFile = Self(name: "damagedFile")
        /// A shared store rejects a value, which stays as it is on this device.
        public static let notSynced = Self(name: "notSynced")
    }

    /// The kind of the error.
    public let code: Code
    /// The key of the setting, or `nil` if the error concerns a whole file.
    public let key: String?
    /// The name of the suite, if it is known.
    ///
    /// It is `nil` for the standard suite, for an ephemeral one, and for all suites on Apple systems, where the name is
    /// not available.
    public let suiteName: String?
    /// The path of the file, or `nil` if the error concerns a key.
    public let path: String?
    /// The system's error number, as in `errno`, or `nil` if no system call failed.
    public let systemError: Int32?
    /// The cause of the error, such as an `EncodingError`.
    public let underlyingError: (any Error)?
    /// A sentence for users, with the key, the object found, and the type expected.
    ///
    /// For example: "Value for key 'fontSize' is a String, expected Double." The sentence contains ``suiteName`` if it is
    /// known: "Value for key 'fontSize' in 'org.example.shared' is a String, expected Double." It quotes a launch
    /// argument: "Value for key 'fontSize' on the command line, 'banana', is not a Double."
    ///
    /// If the error is about a string that a person typed, a second line describes valid input: "Expected a date such as
    /// 2026-01-31T09:30:00Z." Control characters are escaped. The description of a setting with ``TSUD/TSUD/isSecret``
    /// contains no part of the value.
    public let description: String
    /// The name of an independent member's setting, which the key doesn't begin with.
    let settingOfMember: String?
    /// The combined errors; empty for a single error.
    package let parts: [TSUDError]

    package init(
        _ code: Code,
        key: String? = nil,
        suiteName: String? = nil,
        path: String? = nil,
        systemError: Int32? = nil,
        underlyingError: (any Error)? = nil,
        description: String,
        validInput: String? = nil,
        settingOfMember: String? = nil,
        parts: [TSUDError] = []
    ) {
        self.code = code
        self.key = key
        self.suiteName = suiteName
        self.path = path
        self.systemError = systemError
        self.underlyingError = underlyingError
        // The lines of several errors are those of their descriptions.
        let sentence = parts.isEmpty ? description.withoutControls : description
        self.description = sentence + (validInput.map { "\nExpected \($0)." } ?? "")
        self.settingOfMember = settingOfMember
        self.parts = parts
    }
}

extension TSUDError: CustomStringConvertible {}

extension TSUDError: LocalizedError {
    /// The same sentence as ``TSUDError/description``, for interfaces that show a `LocalizedError`.
    public var errorDescription: String? { description }
}

extension TSUDError.Code: CustomStringConvertible {
    /// The name of the code, such as "unreadable".
    public var description: String { name }
}

extension TSUDError {
    /// Creates one error with all descriptions and the key of the first; `nil` without errors.
    package init?(_ errors: [TSUDError]) {
        guard let first = errors.first else { return nil }
        guard errors.count > 1 else {
            self = first
            return
        }
        let descriptions = errors.map(\.description)
        let separator = descriptions.contains { $0.contains("\n") } ? "\n" : " "
        self.init(
            errors.allSatisfy { $0.code == first.code } ? first.code : .unreadable,
            key: first.key,
            description: descriptions.joined(separator: separator),
            parts: errors
        )
    }
}
