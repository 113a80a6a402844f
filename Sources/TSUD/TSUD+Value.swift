public import Foundation

extension TSUD {
    /// The setting's value in its own suite, as in `fontSize.value += 1`.
    ///
    /// If the stored object can't be read, the value is ``defaultValue``, ``report(_:)`` receives the error, and the
    /// object stays. If a new value can't be stored, ``report(_:)`` receives the error, and the old value stays.
    ///
    /// Swift Observation tracks reads: `withObservationTracking`, `Observations`, and the body of a SwiftUI view. TSUD
    /// notifies observers on the writing thread, after it stores the value.
    ///
    /// `recentFiles.value.append(path)` is a read and a write. To make it atomic, use ``update(_:)``.
    ///
    /// If ``ValueType`` is `Sendable` and not a class, TSUD decodes a stored object once. Otherwise, and in generic code, it
    /// decodes it on each read if the value may hold an instance of a class.
    @inlinable public static var value: ValueType {
        get { handle.value }
        set { handle.value = newValue }
    }

    /// Returns the setting's value in a suite.
    ///
    /// This method works like ``value``.
    ///
    /// - Parameter suite: The suite. `nil` stands for the setting's own suite, or for the ephemeral suite that replaces
    ///   it.
    /// - Returns: The value.
    @inlinable
    public static func get(_ suite: UserDefaults? = nil) -> ValueType { BoundKey<Self>.in(suite ?? currentSuite).value }

    /// Stores a value in a suite.
    ///
    /// This method works like an assignment to ``value``.
    ///
    /// - Parameters:
    ///   - value: The value to store.
    ///   - suite: The suite. `nil` stands for the setting's own suite, or for the ephemeral suite that replaces it.
    @inlinable
    public static func set(_ value: ValueType, _ suite: UserDefaults? = nil) {
        BoundKey<Self>.in(suite ?? currentSuite).assign(value)
    }

    /// The setting's value in another suite, as in `fontSize[shared] += 10`.
    ///
    /// This subscript works like ``value``.
    ///
    /// - Parameter suite: The suite.
    @inlinable
    public static subscript(suite: UserDefaults) -> ValueType {
        get { BoundKey<Self>.in(suite).value }
        set { BoundKey<Self>.in(suite).assign(newValue) }
    }

    /// The setting's value in another suite, as in `fontSize()[shared] += 10`.
    ///
    /// This subscript works like ``value``.
    ///
    /// - Parameter suite: The suite.
    @inlinable
    public subscript(suite: UserDefaults) -> ValueType {
        get { BoundKey<Self>.in(suite).value }
        nonmutating set { BoundKey<Self>.in(suite).assign(newValue) }
    }

    /// The value of one document, account, or window, as in `zoom["report.pdf"] = 1.5`.
    ///
    /// It is the value of the handle that ``of(_:)`` returns. If nothing is stored for the member, it is the setting's
    /// value.
    ///
    /// - Parameter member: The name of the member.
    public static subscript(member: String) -> ValueType {
        get { of(member).value }
        set { of(member).value = newValue }
    }
}

// The compiler prefers these declarations if threads may share a value: they return the cached value.
extension TSUD where ValueType: Sendable {
    /// The setting's value in its own suite.
    @_documentation(visibility: internal)
    @inlinable public static var value: ValueType {
        get { handle.value }
        set { handle.value = newValue }
    }

    /// The setting's value in another suite.
    @_documentation(visibility: internal)
    @inlinable
    public static subscript(suite: UserDefaults) -> ValueType {
        get { BoundKey<Self>.in(suite).cachedValue }
        set { BoundKey<Self>.in(suite).assign(newValue) }
    }

    /// The value of one document, account, or window.
    @_documentation(visibility: internal)
    public static subscript(member: String) -> ValueType {
        get { of(member).value }
        set { of(member).value = newValue }
    }
}
