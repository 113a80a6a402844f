public import Foundation

extension TSUD {
    /// The setting's value in its own suite, as in `fontSize.value += 1`.
    ///
    /// Reading costs about what `UserDefaults` itself does; a `Codable` value that is not a property-list type is decoded
    /// each time. What can't be read is reported to ``report(_:)`` and left as it is, and the result is
    /// ``defaultValue``. A value that can't be stored is reported, and what was stored stays.
    ///
    /// A read is seen by whatever tracks reads: `withObservationTracking`, `Observations`, the body of a SwiftUI view. A
    /// write is announced once, on the thread that writes, after the value is stored. Something like
    /// `recentFiles.value.append(path)` is a read and a write; see ``update(in:_:)``.
    @inlinable public static var value: ValueType {
        get { currentKey.value }
        set { set(newValue, currentSuite) }
    }

    /// The setting's value in a suite, by default its own; like reading ``value``.
    @inlinable
    public static func get(_ suite: UserDefaults = Self.currentSuite) -> ValueType {
        key(in: suite).value
    }

    /// Stores a value in a suite, by default the setting's own; like writing ``value``.
    @inlinable
    public static func set(_ value: ValueType, _ suite: UserDefaults = Self.currentSuite) {
        do throws(TSUDError) {
            try store(value, in: suite)
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

    /// The setting's value in another suite, spelled `fontSize()[shared]`; otherwise like ``value``.
    @inlinable
    public subscript(suite: UserDefaults) -> ValueType {
        get { Self.get(suite) }
        nonmutating set { Self.set(newValue, suite) }
    }
}

extension TSUD {
    /// The suite that `value` reads and writes now: the key's own, or the one of an enclosing `withEphemeralSuite`.
    @inlinable
    static var currentSuite: UserDefaults { ephemeralSuite ?? suite }
}

/// The suite of an enclosing `withEphemeralSuite`.
@usableFromInline
var ephemeralSuite: UserDefaults? { EphemeralSettings.current?.suite }
