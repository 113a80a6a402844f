public import Foundation

// MARK: Values

extension TSUD {
    /// The setting's value in its own suite, as in `fontSize.value += 1`.
    ///
    /// Reading costs about as much as reading a number with `UserDefaults` itself. What was decoded, an array or another
    /// `Codable` value, is kept in memory with its object, and returned again until another object is stored; where
    /// ``ValueType`` is not `Sendable` or is a class, it is decoded on each read. ``validate(_:)`` and ``upgrade(_:)`` are
    /// asked when a value is decoded, and should depend on it alone. What can't be read is reported to ``report(_:)``
    /// and left as it is, and the result is ``defaultValue``. A value that can't be stored is reported, and the old
    /// value stays.
    ///
    /// Reads are tracked by Swift Observation: `withObservationTracking`, `Observations` and the body of a SwiftUI
    /// view. A write is announced once, on the writing thread, after the value is stored.
    /// `recentFiles.value.append(path)` is a read and a write; to make it atomic, use ``update(_:)``.
    @inlinable public static var value: ValueType {
        get { handle.value }
        set { handle.value = newValue }
    }

    /// Returns the setting's value in a suite, like ``value``; `nil` stands for its own or an ephemeral one.
    @inlinable
    public static func get(_ suite: UserDefaults? = nil) -> ValueType { TSUDHandle<Self>(in: suite).value }

    /// Stores a value in a suite, like assigning to ``value``; `nil` stands for the setting's own or an ephemeral one.
    @inlinable
    public static func set(_ value: ValueType, _ suite: UserDefaults? = nil) {
        TSUDHandle<Self>(in: suite).value = value
    }

    /// The setting's value in another suite, as in `fontSize[shared] += 10`; otherwise like ``value``.
    @inlinable
    public static subscript(suite: UserDefaults) -> ValueType {
        get { self.in(suite).value }
        set { self.in(suite).value = newValue }
    }

    /// The setting's value in another suite, written as `fontSize()[shared]`; otherwise like ``value``.
    @inlinable
    public subscript(suite: UserDefaults) -> ValueType {
        get { Self.in(suite).value }
        nonmutating set { Self.in(suite).value = newValue }
    }

    /// The value of one document, account or window, as in `zoom["report.pdf"] = 1.5`.
    ///
    /// It is the value of the handle that ``of(_:)`` returns: the setting's as long as nothing is stored for this one.
    public static subscript(member: String) -> ValueType {
        get { of(member).value }
        set { of(member).value = newValue }
    }
}

// What follows is preferred where a value may be shared by threads: what was decoded last is returned again.
extension TSUD where ValueType: Sendable {
    /// The setting's value in its own suite.
    @_documentation(visibility: internal)
    @inlinable public static var value: ValueType {
        get { handle.value }
        set { handle.value = newValue }
    }

    /// Returns the setting's value in a suite.
    @_documentation(visibility: internal)
    @inlinable
    public static func get(_ suite: UserDefaults? = nil) -> ValueType { TSUDHandle<Self>(in: suite).value }

    /// The setting's value in another suite.
    @_documentation(visibility: internal)
    @inlinable
    public static subscript(suite: UserDefaults) -> ValueType {
        get { self.in(suite).value }
        set { self.in(suite).value = newValue }
    }

    /// The setting's value in another suite.
    @_documentation(visibility: internal)
    @inlinable
    public subscript(suite: UserDefaults) -> ValueType {
        get { Self.in(suite).value }
        nonmutating set { Self.in(suite).value = newValue }
    }

    /// The value of one document, account or window.
    @_documentation(visibility: internal)
    public static subscript(member: String) -> ValueType {
        get { of(member).value }
        set { of(member).value = newValue }
    }
}

// MARK: Values, with errors

extension TSUD {
    /// Returns the value stored in the setting's own suite, or `nil` if nothing is stored.
    ///
    /// Use this method to find out whether a value is stored and readable: it neither falls back to the default nor
    /// reports. A launch argument counts as stored, because it hides what is; a registered default does not.
    ///
    /// If ``ValueType`` is an optional, `nil` means that nothing is stored, and `.some(nil)` that `nil` is stored.
    ///
    /// - Throws: ``TSUDError/Code/unreadable`` if the stored object is not a ``ValueType`` and ``upgrade(_:)`` returns
    ///   `nil`; ``TSUDError/Code/invalid`` if ``validate(_:)`` refuses the value. The object stays as it is.
    public static func storedValue() throws(TSUDError) -> ValueType? { try handle.storedValue() }

    /// Stores a value in the setting's own suite.
    ///
    /// Use this method to handle errors: it does the same as assigning to ``value``, but throws what that reports.
    /// Storing `nil` removes the key; if ``defaultValue`` is not `nil`, or a default is registered, a marker is stored
    /// instead. The first write removes ``formerKeys``.
    ///
    /// - Throws: ``TSUDError/Code/unencodable`` if the value's `encode(to:)` throws, or encodes something that a
    ///   property list can't contain; ``TSUDError/Code/invalid`` if ``validate(_:)`` refuses the value. The old value
    ///   stays.
    public static func store(_ value: ValueType) throws(TSUDError) { try handle.store(value) }

    /// Reads, changes and stores the value in the setting's own suite, atomically.
    ///
    /// ```swift
    /// try recentFiles.update { $0.insert("notes.txt", at: 0) }
    /// ```
    ///
    /// No other `update` of any key runs in this process at the same time, except one that `body` calls, so `body`
    /// should be short: a long one holds up all others, which end with ``TSUDError/Code/busy`` after ten seconds.
    /// Observers are notified of this and all other changes of the thread when `update` returns.
    ///
    /// On Linux it is a transaction on the suite's file: `body` begins with what is in the file and what keys of this
    /// process have written since, no other process saves or updates the suite meanwhile, and what `body` has changed
    /// is in the file when `update` returns. Another process's update waits for that, up to ten seconds. It costs a
    /// replacement of the file. A plain value that `synchronize()` has not saved is not known to it. Where a lock can't
    /// exist, as in a read-only directory, it is atomic in this process alone. Elsewhere the last writer of a key wins
    /// between processes.
    ///
    /// To change several settings, use ``updateSettings(_:)``, and not an `update` inside another: if the outer one throws,
    /// what the inner one stored stays.
    ///
    /// Because `body` may throw any error, so does `update`. To report its own errors:
    ///
    /// ```swift
    /// do {
    ///     try fontSize.update { $0 += 1 }
    /// } catch {
    ///     if let error = error as? TSUDError { fontSize.report(error) }
    /// }
    /// ```
    ///
    /// - Important: On Apple systems an observer of `UserDefaults.didChangeNotification` on the main queue makes every
    ///   write on another thread wait for the main thread. If the main thread meanwhile calls `update`,
    ///   it waits for that thread's `update`, until ``TSUDError/Code/busy``. Observe the setting instead, or dispatch
    ///   from the observer to the main queue asynchronously.
    ///
    /// - Returns: what `body` returns.
    /// - Throws: ``TSUDError`` if the stored object can't be read, the new value can't be stored, on Linux also if the
    ///   file can't be locked, read or replaced, or another thread's or process's `update` does not end; what `body`
    ///   throws. In each case the old value stays.
    @discardableResult
    public static func update<Result>(_ body: (inout ValueType) throws -> Result) throws -> Result {
        try handle.update(body)
    }
}

// MARK: State

extension TSUD {
    /// Whether a value, readable or not, is stored in the setting's own suite.
    ///
    /// Launch arguments and registered defaults don't count. A named suite on Apple systems can't be asked what is
    /// stored in the suite itself, unless it is ephemeral. There, an object does not count either if it is managed, if
    /// a launch argument hides it, or if it equals the registered or the global object.
    public static var isSet: Bool { handle.isSet }

    /// Removes the value from the setting's own suite, under the key and its former keys.
    ///
    /// ``value`` is then the registered default, or else ``defaultValue``.
    public static func reset() { handle.reset() }

    /// Where the value comes from.
    ///
    /// It is never ``ValueOrigin/managed`` elsewhere than on Apple systems.
    ///
    /// ```swift
    /// if fontSize.origin == .launchArgument {
    ///     print("The size was given on the command line.")
    /// }
    /// ```
    ///
    /// It is the place of the stored object even if that can't be read and ``value`` is the default. In a named suite on
    /// Apple systems the limits of ``isSet`` apply.
    public static var origin: ValueOrigin { handle.origin }
}

/// Where a setting's value comes from, in the order in which the places are searched.
public enum ValueOrigin: Hashable, Sendable {
    /// An administrator's settings, for example a configuration profile; only on Apple systems.
    case managed
    /// The command line that the program was started with, as in `-fontSize 20`.
    case launchArgument
    /// The suite, where the value is stored under the key or one of its former keys.
    case stored
    /// The registration domain, to which `register` adds defaults, or on Apple systems the global domain.
    case registered
    /// The key itself, because nothing is stored or registered.
    case defaultValue
}

// MARK: Text

extension TSUD {
    /// The value that a text stands for.
    ///
    /// ```swift
    /// let size = try fontSize.value(from: "14")       //=> 14.0
    /// let files = try recentFiles.value(from: #"["a.txt", "b.txt"]"#)
    /// ```
    ///
    /// It accepts the result of ``text()``, JSON in any layout, and what a launch argument may be, including
    /// property lists. The text of a `String` is the string itself. Dates are in ISO 8601, data is in base64. A URL is
    /// an address with a scheme, or a path that begins with `/` or `~`. The text `null` is `nil` if ``ValueType`` is an
    /// optional and the text is not a value of the wrapped type. The call neither reads nor writes a suite.
    ///
    /// - Parameter text: the text, for example what a user typed.
    /// - Returns: the value.
    /// - Throws: ``TSUDError/Code/unreadable`` if the text is not a ``ValueType``; the description names the key,
    ///   quotes the text and tells what is expected. ``TSUDError/Code/invalid`` if ``validate(_:)`` refuses the value.
    public static func value(from text: String) throws(TSUDError) -> ValueType {
        try value(ofText: text, forKey: stringKey)
    }

    /// Stores the value that a text stands for in the setting's own suite.
    ///
    /// ```swift
    /// try fontSize.store(text: "14")
    /// ```
    ///
    /// It also works through `any TSUD.Type`, for example in a command-line program or a screen that edits any setting.
    ///
    /// - Parameter text: a text that ``value(from:)`` accepts.
    /// - Throws: the errors of ``value(from:)`` and ``store(_:)``. The old value stays.
    public static func store(text: String) throws(TSUDError) { try handle.store(text: text) }

    /// The value in the setting's own suite as text; `nil` if the value is `nil`.
    ///
    /// ``value(from:)`` converts it back to the same value. Numbers, booleans and strings are as in Swift. A date is in
    /// ISO 8601, with as many fractional digits as it needs, and data is in base64. An enumeration with raw values is
    /// its raw value, a URL its address. Everything else is JSON on one line, with sorted keys.
    ///
    /// The value is read like ``value``: a failure is reported, and the default is used. Encoding JSON takes some
    /// microseconds, more for a large value. If a value's `encode(to:)` throws, the text is the value's description.
    public static func text() -> String? { handle.text() }
}

// MARK: Former forms

extension TSUD {
    /// Decodes a form that an earlier version of the program stored, for ``upgrade(_:)``.
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
    /// It reads what a key of that type would, and costs as much. ``validate(_:)`` is not asked.
    ///
    /// - Parameters:
    ///   - form: the type of the value that was stored.
    ///   - stored: the stored object.
    /// - Returns: the value; `nil` if the object is none of that type.
    public static func decode<Form: Decodable>(_ form: Form.Type, from stored: Any) -> Form? {
        guard let codable = form as? any Codable.Type else {
            return (try? CodableCoding<Decoded<Form>>().value(from: stored))?.form
        }
        func decoded<Value: Codable>(_ type: Value.Type) -> Form? {
            // Not by one cast, because a failure is no `nil` of an optional form.
            guard let value = try? propertyListCoding(for: type).value(from: stored) else { return nil }
            return value as? Form
        }
        return decoded(codable)
    }
}

/// A value that can be decoded, and is never encoded.
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
    /// The setting as a value, in its own suite or that of an enclosing `withEphemeralSettings`.
    @inlinable public static var handle: TSUDHandle<Self> { TSUDHandle(in: nil) }

    /// The setting in another suite, as a value: `fontSize.in(shared)`.
    ///
    /// - Parameter suite: the suite.
    /// - Returns: the handle, to use at once or to keep.
    @inlinable
    public static func `in`(_ suite: UserDefaults) -> TSUDHandle<Self> { TSUDHandle(in: suite) }

    /// The setting of one document, account or window: a member, with a value of its own.
    ///
    /// ```swift
    /// let report = zoom.of("report.pdf")
    /// report.value = 1.5
    /// report.reset()
    /// report.value            //=> 1.0, the value of zoom itself
    /// ```
    ///
    /// It is stored under the setting's ``stringKey``, a slash, and the member's name, in which `%` and `.` are
    /// percent-encoded. Making a handle costs a string and a look-up; reading one that is kept costs what reading the
    /// setting costs.
    ///
    /// - Parameter member: any string. Two spellings that Swift considers equal are one name.
    /// - Returns: the member's handle, to use at once or to keep.
    public static func of(_ member: String) -> TSUDHandle<Self> { handle.of(member) }

    /// The members that have a value of their own in the setting's own suite, in the order of their names.
    ///
    /// ```swift
    /// for document in zoom.members() {
    ///     print(document.member ?? "", document.value)
    ///     document.reset()
    /// }
    /// ```
    ///
    /// Members that are stored under a former key are included. Reading this is tracked by Swift Observation like
    /// ``value``. It looks at the names of everything in the suite.
    public static func members() -> [TSUDHandle<Self>] { handle.members() }
}

extension TSUD {
    /// The suite that `value` reads and writes: an ephemeral one, or else the key's own.
    @usableFromInline package static var currentSuite: UserDefaults { EphemeralSettings.current?.suite ?? suite }

    /// The same, at less cost until the first use of `withEphemeralSettings`.
    @usableFromInline static var ownSuite: UserDefaults { BoundKeyCache.isEphemeralUsed ? currentSuite : suite }
}
