public import Foundation

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
