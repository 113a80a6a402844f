import Foundation
import TSUD
import Testing

@Suite struct ErrorTests {
    let store = TestStore()

    struct Case: CustomTestStringConvertible, @unchecked Sendable {
        let object: Any
        let key: any TSUD.Type
        let description: String
        var testDescription: String { description }
    }

    @Test(arguments: [
        Case(
            object: "banana",
            key: fontSize.self,
            description: "Value for key 'fontSize' is a String, expected Double."
        ),
        Case(object: 2.5, key: count.self, description: "Value for key 'count' is a Double, expected Int."),
        Case(object: 300, key: small.self, description: "Value for key 'small' is an Int, expected UInt8."),
        Case(object: true, key: title.self, description: "Value for key 'title' is a Bool, expected String."),
        Case(object: Data(), key: title.self, description: "Value for key 'title' is a Data, expected String."),
        Case(object: Date(), key: title.self, description: "Value for key 'title' is a Date, expected String."),
        Case(object: [1], key: name.self, description: "Value for key 'name' is an Array, expected String."),
        Case(
            object: [1, "x"] as [Any],
            key: counts.self,
            description: "Value for key 'counts' is an Array, expected Array<Int>."
        ),
        Case(
            object: ["name": "Ann"],
            key: person.self,
            description: "Value for key 'person' is a Dictionary, expected Contact: 'age' is missing."
        ),
        Case(
            object: ["name": "Ann", "age": "old"],
            key: person.self,
            description: """
                Value for key 'person' is a Dictionary, expected Contact: \
                at 'age', Expected to decode Int but found a string instead.
                """
        ),
        Case(
            object: Data([1, 2, 3]),
            key: link.self,
            description: "Value for key 'link' is a Data, expected URL: the data is no archived URL."
        ),
    ])
    func `An object that can't be read is told of`(_ this: Case) throws {
        store.suite.set(this.object, forKey: this.key.stringKey)
        let error = #expect(throws: TSUDError.self) { try Self.read(this.key, in: store.suite) }
        #expect(error?.code == .unreadable)
        #expect(error?.key == this.key.stringKey)
        #expect(error?.description == this.description)
        #expect(error?.localizedDescription == this.description)
        #expect(error?.path == nil)
        #expect(error?.systemError == nil)
    }

    private static func read<Key: TSUD>(_ key: Key.Type, in suite: UserDefaults) throws {
        _ = try key.storedValue(in: suite)
    }

    @Test func `A value that can't be stored is told of`() throws {
        let error = #expect(throws: TSUDError.self) { try failing.store(Failing(), in: store.suite) }
        #expect(error?.code == .unencodable)
        #expect(error?.key == "failing")
        #expect(error?.underlyingError is Failing.Failure)
        #expect(error?.description == "Value for key 'failing' can't be stored as a property list: Failure().")
    }

    @Test func `A key's own report is called each time`() {
        store.suite.set("banana", forKey: "telling")
        let reports = Reports.during {
            _ = telling[store.suite]
            _ = telling[store.suite]
        }
        #expect(reports.map(\.code) == [.unreadable, .unreadable])
    }

    @Test func `A group of keys may share a report`() {
        store.suite.set("banana", forKey: "grouped")
        #expect(Reports.during { _ = grouped[store.suite] }.map(\.key) == ["grouped"])
    }

    @Test func `Two types of one name that differ in their values are told of, once`() {
        let reports = Reports.during {
            for _ in 0..<3 {
                _ = First.twin.stringKey
                _ = Second.twin.stringKey
                _ = Second.twin[store.suite]
            }
        }
        #expect(reports.map(\.code) == [.duplicateKey])
        #expect(reports.first?.key == "twin")
        #expect(reports.first?.description.hasPrefix("Key 'twin' is shared by the types ") == true)
        #expect(reports.first?.description.contains("First.twin") == true)
        #expect(reports.first?.description.contains("Second.twin") == true)
    }

    @Test func `Two types of one name that differ in their default are told of`() {
        let reports = Reports.during {
            _ = First.lookalike.stringKey
            _ = Second.lookalike.stringKey
        }
        #expect(reports.map(\.code) == [.duplicateKey])
    }

    @Test func `Types that agree, or that name their key themselves, are not`() {
        let reports = Reports.during {
            _ = First.same[store.suite]
            _ = Second.same[store.suite]
            _ = First.explicit[store.suite]
            _ = Second.explicit[store.suite]
        }
        #expect(reports.isEmpty)
    }
}

private protocol Telling: TSUD {}
extension Telling {
    static func report(_ error: TSUDError) { Reports.take(error) }
}

private enum First {
    enum twin: Telling { static let defaultValue = 1 }
    enum lookalike: Telling { static let defaultValue = 1 }
    enum same: Telling { static let defaultValue = [1] }
    enum explicit: Telling {
        static let defaultValue = 1
        static let stringKey = "explicitly the same"
    }
}

private enum Second {
    enum twin: Telling { static let defaultValue = "1" }
    enum lookalike: Telling { static let defaultValue = 2 }
    enum same: Telling { static let defaultValue = [1] }
    enum explicit: Telling {
        static let defaultValue = 2
        static let stringKey = "explicitly the same"
    }
}

private enum fontSize: TSUD { static let defaultValue = 12.0 }
private enum count: TSUD { static let defaultValue = 1 }
private enum small: TSUD { static let defaultValue: UInt8 = 1 }
private enum title: TSUD { static let defaultValue = "" }
private enum name: TSUD { static let defaultValue: String? = nil }
private enum counts: TSUD { static let defaultValue: [Int] = [] }
private enum person: TSUD { static let defaultValue = Contact.standIn }
private enum link: TSUD { static let defaultValue = URL.standIn }
private enum telling: Telling { static let defaultValue = 1 }
private enum grouped: Telling { static let defaultValue = 1 }
private enum failing: TSUD { static let defaultValue = Failing() }

private struct Failing: Codable {
    struct Failure: Error {}
    func encode(to encoder: any Encoder) throws { throw Failure() }
}
