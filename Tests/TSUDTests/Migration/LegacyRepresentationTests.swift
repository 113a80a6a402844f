import Foundation
import TSUD
import TestSupport
import Testing

extension Migration {
    /// Legacy representations of other libraries or earlier versions of a program, with the rows of the article
    /// "Migrating from other libraries".
    @Suite struct LegacyRepresentationTests {
        let store = TestStore()
        private var suite: UserDefaults { store.suite }

        /// A key that stores the former form, and the code that reads and makes it.
        struct Case: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            /// The key writes, the older version reads and writes, the key reads.
            let takeTurns: (UserDefaults) throws -> Void

            init<Key: TSUD>(
                _ key: Key.Type,
                _ values: [Key.ValueType],
                read: @escaping (Any) throws -> Key.ValueType,
                write: @escaping (Key.ValueType) throws -> Any
            ) {
                testDescription = "\(key)"
                takeTurns = { suite in
                    for value in values {
                        try key.in(suite).store(value)
                        expectSame(try read(try #require(suite.object(forKey: key.stringKey))), value, "stored")
                        key.in(suite).reset()
                        try suite.flush()
                        suite.set(try write(value), forKey: key.stringKey)
                        expectSame(try key.in(suite).storedValue(), value)
                        savePlainValues(of: suite)
                        try key.in(suite).update { _ in }
                        expectSame(try read(try #require(suite.object(forKey: key.stringKey))), value, "updated")
                    }
                }
            }

            init<Value: Defaulted>(string values: [Value]) {
                self.init(inString<Value>.self, values, read: fromJSON, write: asJSON)
            }

            init<Value: Defaulted>(data values: [Value]) {
                self.init(
                    inData<Value>.self,
                    values,
                    read: { try JSONDecoder().decode(Value.self, from: try #require($0 as? Data)) },
                    write: { try JSONEncoder().encode($0) }
                )
            }
        }

        @Test(arguments: [
            Case(string: contacts), Case(string: [[], contacts]), Case(string: Theme.allCases),
            Case(string: Level.allCases), Case(string: urls), Case(data: contacts), Case(data: [[], contacts]),
            Case(
                inStrings.self,
                [[], contacts],
                read: { try #require($0 as? [String]).map(fromJSON) },
                write: { try $0.map(asJSON) }
            ),
            Case(
                stringsByName.self,
                [[:], ["a": contacts[0]]],
                read: { try #require($0 as? [String: String]).mapValues(fromJSON) },
                write: { try $0.mapValues(asJSON) }
            ),
            Case(
                bookmarks.self,
                [[], urls],
                read: { try #require(bookmarks.upgrade($0)) },
                write: { try bookmarks.archive(of: $0, isSecure: false) }
            ),
            Case(
                inDictionary.self,
                urls,
                read: { stored in
                    let data = try PropertyListSerialization.data(fromPropertyList: stored, format: .xml, options: 0)
                    return try PropertyListDecoder().decode(URL.self, from: data)
                },
                write: { url in
                    let data = try PropertyListEncoder().encode(url)
                    return try PropertyListSerialization.propertyList(from: data, format: nil)
                }
            ),
        ])
        func `A key and an older version read what the other stores`(_ this: Case) throws {
            try this.takeTurns(suite)
        }

        @Test func `An error about JSON of another type has the JSON's reason`() {
            let json = #"{"name": "Ann"}"#
            for stored in [Data(json.utf8), json] as [Any] {
                suite.set(stored, forKey: formerly<Contact>.stringKey)
                let error = #expect(throws: TSUDError.self) { try formerly<Contact>.in(suite).storedValue() }
                #expect(error?.code == .unreadable && error?.underlyingError is DecodingError)
                #expect(error?.description.contains("expected Contact: ") == true, "\(error as Any)")
                #expect(error?.description.contains("age") == true, "\(error as Any)")
            }
        }

        @Test func `Without a stored representation, the first write replaces the JSON`() throws {
            func read<Key: FormerlyJSON>(_ stored: Any, by key: Key.Type, as value: Key.ValueType) throws {
                suite.set(stored, forKey: key.stringKey)
                expectSame(try key.in(suite).storedValue(), value)
                savePlainValues(of: suite)
                try key.in(suite).update { _ in }
                #expect(key.upgrade(try #require(suite.object(forKey: key.stringKey))) == nil)
                expectSame(try key.in(suite).storedValue(), value)
            }
            try read(try JSONEncoder().encode(contacts[0]), by: formerly<Contact>.self, as: contacts[0])
            try read(try contacts.map { try JSONEncoder().encode($0) }, by: formerly<[Contact]>.self, as: contacts)
            let byName = ["a": contacts[0], "\"b\"\n": contacts[0]]
            try read(try byName.mapValues(asJSON), by: formerly<[String: Contact]>.self, as: byName)
            let dataByName = try byName.mapValues { try JSONEncoder().encode($0) }
            try read(dataByName, by: formerly<[String: Contact]>.self, as: byName)
            let lists = ["a": contacts, "b": []]
            try read(try lists.mapValues { try $0.map(asJSON) }, by: formerly<[String: [Contact]]>.self, as: lists)
            let nested = [[contacts], [[], contacts]]
            let nestedData = try nested.map { try $0.map { try $0.map { try JSONEncoder().encode($0) } } }
            try read(nestedData, by: formerly<[[[Contact]]]>.self, as: nested)
            try read(try Theme.allCases.map(asJSON), by: formerly<Set<Theme>>.self, as: Set(Theme.allCases))
            try read(try [Step(1), Step(5)].map(asJSON), by: formerSteps.self, as: Step(1)..<Step(5))
        }

        @Test func `An element with two JSON values isn't JSON`() {
            suite.set([#"{"name":"Ann","age":1},{"name":"Bob","age":2}"#], forKey: formerly<[Contact]>.stringKey)
            #expect(formerly<[Contact]>.upgrade(["1],[2"]) == nil)
            #expect(throws: TSUDError.self) { try formerly<[Contact]>.in(suite).storedValue() }
        }

        @Test(arguments: ["Ann", "", "\"quoted\"", "a/b\n", "e\u{301}"])
        func `A JSON string is read only with quotation marks`(_ string: String) throws {
            let stored = try asJSON(Nickname(rawValue: string))
            suite.set(stored, forKey: "nickname")
            #expect(try nickname.in(suite).storedValue()?.content == Nickname(rawValue: string))
            savePlainValues(of: suite)
            try nickname.in(suite).update { _ in }
            #expect(suite.string(forKey: "nickname") == stored)
            suite.set(string, forKey: "nickname")
            if string != "\"quoted\"" { #expect(throws: TSUDError.self) { try nickname.in(suite).storedValue() } }
        }

        @Test func `Dictionaries of other keys are read by an upgrade, if all keys are right`() throws {
            suite.set(["1.5": "a", "-0.25": "b"], forKey: "labels")
            #expect(try labels.in(suite).storedValue() == [1.5: "a", -0.25: "b"])
            savePlainValues(of: suite)
            try labels.in(suite).update { $0[2] = "c" }
            #expect(suite.dictionary(forKey: "labels") as? [String: String] == ["1.5": "a", "-0.25": "b", "2.0": "c"])
            suite.set(["1.5": "a", "one": "b"], forKey: "labels")
            #expect(throws: TSUDError.self) { try labels.in(suite).storedValue() }
        }

        @Test func `Defaults makes JSON of a string and a URL with quotation marks`() throws {
            #expect(try asJSON(Theme.dark) == #""dark""#)
            #expect(try asJSON(urls[0]) == #""https:\/\/swift.org\/a?b=c""#)
        }
    }
}

/// The stored representation of a `Codable` value by Defaults.
private func asJSON(_ value: some Encodable) throws -> String { String(try json([value]).dropFirst().dropLast()) }

private func fromJSON<Value: Decodable>(_ stored: Any) throws -> Value {
    let string = try #require(stored as? String)
    return try #require(try JSONDecoder().decode([Value].self, from: Data("[\(string)]".utf8)).first)
}

private let contacts = [Contact(name: "Ann", age: 1), Contact(name: "\"/\n", age: .min)]
private let urls = ["https://swift.org/a?b=c", "file:///a%20b"].compactMap { URL(string: $0) }

private struct Nickname: RawRepresentable, Codable, Equatable { var rawValue: String }

private struct Step: Codable, Comparable {
    var number: Int
    init(_ number: Int) { self.number = number }
    static func < (one: Self, other: Self) -> Bool { one.number < other.number }
}

private enum inString<Value: Defaulted>: StillJSONString { static var defaultValue: Value { .standIn } }
private enum inData<Value: Defaulted>: StillJSONData { static var defaultValue: Value { .standIn } }
private enum inStrings: StillJSONStrings { static let defaultValue: [Contact] = [] }
private enum formerly<Value: Defaulted>: FormerlyJSON { static var defaultValue: Value { .standIn } }
private enum formerSteps: FormerlyJSON { static let defaultValue = Step(0)..<Step(0) }
private enum nickname: TSUD { static var defaultValue: JSONString<Nickname> { JSONString(Nickname(rawValue: "")) } }
