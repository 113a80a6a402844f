import Foundation
import TSUD
import Testing

extension Migration {
    /// What a key has written, read by the code of an older version of the program, and the other way round.
    ///
    /// The tables of the article "Coming from elsewhere" have a line for each of these tests.
    @Suite struct StoredByOlderCodeTests {
        private let store = TestStore()
        private var suite: UserDefaults { store.suite }

        /// The key writes, the older version reads and writes, the key reads.
        private func takeTurns<Key: TSUD>(
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

        // MARK: The 2017 article

        @Test func `Article: a Codable, and a URL`() throws {
            func read<Value: Decodable>(_ suite: UserDefaults, _ name: String) throws -> Value {
                let list = [try #require(suite.object(forKey: name))]
                let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
                return try #require(try PropertyListDecoder().decode([Value].self, from: data).first)
            }
            func write(_ value: some Encodable, _ suite: UserDefaults, _ name: String) throws {
                let data = try PropertyListEncoder().encode([value])
                let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
                suite.set(try #require(list?.first), forKey: name)
            }
            try takeTurns(plain.self, Contact.some, read: read, write: write)
            try takeTurns(dictionaryURL.self, URL.some, read: read, write: write)
        }

        @Test func `Article: a name that was cut is kept as the key's`() throws {
            recent<Int, String>.set(["a"], suite)
            #expect(suite.stringArray(forKey: "recent<Int,") == ["a"])
        }

        // MARK: @AppStorage

        @Test func `AppStorage: a raw value, and a URL`() throws {
            try takeTurns(
                theme.self,
                Theme.allCases,
                read: { try #require(Theme(rawValue: $0.string(forKey: $1) ?? "")) },
                write: { $1.set($0.rawValue, forKey: $2) }
            )
            homepage[suite] = URL.some[0]
            #expect(suite.url(forKey: "homepage") == URL.some[0])
        }

        @Test func `AppStorage: JSON in a string`() throws {
            func read<Value: Decodable>(_ suite: UserDefaults, _ name: String) throws -> Value {
                try JSONDecoder().decode(Value.self, from: Data(try #require(suite.string(forKey: name)).utf8))
            }
            func write(_ value: some Encodable, _ suite: UserDefaults, _ name: String) throws {
                suite.set(try json(value), forKey: name)
            }
            try takeTurns(inString.self, Contact.some, read: read, write: write)
            try takeTurns(listInString.self, [[], Contact.some], read: read, write: write)
        }

        // MARK: Defaults

        @Test func `Defaults: JSON in a string`() throws {
            try takeTurns(inString.self, Contact.some, read: Self.readDefaults, write: Self.writeDefaults)
            try takeTurns(themeInString.self, Theme.allCases, read: Self.readDefaults, write: Self.writeDefaults)
            try takeTurns(levelInString.self, Level.allCases, read: Self.readDefaults, write: Self.writeDefaults)
            try takeTurns(urlInString.self, URL.some, read: Self.readDefaults, write: Self.writeDefaults)
        }

        @Test func `Defaults: an array or a dictionary with a string of JSON for each value`() throws {
            try takeTurns(
                strings.self,
                [[], Contact.some],
                read: { try ($0.stringArray(forKey: $1) ?? []).map(Self.fromDefaults) },
                write: { $1.set(try $0.map(Self.toDefaults), forKey: $2) }
            )
            try takeTurns(
                stringsByName.self,
                [[:], ["a": Contact.some[0]]],
                read: { try ($0.dictionary(forKey: $1) as? [String: String] ?? [:]).mapValues(Self.fromDefaults) },
                write: { $1.set(try $0.mapValues(Self.toDefaults), forKey: $2) }
            )
        }

        @Test func `Defaults: a set, a range, a UUID, a dictionary of numbered keys`() {
            tags[suite] = ["a"]
            lines[suite] = 1..<5
            machine[suite] = .standIn
            numbered[suite] = [1: "a"]
            #expect(suite.stringArray(forKey: "tags") == ["a"])
            #expect(suite.array(forKey: "lines") as? [Int] == [1, 5])
            #expect(suite.string(forKey: "machine").flatMap(UUID.init) == .standIn)
            #expect(suite.dictionary(forKey: "numbered") as? [String: String] == ["1": "a"])
        }

        private static func toDefaults(_ value: some Encodable) throws -> String {
            String(try json([value]).dropFirst().dropLast())
        }

        private static func fromDefaults<Value: Decodable>(_ string: String) throws -> Value {
            try #require(try JSONDecoder().decode([Value].self, from: Data("[\(string)]".utf8)).first)
        }

        private static func readDefaults<Value: Decodable>(_ suite: UserDefaults, _ name: String) throws -> Value {
            try fromDefaults(try #require(suite.string(forKey: name)))
        }

        private static func writeDefaults(_ value: some Encodable, _ suite: UserDefaults, _ name: String) throws {
            suite.set(try toDefaults(value), forKey: name)
        }

        // MARK: SwiftyUserDefaults

        @Test func `SwiftyUserDefaults: JSON in data`() throws {
            func read<Value: Decodable>(_ suite: UserDefaults, _ name: String) throws -> Value {
                try JSONDecoder().decode(Value.self, from: try #require(suite.data(forKey: name)))
            }
            func write(_ value: some Encodable, _ suite: UserDefaults, _ name: String) throws {
                suite.set(try JSONEncoder().encode(value), forKey: name)
            }
            try takeTurns(inData.self, Contact.some, read: read, write: write)
            try takeTurns(listInData.self, [[], Contact.some], read: read, write: write)
        }

        @Test func `SwiftyUserDefaults: an array of raw values, and one of URLs in an archive`() throws {
            themes[suite] = [.dark, .light]
            #expect(suite.stringArray(forKey: "themes") == ["dark", "light"])
            try takeTurns(
                bookmarks.self,
                [[], URL.some],
                read: {
                    let data = try #require($0.data(forKey: $1))
                    let classes = [NSArray.self, NSURL.self]
                    return try #require(
                        try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? [URL]
                    )
                },
                write: {
                    let array = NSArray(array: $0.map { $0 as NSURL })
                    $1.set(
                        try NSKeyedArchiver.archivedData(withRootObject: array, requiringSecureCoding: false),
                        forKey: $2
                    )
                }
            )
        }

        @Test func `A nil that is the default leaves nothing for them to read`() {
            optionalInData[suite] = Contact.some[0]
            optionalInData[suite] = nil
            #expect(suite.object(forKey: "optionalInData") == nil)
        }
    }
}

// MARK: The stored forms, as in the documentation

private protocol StillJSONData: FormerlyJSON {}
private protocol StillJSONString: FormerlyJSON {}
private protocol StillJSONStrings: FormerlyJSON where ValueType: Sequence, ValueType.Element: Encodable {}

extension StillJSONData {
    static func storedForm(of value: ValueType) throws -> Any? { try JSONEncoder().encode(value) }
}

extension StillJSONString {
    static func storedForm(of value: ValueType) throws -> Any? { try json(value) }
}

extension StillJSONStrings {
    static func storedForm(of value: ValueType) throws -> Any? { try value.map(json) }
}

private func json(_ value: some Encodable) throws -> String {
    String(data: try JSONEncoder().encode(value), encoding: .utf8) ?? ""
}

private enum stringsByName: TSUD {
    static let defaultValue: [String: Contact] = [:]

    static func upgrade(_ stored: Any) -> [String: Contact]? {
        let strings = stored as? [String: String]
        return try? strings?.mapValues { try JSONDecoder().decode(Contact.self, from: Data($0.utf8)) }
    }

    static func storedForm(of value: [String: Contact]) throws -> Any? { try value.mapValues(json) }
}

private enum bookmarks: TSUD {
    static let defaultValue: [URL] = []

    static func upgrade(_ stored: Any) -> [URL]? {
        guard let archive = stored as? Data else { return nil }
        return try? NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, NSURL.self], from: archive) as? [URL]
    }

    static func storedForm(of value: [URL]) throws -> Any? {
        let array = NSArray(array: value.map { $0 as NSURL })
        return try NSKeyedArchiver.archivedData(withRootObject: array, requiringSecureCoding: true)
    }
}

private enum dictionaryURL: TSUD {
    static let defaultValue = URL.standIn
    static func storedForm(of value: URL) -> Any? { ["relative": value.absoluteString] }
}

private enum recent<First, Second>: TSUD {
    static var defaultValue: [String] { [] }
    static var stringKey: String { "recent<Int," }
}

// MARK: Keys and values

extension Contact {
    fileprivate static let some = [Contact(name: "Ann", age: 1), Contact(name: "\"/\n", age: .min)]
}

extension URL {
    fileprivate static let some = ["https://swift.org/a?b=c", "file:///a%20b"].compactMap { URL(string: $0) }
}

private enum plain: TSUD { static let defaultValue = Contact.standIn }
private enum theme: TSUD { static let defaultValue = Theme.light }
private enum themes: TSUD { static let defaultValue: [Theme] = [] }
private enum homepage: TSUD { static let defaultValue = URL.standIn }
private enum tags: TSUD { static let defaultValue: Set<String> = [] }
private enum lines: TSUD { static let defaultValue = 0..<0 }
private enum machine: TSUD { static let defaultValue: UUID? = nil }
private enum numbered: TSUD { static let defaultValue: [Int: String] = [:] }
private enum inString: StillJSONString { static let defaultValue = Contact.standIn }
private enum listInString: StillJSONString { static let defaultValue: [Contact] = [] }
private enum themeInString: StillJSONString { static let defaultValue = Theme.light }
private enum levelInString: StillJSONString { static let defaultValue = Level.low }
private enum urlInString: StillJSONString { static let defaultValue = URL.standIn }
private enum strings: StillJSONStrings { static let defaultValue: [Contact] = [] }
private enum inData: StillJSONData { static let defaultValue = Contact.standIn }
private enum listInData: StillJSONData { static let defaultValue: [Contact] = [] }
private enum optionalInData: StillJSONData { static let defaultValue: Contact? = nil }
