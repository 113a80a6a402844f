import Foundation
import TSUD
import Testing

extension Laws {
    /// A failed write leaves the old value in place.
    @Suite(.bothKinds) struct FailedWriteTests {
        let store = TestStore()

        /// A value that can't be encoded, with all the ways to write it over a stored object.
        struct Case: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let stored: Any?
            let write: (UserDefaults) -> [TSUDError]

            init<Value: Defaulted>(_ value: Value, over stored: Any?, _ description: String) {
                testDescription = description
                self.stored = stored
                write = { suite in
                    let thrown = #expect(throws: TSUDError.self) { try key<Value>.store(value, in: suite) }
                    let updated = #expect(throws: TSUDError.self) { try key<Value>.update(in: suite) { $0 = value } }
                    let reports = Reports.during {
                        key<Value>.set(value, suite)
                        key<Value>[suite] = value
                    }
                    return reports + [thrown, updated].compactMap(\.self)
                }
            }
        }

        @Test(arguments: [
            Case(ThrowingAnything(), over: "fine", "throws"),
            Case(ThrowingAnything(), over: nil, "throws where nothing was stored"),
            Case(ThrowingLate(), over: "fine", "throws after it has encoded something"),
            Case([AtMostFive(1), AtMostFive(6)], over: [1], "an array of which the second element throws"),
            Case(["a": ThrowingAnything()], over: ["a": "fine"], "a dictionary of which a value throws"),
            Case([Theme.dark: AtMostFive(6)], over: [Any](), "a dictionary with keys that are no strings"),
            Case(AtMostFive?(AtMostFive(6)), over: 5, "an optional that throws"),
            Case(Tree.chain(600), over: ["leaf": ["_0": 1]], "nests deeper than a property list is read"),
            Case(Contact(name: "$null", age: 1), over: ["name": "Ann", "age": 1], "holds what is read as nil"),
        ])
        func `What was stored stays`(_ this: Case) {
            store.suite.set(this.stored, forKey: "key")
            store.suite.set("other", forKey: "another key")
            let before = store.contents
            let errors = this.write(store.suite)
            #expect(errors.map(\.code) == Array(repeating: .unencodable, count: 4))
            #expect(errors.allSatisfy { $0.key == "key" })
            #expect(store.contents == before)
        }

        @Test func `An unreadable object stays, too`() {
            store.suite.set(Data([1]), forKey: "key")
            _ = Reports.during { key<AtMostFive>.set(AtMostFive(6), store.suite) }
            #expect(store.object(forKey: "key") as? Data == Data([1]))
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
