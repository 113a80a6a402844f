import Foundation
import TSUD
import TestSupport

/// A way to read or to change a setting in a suite.
typealias Way<Result> = Row<@Sendable (UserDefaults) throws -> Result>

extension TSUD where Self: SendableMetatype, ValueType: Sendable {
    /// Every way to store a value.
    static func waysToStore(_ value: ValueType) -> [Way<Void>] {
        [
            Way("set", { set(value, $0) }),
            Way("the subscript", { self[$0] = value }),
            Way("the value of a handle", { self.in($0).value = value }),
            Way("a property wrapper", { Stored(self.in($0)).wrappedValue = value }),
            Way("store", { try self.in($0).store(value) }),
            Way("store(text:)", { try self.in($0).store(text: alone(value) { self.in($0).text() ?? "null" }) }),
            Way("an update", { try self.in($0).update { $0 = value } }),
            Way("a transaction", { suite in try updateSettings { $0[self.in(suite)] = value } }),
            Way(
                "a list that is restored",
                { suite in
                    let list: [any TSUD.Type] = [self]
                    try list.restore(from: alone(value) { try list.exported(in: $0) }, in: suite)
                }
            ),
        ]
    }

    /// Every way to read the value.
    static var waysToRead: [Way<ValueType>] {
        [
            Way("get", { get($0) }),
            Way("the subscript", { self[$0] }),
            Way("the value of a handle", { self.in($0).value }),
            Way("a property wrapper", { Stored(self.in($0)).wrappedValue }),
            Way("the stored value", { try self.in($0).storedValue() ?? defaultValue }),
            Way("a transaction", { suite in try updateSettings { $0[self.in(suite)] } }),
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
