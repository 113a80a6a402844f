import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

extension Errors {
    /// The exact descriptions of errors.
    @Suite(.bothKinds) struct ErrorDescriptionTests {
        let store = TestStore()

        typealias Unreadable = (object: Any, key: any TSUD.Type, words: String)

        @Test(
            arguments: ([
                ("banana", key<Double>.self, "is a String, expected Double."),
                (true, key<String>.self, "is a Bool, expected String."),
                (2.5, key<Int>.self, "is a Double, expected Int."),
                (Float(2.5), key<Int>.self, "is a Double, expected Int."),
                (300, key<UInt8>.self, "is an Int, expected UInt8."), (-1, key<UInt>.self, "is an Int, expected UInt."),
                (UInt64.max, key<Int>.self, "is a UInt64, expected Int."),
                (Date.standIn, key<Bool>.self, "is a Date, expected Bool."),
                (Data(), key<Float>.self, "is a Data, expected Float."),
                ([1], key<Date>.self, "is an Array, expected Date."),
                (["a": 1], key<Data>.self, "is a Dictionary, expected Data."),
                ([1, "x"], key<[Int]>.self, "is an Array, expected Array<Int>."),
                (
                    ["a": [1, 70_000]], key<[String: [UInt16]]>.self,
                    "is a Dictionary, expected Dictionary<String, Array<UInt16>>."
                ),
                (
                    ["ports": [70_000], "level": 1] as [String: Any], key<Service>.self,
                    "is a Dictionary, expected Service: …"
                ),
                (
                    ["ports": [1], "level": 5] as [String: Any], key<Service>.self,
                    "is a Dictionary, expected Service: …"
                ),
                (["dark", "blue"], key<Set<Theme>>.self, "is an Array, expected Set<Theme>: …"),
                (
                    "x", key<Letter>.self,
                    "is 'x', not a Letter; valid values are a, b, c, d, e, f, g, h, i, j, and 2 more."
                ),
                (5, key<[String: Double]>.self, "is an Int, expected Dictionary<String, Double>."),
                ("x", key<Int?>.self, "is a String, expected Int."),
                ("x", filledKey<[Int]>.self, "is a String, expected Array<Int>."),
                (5, key<URL>.self, "is an Int, expected URL."),
                (Data([1]), key<URL>.self, "is a Data, expected URL: the data is not an archived URL."),
                (["a": 1], key<URL>.self, "is a Dictionary, expected URL: …"),
                ("x", key<Contact>.self, "is a String, expected Contact."),
                ("x", key<[String: [Int?]]>.self, "is a String, expected Dictionary<String, Array<Optional<Int>>>."),
                ("x", key<[Contact]>.self, "is a String, expected Array<Contact>."),
                (["name": "Ann"], key<Contact>.self, "is a Dictionary, expected Contact: …"),
                (
                    ["name": "Ann", "age": [1]] as [String: Any], key<Contact>.self,
                    "is a Dictionary, expected Contact: …"
                ),
                (
                    ["name": "$null", "age": 1] as [String: Any], key<Contact>.self,
                    "is a Dictionary, expected Contact: …"
                ),
                (
                    [["name": "Ann", "age": 1], ["name": "Bob"]] as [[String: Any]], key<[Contact]>.self,
                    "is an Array, expected Array<Contact>: …"
                ),
                (
                    [["name": "Ann", "age": 1], "x"], key<[Contact]>.self,
                    "is an Array, expected Array<Contact>: …"
                ),
                (
                    ["node": ["_0": [["leaf": ["_0": 1]], ["leaf": ["_0": "x"]]]]], key<Tree>.self,
                    "is a Dictionary, expected Tree: …"
                ),
                (
                    ["node": ["_0": 5]], key<Tree>.self,
                    "is a Dictionary, expected Tree: …"
                ),
                ("blue", key<Theme>.self, "is 'blue', not a Theme; valid values are light, dark."),
                (
                    ["dark", "blue"], key<[Theme]>.self,
                    "is an Array, expected Array<Theme>: …"
                ),
                ("at most five", key<AtMostFive>.self, "is a String, expected AtMostFive."),
                (6, key<AtMostFive>.self, "is an Int, expected AtMostFive: 6 is more than 5."),
                ([5, 6], key<[AtMostFive]>.self, "is an Array, expected Array<AtMostFive>: 6 is more than 5."),
                (
                    nestedObject(600, in: { [$0] }), key<Tree>.self,
                    "is an Array, expected Tree: it can't be part of a property list, or is nested deeper than 511 levels."
                ),
            ] as [Unreadable]).map { Unchecked($0) }
        )
        func `An unreadable value is described by its type, the expected one, and Foundation's words about a part`(
            _ this: Unchecked<Unreadable>
        ) {
            let (object, key, words) = this.value
            func read<Key: TSUD>(_ key: Key.Type) throws { _ = try key.in(store.suite).storedValue() }
            store.suite.set(object, forKey: "key")
            let error = #expect(throws: TSUDError.self) { try read(key) }
            let end = words.replacing("…", with: "\(foundationWords(of: error)).")
            #expect(store.words(of: error) == "Value for key 'key' \(end)")
            #expect(error?.localizedDescription == error?.description)
            #expect(error?.code == .unreadable)
            #expect(error?.key == "key")
            #expect(error?.path == nil)
            #expect(error?.systemError == nil)
        }

        @Test func `The underlying error is the decoder's`() {
            store.suite.set(["name": "Ann"], forKey: "key")
            let error = #expect(throws: TSUDError.self) { try key<Contact>.in(store.suite).storedValue() }
            #expect(error?.underlyingError is DecodingError)
        }

        @Test(arguments: [
            (TSUDError.Code.unreadable, "unreadable"), (.unencodable, "unencodable"), (.invalid, "invalid"),
            (.duplicateKey, "duplicateKey"), (.notSaved, "notSaved"), (.damagedFile, "damagedFile"),
        ])
        func `The description of a code is its name`(_ code: TSUDError.Code, _ name: String) {
            #expect("\(code)" == name)
        }

        @Test func `A description names a suite that is not the standard one`() {
            store.suite.set("banana", forKey: "key")
            let unreadable = #expect(throws: TSUDError.self) { try key<Int>.in(store.suite).storedValue() }
            let unencodable = #expect(throws: TSUDError.self) {
                try key<AtMostFive>.in(store.suite).store(AtMostFive(6))
            }
            #if os(Linux)
            let place = SuiteKind.isApple ? "" : " in '\(store.name)'"
            #expect(unreadable?.description == "Value for key 'key'\(place) is a String, expected Int.")
            let name = SuiteKind.isApple ? nil : store.name
            #expect([unreadable?.suiteName, unencodable?.suiteName] == [name, name])
            #endif
            #expect(unencodable?.description.hasPrefix("Value for key 'key'") == true)
        }

        // The standard suite has no name either, as the output of the example program shows.
        @Test(.ephemeralSettings) func `A description doesn't name an ephemeral suite`() {
            let error = #expect(throws: TSUDError.self) { try key<AtMostFive>.store(AtMostFive(6)) }
            #expect(error?.description.hasPrefix("Value for key 'key' can't") == true)
            #expect(error?.suiteName == nil)
        }
    }
}

private func foundationWords(of error: TSUDError?) -> String {
    guard let cause = error?.underlyingError else { return "" }
    let words =
        switch cause {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
            context.debugDescription
        default: ""
        }
    return words.hasSuffix(".") ? String(words.dropLast()) : words
}

private struct Service: Codable, Defaulted {
    var ports: [UInt16] = []
    var level: Level?
    static var standIn: Self { Self() }
}

private enum Letter: String, Codable, CaseIterable, Defaulted {
    case a, b, c, d, e, f, g, h, i, j, k, l
    static var standIn: Self { .a }
}
