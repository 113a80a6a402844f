import Foundation
import TSUD
import Testing

extension Laws {
    /// A failed write leaves the old value in place.
    @Suite(.bothKinds) struct FailedWriteTests {
        let store = TestStore()

        /// A value that can't be encoded, with all the ways to write it.
        struct Case: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let stored: Any
            let write: (UserDefaults) -> [TSUDError]

            init<Value: Defaulted>(_ value: Value, over stored: Any, _ description: String) {
                testDescription = description
                self.stored = stored
                write = { suite in
                    var errors = Reports.during {
                        key<Value>.set(value, suite)
                        key<Value>[suite] = value
                    }
                    do throws(TSUDError) {
                        try key<Value>.store(value, in: suite)
                    } catch {
                        errors.append(error)
                    }
                    do {
                        try key<Value>.update(in: suite) { $0 = value }
                    } catch {
                        if let error = error as? TSUDError { errors.append(error) }
                    }
                    return errors
                }
            }
        }

        @Test(arguments: [
            Case(Refusing.throwing, over: "fine", "throws"),
            Case(Refusing.throwingLate, over: "fine", "throws after it has encoded something"),
            Case(Refusing.throwingInside, over: "fine", "throws inside a container"),
            Case([Refusing.fine, .throwing], over: ["fine"], "an array of which the second element throws"),
            Case(["a": Refusing.throwing], over: ["a": "fine"], "a dictionary of which a value throws"),
            Case(Refusing?.some(.throwing), over: "fine", "an optional that throws"),
            Case(Tree.chain(600), over: ["leaf": ["_0": 1]], "nests deeper than a property list is read"),
            Case(
                Contact(name: "$null", age: 1),
                over: ["name": "Ann", "age": 1],
                "holds what the decoder takes for nil"
            ),
            Case([Theme.dark: Float.nan].mapValues(RefusingFloat.init), over: [Any](), "a number that throws"),
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

        @Test func `Where nothing was stored nothing is`() {
            let reports = Reports.during { key<Refusing>.set(.throwing, store.suite) }
            #expect(reports.map(\.code) == [.unencodable])
            #expect(!key<Refusing>.isSet(in: store.suite))
            #expect(store.contents == "{}")
        }

        @Test func `An unreadable object stays, too`() {
            store.suite.set(Data([1]), forKey: "key")
            _ = Reports.during { key<Refusing>.set(.throwing, store.suite) }
            #expect(store.object(forKey: "key") as? Data == Data([1]))
        }

        @Test func `A value that encodes nothing is stored as something that it is read from`() throws {
            try key<Nothing>.store(Nothing(), in: store.suite)
            _ = key<Nothing>.get(store.suite)
            #expect(try key<Nothing>.storedValue(in: store.suite) != nil)
        }

        @Test func `A value that encodes itself as nil is stored as the mark for nil`() throws {
            try key<Nil>.store(Nil(), in: store.suite)
            #expect(store.object(forKey: "key") as? String == "$null")
            #expect(try key<Nil>.storedValue(in: store.suite) != nil)
        }

        @Test func `An optional tells its own nil from a value that encodes itself as nil`() throws {
            try filledKey<Nil>.store(Nil(), in: store.suite)
            #expect(filledKey<Nil>.get(store.suite) != nil)
            try filledKey<Nil>.store(nil, in: store.suite)
            #expect(filledKey<Nil>.get(store.suite) == nil)
        }

        @Test func `A dictionary with keys that are no strings is stored`() throws {
            let value = [Pair(one: 1, two: 2): "a"]
            try key<[Pair: String]>.store(value, in: store.suite)
            #expect(key<[Pair: String]>.get(store.suite) == value)
        }
    }
}

/// A string whose encoding fails in several ways.
private enum Refusing: Codable, Defaulted {
    case fine
    case throwing
    case throwingLate
    case throwingInside
    static var standIn: Self { .fine }

    private enum Keys: String, CodingKey {
        case first
        case second
    }

    init(from decoder: any Decoder) throws {
        guard try decoder.singleValueContainer().decode(String.self) == "fine" else { throw BodyError() }
        self = .fine
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .fine:
            var container = encoder.singleValueContainer()
            try container.encode("fine")
        case .throwing:
            throw BodyError()
        case .throwingLate:
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(1, forKey: .first)
            throw BodyError()
        case .throwingInside:
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(1, forKey: .first)
            try container.encode(Self.throwing, forKey: .second)
        }
    }
}

private struct RefusingFloat: Codable {
    let value: Float

    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            value,
            .init(codingPath: encoder.codingPath, debugDescription: "No such number")
        )
    }
}

private struct Nothing: Codable, Defaulted {
    static var standIn: Self { Self() }

    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
}

private struct Nil: Codable, Defaulted {
    static var standIn: Self { Self() }

    init() {}

    init(from decoder: any Decoder) throws {
        guard try decoder.singleValueContainer().decodeNil() else { throw BodyError() }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}

private struct Pair: Codable, Hashable {
    var one: Int
    var two: Int
}
