import Foundation
import TSUD
import TestSupport
import Testing

extension Laws {
    /// A failed write leaves the old value in place, and so does a read, whose objects are in `AnyObjectAnyKeyTests`.
    @Suite(.bothKinds) struct StoredStaysTests {
        let store = TestStore()

        typealias Refused = (value: any Defaulted, stored: Any?, name: String, reason: String)

        @Test(
            arguments: ([
                (ThrowingAnything(), "fine", "throws", "BodyError()."),
                (ThrowingAnything(), nil, "throws where nothing was stored", "BodyError()."),
                (ThrowingLate(), "fine", "throws after it has encoded something", "BodyError()."),
                (AtMostFive(6), 5, "throws an error of encoders", "6 is more than 5."),
                ([AtMostFive(1), AtMostFive(6)], [1], "the second element throws", "6 is more than 5."),
                (["a": ThrowingAnything()], ["a": "fine"], "a value of a dictionary throws", "BodyError()."),
                ([Theme.dark: AtMostFive(6)], [Any](), "keys that are no strings", "6 is more than 5."),
                (AtMostFive?(AtMostFive(6)), 5, "an optional that throws", "6 is more than 5."),
                (Tree.chain(600), ["leaf": ["_0": 1]], "nests too deep", "it is nested deeper than 511 levels."),
                (
                    Contact(name: "$null", age: 1), ["name": "Ann", "age": 1], "holds what is read as nil",
                    #"it contains a string "$null", which stands for nil."#
                ),
                (NeverRead(), nil, "contains nil, and can't be decoded", "it is never read."),
            ] as [Refused]).map { Unchecked($0) }
        )
        func `If a value can't be encoded, the stored one stays, and the error has the reason`(
            _ this: Unchecked<Refused>
        ) {
            let (value, stored, _, reason) = this.value
            store.suite.set(stored, forKey: "key")
            store.suite.set("other", forKey: "another key")
            let before = store.contents
            let errors = write(value)
            #expect(errors.map(\.?.code) == Array(repeating: .unencodable, count: 4))
            #expect(errors.allSatisfy { $0?.key == "key" })
            #expect(
                Set(errors.map(store.words)) == ["Value for key 'key' can't be stored as a property list: \(reason)"]
            )
            let causes = errors.map { $0?.underlyingError }
            #expect(causes.allSatisfy { $0 is BodyError } == (reason == "BodyError()."))
            #expect(causes.allSatisfy { $0 is EncodingError } == reason.hasSuffix("6 is more than 5."))
            #expect(store.contents == before)
        }

        /// Writes a value in all the ways.
        private func write<Value: Defaulted>(_ value: Value) -> [TSUDError?] {
            let stored = #expect(throws: TSUDError.self) { try key<Value>.in(store.suite).store(value) }
            let updated = #expect(throws: TSUDError.self) { try key<Value>.in(store.suite).update { $0 = value } }
            let reports = Reports.during {
                key<Value>.set(value, store.suite)
                key<Value>[store.suite] = value
            }
            return [stored, updated] + reports
        }

        // MARK: Reading

        typealias Contents = (key: any TSUD.Type, objects: [String: Any], name: String)

        @Test(
            arguments: ([
                (key<Int>.self, [:], "nothing"),
                (key<[Contact]>.self, [:], "no structure"),
                (renamed.self, ["old name": 5], "a value under a former key"),
                (renamed.self, ["old name": "banana", "older name": 5], "an unreadable value under a former key"),
                (upgraded.self, ["key": 5], "an object that is upgraded"),
                (upgraded.self, ["key": "x"], "an object whose upgrade is declined"),
            ] as [Contents]).map { Unchecked($0) }
        )
        func `Reading a value doesn't change the stored object`(_ this: Unchecked<Contents>) {
            for (name, object) in this.value.objects { store.suite.set(object, forKey: name) }
            let before = store.contents
            read(this.value.key)
            #expect(store.contents == before)
        }

        private func read<Key: TSUD>(_ key: Key.Type) {
            _ = Reports.during {
                _ = key.get(store.suite)
                _ = key[store.suite]
            }
            _ = try? key.in(store.suite).storedValue()
            _ = key.in(store.suite).isSet
            _ = key.in(store.suite).origin
            _ = try? key.in(store.suite).update { _ in throw BodyError() }
        }

        @Test func `storedValue returns nil if nothing is stored, whatever the default`() throws {
            #expect(try key<Int>.in(store.suite).storedValue() == nil)
            #expect(try filledKey<Int>.in(store.suite).storedValue() == nil)
        }
    }
}

private struct ThrowingLate: Codable, Defaulted {
    static var standIn: Self { Self() }

    init() {}
    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        throw BodyError()
    }
}

private enum renamed: Reporting {
    static let defaultValue = 0
    static let stringKey = "key"
    static let formerKeys = ["old name", "older name"]
}

private enum upgraded: Reporting {
    static let defaultValue = Contact.standIn
    static let stringKey = "key"
    static func upgrade(_ stored: Any) -> Contact? { (stored as? Int).map { Contact(name: "upgraded", age: $0) } }
}

/// A value with a nil, whose decoding fails for another reason.
private struct NeverRead: Codable, Defaulted {
    private enum Key: CodingKey { case a }
    static var standIn: Self { Self() }

    init() {}
    init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "it is never read."))
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeNil(forKey: .a)
    }
}
