public import Foundation

extension TSUD {
    /// Returns the override or the stored value in the setting's own suite, or `nil` if neither exists.
    ///
    /// This method neither falls back to the default nor reports an error. An override, such as a launch argument,
    /// takes precedence over the stored value. The result is never a registered default.
    ///
    /// If ``ValueType`` is an optional, `nil` means that nothing is stored, and `.some(nil)` that `nil` is stored.
    ///
    /// - Returns: The override, the stored value, or `nil`.
    /// - Throws: ``TSUDError/Code/unreadable`` if the stored object is not a ``ValueType`` and ``upgrade(_:)`` returns
    ///   `nil`, or ``TSUDError/Code/invalid`` if ``validate(_:)`` rejects the value. The stored object stays.
    public static func storedValue() throws(TSUDError) -> ValueType? { try handle.storedValue() }

    /// Stores a value in the setting's own suite, or throws an error.
    ///
    /// Storing `nil` removes the key. If ``defaultValue`` is not `nil`, or a default is registered, TSUD stores a
    /// marker instead. The first write also removes ``formerKeys``.
    ///
    /// - Parameter value: The value to store.
    /// - Throws: ``TSUDError/Code/unencodable`` if a property list can't contain the value or its `encode(to:)` throws,
    ///   or ``TSUDError/Code/invalid`` if ``validate(_:)`` rejects the value. The old value stays.
    public static func store(_ value: ValueType) throws(TSUDError) { try handle.store(value) }

    /// Reads, changes, and stores the value in the setting's own suite, atomically.
    ///
    /// ```swift
    /// try recentFiles.update { $0.insert("notes.txt", at: 0) }
    /// ```
    ///
    /// The update begins with the stored value, never with an override. TSUD notifies observers when `update` returns.
    ///
    /// Only one update or transaction runs at a time in this process, except inside `body`. Keep `body`
    /// short, because others throw ``TSUDError/Code/busy`` after ten seconds.
    ///
    /// On Linux, an update is a transaction on the suite's file, among all processes. The change is in the file when
    /// `update` returns. Elsewhere, the last writer of a key wins between processes. `update` blocks its thread while
    /// another process or thread updates, for up to ten seconds. A server should call it on its own queue; see
    /// <doc:ObservingChanges>.
    ///
    /// To change several settings, use ``updateSettings(_:)``. If an outer `update` throws, the changes of an inner one
    /// stay.
    ///
    /// - Important: On Apple systems, don't observe `UserDefaults.didChangeNotification` on the main queue. Each write
    ///   on another thread then waits for the main thread, and a call of `update` there waits for that thread until
    ///   ``TSUDError/Code/busy``. Observe the setting instead.
    ///
    /// - Parameter body: The closure that changes the value.
    /// - Returns: The result of `body`.
    /// - Throws: ``TSUDError`` if the stored object can't be read, the new value can't be stored, the file can't be
    ///   locked, read, or replaced, or another update takes too long. It also throws the errors of `body`. The old
    ///   value stays.
    @discardableResult
    public static func update<Result>(_ body: (inout ValueType) throws -> Result) throws -> Result {
        try handle.update(body)
    }

    /// Whether a value is stored in the setting's own suite, readable or not.
    ///
    /// Overrides, such as launch arguments, and registered defaults don't count.
    ///
    /// On Apple systems, only the standard suite and ephemeral suites distinguish stored objects from others. In other
    /// suites, `isSet` is `false` if the object is managed, has a launch argument over it, or equals the registered or
    /// the global object.
    public static var isSet: Bool { handle.isSet }

    /// Removes the value from the setting's own suite, under the key and its former keys.
    ///
    /// ``value`` is then the registered default, or else ``defaultValue``.
    public static func reset() { handle.reset() }

    /// The source of the value.
    ///
    /// ```swift
    /// if fontSize.origin == .launchArgument {
    ///     print("The size was given on the command line.")
    /// }
    /// ```
    ///
    /// It is the source of the object even if that can't be read and ``value`` is the default. On Apple systems, the
    /// limits of ``isSet`` apply.
    public static var origin: ValueOrigin { handle.origin }
}

/// The source of a setting's value.
///
/// ## Topics
///
/// ### Sources in search order
///
/// - ``managed``
/// - ``launchArgument``
/// - ``option(_:)``
/// - ``variable(_:)``
/// - ``stored``
/// - ``system``
/// - ``registered``
/// - ``defaultValue``
public enum ValueOrigin: Hashable, Sendable {
    /// A value of an administrator that nothing overrides: a configuration profile's, or that of a locked file on
    /// Linux.
    case managed
    /// A launch argument, as in `-fontSize 20`.
    case launchArgument
    /// An option that `applyArguments(_:before:)` of TSUDCommands applied, such as `--font-size`.
    case option(String)
    /// A variable that `applyEnvironment(prefix:)` of TSUDCommands applied, such as `EDITOR_FONT_SIZE`.
    case variable(String)
    /// A value stored in the suite, under the key or one of its former keys.
    case stored
    /// A default that an administrator gives all users, on Linux.
    case system
    /// A registered default, or an object of the global domain on Apple systems.
    case registered
    /// The setting's default value.
    case defaultValue
}

// MARK: Legacy representations

extension TSUD {
    /// Decodes a legacy representation of an earlier version, for use in ``upgrade(_:)``.
    ///
    /// ```swift
    /// struct FontV1: Codable { var name: String }
    /// struct Font: Codable { var name: String; var size: Double }
    ///
    /// enum font: TSUD {
    ///     static let defaultValue = Font(name: "Menlo", size: 12)
    ///
    ///     static func upgrade(_ stored: Any) -> Font? {
    ///         decode(FontV1.self, from: stored).map { old in
    ///             Font(name: old.name, size: defaultValue.size)
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// The method reads the objects that a setting of the type reads, and doesn't call ``validate(_:)``.
    ///
    /// - Parameters:
    ///   - form: The type of the value that the earlier version stored.
    ///   - stored: The stored object.
    /// - Returns: The value, or `nil` if the object can't be decoded.
    public static func decode<Form: Decodable>(_ form: Form.Type, from stored: Any) -> Form? {
        guard let codable = form as? any Codable.Type else {
            return (try? CodableCoding<Decoded<Form>>().value(from: stored))?.form
        }
        func decoded<Value: Codable>(_ type: Value.Type) -> Form? {
            // Not by one cast, because a failure is not a `nil` of an optional type.
            guard let value = try? propertyListCoding(for: type).value(from: stored) else { return nil }
            return value as? Form
        }
        return decoded(codable)
    }
}

/// A value that is only decoded, never encoded.
private struct Decoded<Form: Decodable>: Codable {
    let form: Form

    init(from decoder: any Decoder) throws { form = try decoder.singleValueContainer().decode(Form.self) }

    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            form,
            EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "It can only be decoded.")
        )
    }
}

// MARK: Handles

extension TSUD {
    /// A handle to the setting in its own suite, or in the ephemeral suite that replaces it.
    @inlinable public static var handle: TSUDHandle<Self> { TSUDHandle(in: nil) }

    /// Returns a handle to the setting in the given suite, as in `fontSize.in(shared)`.
    ///
    /// - Parameter suite: The suite.
    /// - Returns: The handle.
    @inlinable
    public static func `in`(_ suite: UserDefaults) -> TSUDHandle<Self> { TSUDHandle(in: suite) }

    /// Returns a handle to the setting of one document, account, or window.
    ///
    /// ```swift
    /// let report = zoom.of("report.pdf")
    /// report.value = 1.5
    /// report.reset()
    /// report.value            //=> 1.0, the value of zoom itself
    /// ```
    ///
    /// TSUD stores the member's value under ``stringKey``, a slash, and the name, with `%` and `.` percent-encoded.
    /// Creating a handle isn't free, so keep one that you use often.
    ///
    /// - Parameter member: Any string. Two spellings that Swift considers equal are one name, but two names with a
    ///   ``memberKey``.
    /// - Returns: The member's handle.
    public static func of(_ member: String) -> TSUDHandle<Self> { handle.of(member) }

    /// Returns the members that have their own value in the setting's own suite, sorted by name.
    ///
    /// ```swift
    /// for document in zoom.members() {
    ///     print(document.member ?? "", document.value)
    ///     document.reset()
    /// }
    /// ```
    ///
    /// The result includes members stored under a former key. Swift Observation tracks this read like that of
    /// ``value``. The cost grows with the number of keys in the suite. On Linux, the result doesn't include a member
    /// that a direct `UserDefaults` call has set, until `synchronize()` has saved it and TSUD has read the file.
    ///
    /// - Returns: The handles of the members.
    public static func members() -> [TSUDHandle<Self>] { handle.members() }
}

extension TSUD {
    /// The suite that `value` reads and writes: an ephemeral one, or else the setting's own.
    @usableFromInline package static var currentSuite: UserDefaults {
        EphemeralSettings.suite(replacingThatOf: stringKey) ?? suite
    }
}
