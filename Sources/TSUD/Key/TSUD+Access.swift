public import Foundation

extension TSUD {
    /// The setting's value in its own suite, as in `fontSize.value += 1`.
    ///
    /// Reading costs about what `UserDefaults` itself does; a `Codable` value that no property list holds is decoded
    /// each time. What can't be read is reported to ``report(_:)`` and left as it is, and the answer is
    /// ``defaultValue``. A value that can't be stored is reported, and what was stored stays.
    ///
    /// A read is seen by whatever tracks reads: `withObservationTracking`, `Observations`, the body of a SwiftUI view.
    /// Something like `recentFiles.value.append(path)` is a read and a write; see ``update(in:_:)``.
    @inlinable public static var value: ValueType {
        get { if let ephemeralSuite { get(ephemeralSuite) } else { get(suite) } }
        set { set(newValue, currentSuite) }
    }

    /// The setting's value in a suite, by default its own; like reading ``value``.
    @inlinable
    public static func get(_ suite: UserDefaults = Self.currentSuite) -> ValueType {
        // What is found stays for ever: not to count the references to it is a part in fifty of a read.
        if let found = KnownKeys.find(ObjectIdentifier(self), in: suite) {
            return found._withUnsafeGuaranteedRef { known in
                let key = unsafeDowncast(known, to: KeyInSuite<Self>.self)
                return isStill(key) ? key.value(in: suite) : getNewlyKnown(suite)
            }
        }
        return getNewlyKnown(suite)
    }

    @usableFromInline
    static func getNewlyKnown(_ suite: UserDefaults) -> ValueType { newlyKnown(in: suite).value(in: suite) }

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
