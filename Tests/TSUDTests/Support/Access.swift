import Foundation
import TSUD
import TSUDText
import TestSupport

/// A read or a change of a setting in a suite, by one of several calls.
typealias Access<Result> = Row<@Sendable (UserDefaults) throws -> Result>

extension TSUD where Self: SendableMetatype, ValueType: Sendable {
    /// Every call that stores a value.
    static func writes(of value: ValueType) -> [Access<Void>] {
        [
            Access("set", { set(value, $0) }),
            Access("the subscript", { self[$0] = value }),
            Access("the value of a handle", { self.in($0).value = value }),
            Access("a property wrapper", { Stored(self.in($0)).wrappedValue = value }),
            Access("store", { try self.in($0).store(value) }),
            Access("storeText(_:)", { try self.in($0).storeText(alone(value) { self.in($0).text() ?? "null" }) }),
            Access("an update", { try self.in($0).update { $0 = value } }),
            Access("a transaction", { suite in try updateSettings { $0[self.in(suite)] = value } }),
            Access("a list that is restored") { suite in
                let list: [any TSUD.Type] = [self]
                try list.restore(from: alone(value) { try list.exported(in: $0) }, in: suite)
            },
        ]
    }

    /// Every call that reads the value.
    static var reads: [Access<ValueType>] {
        [
            Access("get", { get($0) }),
            Access("the subscript", { self[$0] }),
            Access("the value of a handle", { self.in($0).value }),
            Access("a property wrapper", { Stored(self.in($0)).wrappedValue }),
            Access("the stored value", { try self.in($0).storedValue() ?? defaultValue }),
            Access("a transaction", { suite in try updateSettings { $0[self.in(suite)] } }),
        ]
    }

    /// Returns the result of a closure in a suite that stores a value and nothing else.
    private static func alone<Result>(
        _ value: ValueType,
        _ body: (UserDefaults) throws -> Result
    ) rethrows -> Result {
        try withEphemeralSettings { suite in
            self[suite] = value
            return try body(suite)
        }
    }
}
