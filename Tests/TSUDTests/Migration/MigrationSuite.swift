import Foundation
import TSUD
import Testing

/// A suite of tests with values that another library stores, and that older versions of a program still read.
///
/// The article "Coming from elsewhere" has a line for each of these tests.
protocol MigrationSuite {
    var store: TestStore { get }
}

extension MigrationSuite {
    var suite: UserDefaults { store.suite }

    /// Stores an object under a key by a plain call.
    func put<Key: TSUD>(_ object: Any?, in key: Key.Type, as name: String? = nil) {
        suite.set(object, forKey: name ?? key.stringKey)
    }

    /// Expects that a key reads an object as a value.
    func read<Key: TSUD>(_ object: Any, by key: Key.Type, as value: Key.ValueType) throws {
        put(object, in: key)
        expectSame(try key.storedValue(in: suite), value)
    }

    /// Expects that a key reads an object as a value, and stores the value as that object.
    func exchange<Key: TSUD>(_ object: Any, with key: Key.Type, as value: Key.ValueType) throws {
        try read(object, by: key, as: value)
        key.reset(in: suite)
        try key.store(value, in: suite)
        #expect(suite.object(forKey: key.stringKey).map(objectFingerprint) == objectFingerprint(of: object))
    }

    /// The key writes, the older version reads and writes, the key reads.
    func takeTurns<Key: TSUD>(
        _ key: Key.Type,
        _ values: [Key.ValueType],
        read: (UserDefaults, String) throws -> Key.ValueType,
        write: (Key.ValueType, UserDefaults, String) throws -> Void
    ) throws {
        for value in values {
            try key.store(value, in: suite)
            expectSame(try read(suite, key.stringKey), value, "read by the older version")
            key.reset(in: suite)
            try write(value, suite, key.stringKey)
            expectSame(try key.storedValue(in: suite) ?? key.defaultValue, value, "read by the key")
            try key.update(in: suite) { _ in }
            expectSame(try read(suite, key.stringKey), value, "read by the older version after an update")
        }
    }
}

// MARK: The stored forms, as in the documentation

protocol StillJSONData: FormerlyJSON {}
protocol StillJSONString: FormerlyJSON {}
protocol StillJSONStrings: FormerlyJSON where ValueType: Sequence, ValueType.Element: Encodable {}

extension StillJSONData {
    static func storedForm(of value: ValueType) throws -> Any? { try JSONEncoder().encode(value) }
}

extension StillJSONString {
    static func storedForm(of value: ValueType) throws -> Any? { try json(value) }
}

extension StillJSONStrings {
    static func storedForm(of value: ValueType) throws -> Any? { try value.map(json) }
}

func json(_ value: some Encodable) throws -> String {
    String(data: try JSONEncoder().encode(value), encoding: .utf8) ?? ""
}

// MARK: Values

extension Contact {
    static let some = [Contact(name: "Ann", age: 1), Contact(name: "\"/\n", age: .min)]
}

extension URL {
    static let some = ["https://swift.org/a?b=c", "file:///a%20b"].compactMap { URL(string: $0) }
    static let address = some[0]

    /// The archive that `UserDefaults` makes of a URL.
    var archive: Data {
        get throws { try NSKeyedArchiver.archivedData(withRootObject: self as NSURL, requiringSecureCoding: false) }
    }
}
