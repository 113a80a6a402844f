public import Foundation

extension TSUD {
    /// The setting's value in its own suite, as in `fontSize.value += 1`.
    ///
    /// Reading costs about as much as with `UserDefaults` itself; a `Codable` value that is not a property-list type is
    /// decoded on each read. What can't be read is reported to ``report(_:)`` and left as it is, and the result is
    /// ``defaultValue``. A value that can't be stored is reported, and the old value stays.
    ///
    /// Reads are tracked by Swift Observation: `withObservationTracking`, `Observations` and the body of a SwiftUI
    /// view. A write is announced once, on the writing thread, after the value is stored.
    /// `recentFiles.value.append(path)` is a read and a write; to make it atomic, use ``update(in:_:)``.
    @inlinable public static var value: ValueType {
        get { currentKey.value }
        set { set(newValue, currentSuite) }
    }

    /// Returns the setting's value in a suite, by default its own, like ``value``.
    @inlinable
    public static func get(_ suite: UserDefaults = Self.currentSuite) -> ValueType {
        key(in: suite).value
    }

    /// Stores a value in a suite, by default the setting's own, like assigning to ``value``.
    @inlinable
    public static func set(_ value: ValueType, _ suite: UserDefaults = Self.currentSuite) {
        do throws(TSUDError) {
            try key(in: suite).store(value)
        } catch {
            report(error)
        }
    }

    /// The setting's value in another suite, as in `fontSize[shared] += 10`; otherwise like ``value``.
    @inlinable
    public static subscript(suite: UserDefaults) -> ValueType {
        get { get(suite) }
        set { set(newValue, suite) }
    }

    /// The setting's value in another suite, written as `fontSize()[shared]`; otherwise like ``value``.
    @inlinable
    public subscript(suite: UserDefaults) -> ValueType {
        get { Self.get(suite) }
        nonmutating set { Self.set(newValue, suite) }
    }
}

extension TSUD {
    /// The suite that `value` reads and writes: that of an enclosing `withEphemeralSuite`, or else the key's own.
    @inlinable
    public static var currentSuite: UserDefaults { ephemeralSuite ?? suite }

    /// The same, at less cost until the first use of `withEphemeralSuite`.
    static var ownSuite: UserDefaults { KeyCache.shared.isEphemeralUsed ? currentSuite : suite }

    /// The key in a suite, or else in the suite that `value` reads and writes.
    static func key(inOwnOr suite: UserDefaults?) -> BoundKey<Self> { suite.map { key(in: $0) } ?? currentKey }
}

/// The suite of an enclosing `withEphemeralSuite`.
@usableFromInline
var ephemeralSuite: UserDefaults? { EphemeralSettings.current?.suite }
