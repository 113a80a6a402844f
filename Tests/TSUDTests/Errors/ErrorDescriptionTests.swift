import Foundation
import TSUD
import Testing

extension Errors {
    /// The exact descriptions of errors.
    @Suite(.bothKinds) struct ErrorDescriptionTests {
        let store = TestStore()

        /// A stored object that a key can't read, and the description of the error.
        struct Unreadable: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let object: Any
            let key: any TSUD.Type

            init(_ object: Any, _ key: any TSUD.Type, _ sentence: String) {
                testDescription = "Value for key 'key' \(sentence)"
                self.object = object
                self.key = key
            }
        }

        @Test(arguments: [
            Unreadable("banana", key<Double>.self, "is a String, expected Double."),
            Unreadable(true, key<String>.self, "is a Bool, expected String."),
            Unreadable(2.5, key<Int>.self, "is a Double, expected Int."),
            Unreadable(Float(2.5), key<Int>.self, "is a Double, expected Int."),
            Unreadable(300, key<UInt8>.self, "is an Int, expected UInt8."),
            Unreadable(-1, key<UInt>.self, "is an Int, expected UInt."),
            Unreadable(UInt64.max, key<Int>.self, "is a UInt64, expected Int."),
            Unreadable(Date.standIn, key<Bool>.self, "is a Date, expected Bool."),
            Unreadable(Data(), key<Float>.self, "is a Data, expected Float."),
            Unreadable([1], key<Date>.self, "is an Array, expected Date."),
            Unreadable(["a": 1], key<Data>.self, "is a Dictionary, expected Data."),
            Unreadable([1, "x"] as [Any], key<[Int]>.self, "is an Array, expected [Int]."),
            Unreadable(5, key<[String: Double]>.self, "is an Int, expected [String: Double]."),
        ])
        func `A property-list type that can't be read`(_ this: Unreadable) { check(this) }

        @Test(arguments: [
            Unreadable("x", key<Int?>.self, "is a String, expected Int."),
            Unreadable("x", filledKey<[Int]>.self, "is a String, expected [Int]."),
            Unreadable(5, key<URL>.self, "is an Int, expected URL."),
            Unreadable(Data([1]), key<URL>.self, "is a Data, expected URL: the data is not an archived URL."),
            Unreadable(["a": 1], key<URL>.self, "is a Dictionary, expected URL: 'relative' is missing."),
            Unreadable("x", key<Contact>.self, "is a String, expected Contact."),
            Unreadable("x", key<[String: [Int?]]>.self, "is a String, expected [String: [Int?]]."),
            Unreadable("x", key<[Contact]>.self, "is a String, expected [Contact]."),
            Unreadable("$null", key<Contact>.self, "is a String, expected Contact: it is nil."),
            Unreadable(["name": "Ann"], key<Contact>.self, "is a Dictionary, expected Contact: 'age' is missing."),
            Unreadable(
                ["name": "Ann", "age": [1]] as [String: Any],
                key<Contact>.self,
                "is a Dictionary, expected Contact: 'age' is an Array, expected Int."
            ),
            Unreadable(
                ["name": "$null", "age": 1] as [String: Any],
                key<Contact>.self,
                "is a Dictionary, expected Contact: 'name' is nil, expected String."
            ),
            Unreadable(
                [["name": "Ann", "age": 1], ["name": "Bob"]] as [[String: Any]],
                key<[Contact]>.self,
                "is an Array, expected [Contact]: '1.age' is missing."
            ),
            Unreadable(
                [["name": "Ann", "age": 1], "x"] as [Any],
                key<[Contact]>.self,
                "is an Array, expected [Contact]: '1' is a String, expected Dictionary."
            ),
            Unreadable(
                ["node": ["_0": [["leaf": ["_0": true]], ["leaf": ["_0": "x"]]]]],
                key<Tree>.self,
                "is a Dictionary, expected Tree: 'node._0.1.leaf._0' is a String, expected Int."
            ),
            Unreadable(
                ["node": ["_0": 5]],
                key<Tree>.self,
                "is a Dictionary, expected Tree: 'node._0' is an Int, expected Array."
            ),
            Unreadable("at most five", key<AtMostFive>.self, "is a String, expected AtMostFive."),
            Unreadable(6, key<AtMostFive>.self, "is an Int, expected AtMostFive: 6 is more than 5."),
            Unreadable(
                [5, 6],
                key<[AtMostFive]>.self,
                "is an Array, expected [AtMostFive]: at '1', 6 is more than 5."
            ),
            Unreadable(
                (0..<600).reduce(1 as Any) { object, _ in [object] },
                key<Tree>.self,
                "is an Array, expected Tree: it nests deeper than 511 levels."
            ),
        ])
        func `Any other value that can't be read, and where in it`(_ this: Unreadable) { check(this) }

        private func check(_ this: Unreadable) {
            store.suite.set(this.object, forKey: "key")
            let error = #expect(throws: TSUDError.self) { try this.key.storedValue(in: store.suite) }
            #expect(store.words(of: error) == this.testDescription)
            #expect(error?.localizedDescription == error?.description)
            #expect(error?.code == .unreadable)
            #expect(error?.key == "key")
            #expect(error?.path == nil)
            #expect(error?.systemError == nil)
        }

        @Test func `A value that its type refuses to encode`() throws {
            try expectUnencodable(AtMostFive(6), "6 is more than 5.")
            try expectUnencodable([AtMostFive(1), AtMostFive(6)], "at '1', 6 is more than 5.")
            try expectUnencodable(ThrowingAnything(), "BodyError().")
        }

        @Test func `A value that no property list holds`() throws {
            try expectUnencodable(
                Contact(name: "$null", age: 1),
                """
                it holds a string "$null", which stands for nil.
                """
            )
            try expectUnencodable(Tree.chain(600), "it nests deeper than 511 levels.")
        }

        @Test func `The error of the coding is kept`() {
            store.suite.set(["name": "Ann"], forKey: "key")
            let unreadable = #expect(throws: TSUDError.self) { try key<Contact>.storedValue(in: store.suite) }
            #expect(unreadable?.underlyingError is DecodingError)
            let unencodable = #expect(throws: TSUDError.self) {
                try key<AtMostFive>.store(AtMostFive(6), in: store.suite)
            }
            #expect(unencodable?.underlyingError is EncodingError)
            let other = #expect(throws: TSUDError.self) { try key<ThrowingAnything>.store(.standIn, in: store.suite) }
            #expect(other?.underlyingError is BodyError)
        }

        @Test(arguments: [
            (TSUDError.Code.unreadable, "unreadable"), (.unencodable, "unencodable"), (.invalid, "invalid"),
            (.duplicateKey, "duplicateKey"), (.notSaved, "notSaved"), (.damagedFile, "damagedFile"),
        ])
        func `A code says its name`(_ code: TSUDError.Code, _ name: String) {
            #expect("\(code)" == name)
        }

        @Test func `A suite other than the standard one is named, where its name is known`() {
            store.suite.set("banana", forKey: "key")
            let unreadable = #expect(throws: TSUDError.self) { try key<Int>.storedValue(in: store.suite) }
            let unencodable = #expect(throws: TSUDError.self) {
                try key<AtMostFive>.store(AtMostFive(6), in: store.suite)
            }
            #if os(Linux)
            let place = SuiteKind.isApple ? "" : " in '\(store.name)'"
            #expect(unreadable?.description == "Value for key 'key'\(place) is a String, expected Int.")
            let name = SuiteKind.isApple ? nil : store.name
            #expect([unreadable?.suite, unencodable?.suite] == [name, name])
            #endif
            #expect(unencodable?.description.hasPrefix("Value for key 'key'") == true)
        }

        // That the standard suite has none either is seen in what the example program says.
        @Test func `An ephemeral suite has no name`() {
            withEphemeralSuite { _ in
                let error = #expect(throws: TSUDError.self) { try key<AtMostFive>.store(AtMostFive(6)) }
                #expect(error?.description.hasPrefix("Value for key 'key' can't") == true)
                #expect(error?.suite == nil)
            }
        }

        private func expectUnencodable<Value: Defaulted>(_ value: Value, _ reason: String) throws {
            let sentence = "Value for key 'key' can't be stored as a property list: \(reason)"
            let error = #expect(throws: TSUDError.self) { try key<Value>.store(value, in: store.suite) }
            #expect(store.words(of: error) == sentence)
            #expect(error?.code == .unencodable)
            #expect(error?.key == "key")
            let reports = Reports.during { key<Value>.set(value, store.suite) }
            #expect(reports.map { store.words(of: $0) } == [sentence])
        }
    }
}
