import Foundation
import TSUD
import TestSupport
import Testing

extension Migration {
    /// Values that other libraries store as a setting does, with the rows of the article "Migrating from other libraries"
    /// that neither `StoredFormTests` nor `LenientReadingTests` has.
    @Suite struct UnchangedRepresentationTests {
        let store = TestStore()

        /// An object that a key reads as a value, and stores for the value.
        struct Case: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let readAndWrite: (UserDefaults) throws -> Void

            init<Key: TSUD>(_ object: Any, _ key: Key.Type, _ value: Key.ValueType) {
                testDescription = "\(object) by \(key)"
                readAndWrite = { suite in
                    suite.set(object, forKey: key.stringKey)
                    expectSame(try key.in(suite).storedValue(), value)
                    key.in(suite).reset()
                    try key.in(suite).store(value)
                    #expect(suite.object(forKey: key.stringKey).map(objectFingerprint) == objectFingerprint(of: object))
                }
            }
        }

        @Test(arguments: [
            Case("Ann", key<Nickname>.self, Nickname(rawValue: "Ann")),
            Case(["dark", "light"], key<[Theme]>.self, [.dark, .light]),
            Case(["a": "dark"], key<[String: Theme]>.self, ["a": .dark]),
            Case(["a"], key<Set<String>>.self, ["a"]),
            Case(["1": "a", "20": "b"], key<[Int: String]>.self, [1: "a", 20: "b"]),
            Case([1, 5], lines.self, 1..<5),
            Case([1, 5], closedLines.self, 1...5),
            Case([Date.distantPast, .distantFuture], days.self, .distantPast ... .distantFuture),
        ])
        func `A key reads and stores the representation of other libraries`(_ this: Case) throws {
            try this.readAndWrite(store.suite)
        }

        @Test func `A name that the 2017 code cut at its first space is a former key`() throws {
            store.suite.set(["a"], forKey: "recent<Int,")
            #expect(recent<Int, String>.stringKey == "recent<Int, String>")
            #expect(try recent<Int, String>.in(store.suite).storedValue() == ["a"])
        }
    }
}

private struct Nickname: RawRepresentable, Codable, Defaulted {
    var rawValue: String
    static var standIn: Self { Self(rawValue: "") }
}

private enum lines: TSUD { static let defaultValue = 0..<0 }
private enum closedLines: TSUD { static let defaultValue = 0...0 }
private enum days: TSUD { static let defaultValue = Date.distantPast...Date.distantPast }

private enum recent<First, Second>: TSUD {
    static var defaultValue: [String] { [] }
    static var formerKeys: [String] { ["recent<Int,"] }
}
