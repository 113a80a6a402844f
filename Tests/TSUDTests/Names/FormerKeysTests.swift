import Foundation
import TSUD
import TestSupport
import Testing

extension Names {
    /// A renamed key reads values under its former names until it is written.
    @Suite(.bothKinds) struct FormerKeysTests {
        let store = TestStore()

        @Test(
            arguments: [
                (["oldest": 2], 2), (["older": 1, "oldest": 2], 1), (["older": "banana", "oldest": 2], 2),
            ] as [([String: any Sendable], Double)]
        )
        func `The first former key that has a readable value is read`(
            _ formerObjects: [String: any Sendable],
            _ size: Double
        ) throws {
            for (key, object) in formerObjects { store.suite.set(object, forKey: key) }
            savePlainValues(of: store.suite)
            #expect(renamed<Double>.get(store.suite) == size)
            #expect(try renamed<Double>.in(store.suite).storedValue() == size)
            #expect(store.contents == objectFingerprint(of: formerObjects))
            #expect(try renamed<Double>.in(store.suite).update { $0 } == size)
        }

        @Test(arguments: [["older": "banana"], ["older": "banana", "oldest": ["cherry"]]] as [[String: any Sendable]])
        func `If no former value is readable, the first one is reported, and all stay`(
            _ formerObjects: [String: any Sendable]
        ) {
            for (key, object) in formerObjects { store.suite.set(object, forKey: key) }
            savePlainValues(of: store.suite)
            let reports = Reports.during { #expect(renamed<Double>.get(store.suite) == .standIn) }
            #expect(reports.map(\.code) == [.unreadable])
            #expect(reports.map(store.words) == ["Value for key 'renamed' is a String, expected Double."])
            #expect(throws: TSUDError.self) { try renamed<Double>.in(store.suite).storedValue() }
            #expect(throws: TSUDError.self) { try renamed<Double>.in(store.suite).update { $0 += 1 } }
            #expect(store.contents == objectFingerprint(of: formerObjects))
        }

        typealias Write = (make: @Sendable (UserDefaults) throws -> Void, stored: (any Sendable)?)

        static let writes =
            renamed<Double>.writes(of: 2).map { Row<Write>($0.testDescription, ($0.content, 2.0)) } + otherWrites
        private static let otherWrites: [Row<Write>] = [
            Row("an increment", ({ renamed<Double>[$0] += 1 }, 2.0)),
            Row("an update of the former value", ({ try renamed<Double>.in($0).update { $0 += 1 } }, 2.0)),
            Row("a nil", ({ renamed<Double?>.set(nil, $0) }, nil)),
            Row("a nil of another default", ({ filledRenamed.set(nil, $0) }, "$null")),
            Row("a reset", ({ renamed<Double>.in($0).reset() }, nil)),
        ]

        @Test(arguments: writes, [false, true])
        func `A write or a reset removes the values under former keys`(
            _ row: Row<Write>,
            _ isAlreadyRenamed: Bool
        ) throws {
            let (write, stored) = row.content
            for key in ["older", "oldest"] + (isAlreadyRenamed ? ["renamed"] : []) { store.suite.set(1, forKey: key) }
            savePlainValues(of: store.suite)
            try write(store.suite)
            #expect(store.contents == objectFingerprint(of: stored.map { ["renamed": $0] } ?? [:]))
        }

        @Test func `A write that fails keeps the values under former keys`() {
            store.suite.set(["name": "Ann", "age": 1] as [String: Any], forKey: "older")
            let before = store.contents
            let key = renamed<Contact>.self
            #expect(throws: TSUDError.self) { try key.in(store.suite).store(Contact(name: "$null", age: 1)) }
            #expect(throws: TSUDError.self) { try key.in(store.suite).update { $0.name = "$null" } }
            #expect(throws: BodyError.self) { try key.in(store.suite).update { _ in throw BodyError() } }
            #expect(key.get(store.suite) == Contact(name: "Ann", age: 1))
            #expect(store.contents == before)
        }
    }
}

private protocol Renamed: Reporting {}

extension Renamed {
    static var stringKey: String { "renamed" }
    /// The key's own name is no former one.
    static var formerKeys: [String] { ["renamed", "older", "oldest"] }
}

private enum renamed<Value: Defaulted>: Renamed { static var defaultValue: Value { .standIn } }
private enum filledRenamed: Renamed { static let defaultValue: Double? = 12 }
