import Foundation
import TSUD
import Testing

extension Names {
    /// A key with a new type converts older stored values.
    @Suite(.bothKinds) struct UpgradeTests {
        let store = TestStore()

        @Test(arguments: [(20.0, 20), (20, 20), ("banana", nil)] as [(any Sendable, Double?)])
        func `Every accessor reads the upgraded value, or none if the upgrade declines`(
            _ object: any Sendable,
            _ size: Double?
        ) throws {
            store.suite.set(object, forKey: "font")
            let before = store.contents
            readEveryWay(font.self, in: store.suite)
            #expect((try? font.in(store.suite).storedValue()) == size.map { Font(name: "upgraded", size: $0) })
            #expect(store.contents == before)
        }

        @Test(arguments: ["font", "fontSize"])
        func `An update begins with the upgraded value, and replaces the old object`(_ name: String) throws {
            store.suite.set(20.0, forKey: name)
            savePlainValues(of: store.suite)
            #expect(font.get(store.suite) == Font(name: "upgraded", size: 20))
            try font.in(store.suite).update { $0.size += 1 }
            #expect(
                store.contents == objectFingerprint(of: ["font": ["name": "upgraded", "size": 21.0] as [String: Any]])
            )
            #expect(font.get(store.suite) == Font(name: "upgraded", size: 21))
        }

        @Test func `upgrade is not called for a readable or a missing object`() throws {
            #expect(neverUpgraded.get(store.suite) == 0)
            store.suite.set("5", forKey: "neverUpgraded")
            savePlainValues(of: store.suite)
            #expect(neverUpgraded.get(store.suite) == 5)
            #expect(try neverUpgraded.in(store.suite).storedValue() == 5)
            try neverUpgraded.in(store.suite).update { $0 += 1 }
            #expect(neverUpgraded.get(store.suite) == 6)
        }

        /// The kinds of stored objects.
        enum Kind: String, Codable { case nothing, bool, number, string, date, data, array, dictionary }

        @Test(
            arguments: [
                (.bool, true), (.number, 5), (.number, 2.5), (.string, "x"), (.date, Date.standIn),
                (.data, Data([1])), (.array, [1, "x"] as [Any]), (.array, [Any]()), (.dictionary, ["a": 1]),
                (.dictionary, [String: Any]()),
            ].map { (row: (Kind, Any)) in Unchecked(row) }
        )
        func `upgrade gets the stored object`(_ row: Unchecked<(Kind, Any)>) {
            let (kind, object) = row.value
            store.suite.set(object, forKey: "kindOfStored")
            #expect(kindOfStored.get(store.suite) == kind)
        }

        /// Decodes a legacy representation.
        ///
        /// The result is its description, or `nil`.
        struct Decoding: CustomTestStringConvertible, @unchecked Sendable {
            let stored: Any
            let testDescription: String
            let expected: String?
            let decode: () -> String?

            init<Form: Decodable>(_ form: Form.Type, _ stored: Any, _ expected: String?) {
                (self.stored, self.expected) = (stored, expected)
                testDescription = "\(form) from \(stored)"
                decode = { font.decode(form, from: stored).map { "\($0)" } }
            }
        }

        @Test(arguments: [
            Decoding(FontV1.self, ["name": "Serif"], #"FontV1(name: "Serif")"#),
            Decoding(FontV1.self, ["title": "Serif"], nil),
            Decoding(FontV1.self, "Serif", nil),
            Decoding(ReadOnly.self, ["name": "Serif", "rest": 1] as [String: Any], #"ReadOnly(name: "Serif")"#),
            Decoding(ReadOnly.self, 5, nil),
            Decoding([Level].self, [1, 300], "[TSUDTests.Level.low, TSUDTests.Level.high]"),
            Decoding(Double.self, 12, "12.0"),
            Decoding(Double.self, "12.5", "12.5"),
            Decoding(Double.self, "banana", nil),
            Decoding(Int.self, 2.5, nil),
            Decoding(Date.self, Date(timeIntervalSince1970: 0), "1970-01-01 00:00:00 +0000"),
            Decoding(Data.self, Data([1, 2]), "2 bytes"),
            Decoding(URL.self, "https://swift.org", "https://swift.org"),
            Decoding(Theme.self, "dark", "dark"),
            Decoding(Theme.self, "sepia", nil),
            Decoding(Double?.self, 5, "Optional(5.0)"),
            Decoding(Double?.self, "$null", "nil"),
            Decoding(Double?.self, "banana", nil),
            Decoding(FontV1.self, NSObject(), nil),
            Decoding(ReadOnly.self, NSObject(), nil),
            Decoding(FontV1.self, Any?.none as Any, nil),
        ])
        func `A legacy representation is decoded, or rejected`(_ decoding: Decoding) {
            #expect(decoding.decode() == decoding.expected)
        }

        @Test func `A key reads the structure that it replaced, in every way`() {
            store.suite.set(["name": "Serif"], forKey: "replaced")
            #expect(replaced.in(store.suite).value == Font(name: "Serif", size: 12))
            #expect((try? replaced.in(store.suite).storedValue()) == Font(name: "Serif", size: 12))
            store.suite.set(["title": "Serif"], forKey: "replaced")
            #expect(Reports.during { _ = replaced.in(store.suite).value }.map(\.code) == [.unreadable])
        }
    }
}

private struct Font: Codable, Equatable {
    var name: String
    var size: Double
}

private struct FontV1: Codable { var name: String }
private struct ReadOnly: Decodable { var name: String }

private enum replaced: Telling {
    static let defaultValue = Font(name: "Sans", size: 12)
    static func upgrade(_ stored: Any) -> Font? {
        decode(FontV1.self, from: stored).map { Font(name: $0.name, size: defaultValue.size) }
    }
}

private struct font: Telling {
    static let defaultValue = Font(name: "Sans", size: 12)
    static let stringKey = "font"
    static let formerKeys = ["fontSize"]
    static func upgrade(_ stored: Any) -> Font? {
        (stored as? Double ?? (stored as? Int).map(Double.init)).map { Font(name: "upgraded", size: $0) }
    }
}

private struct neverUpgraded: TSUD {
    static let defaultValue = 0
    static func upgrade(_ stored: Any) -> Int? {
        Issue.record("Asked for an object that decodes")
        return nil
    }
}

private struct kindOfStored: TSUD {
    static let defaultValue = Names.UpgradeTests.Kind.nothing
    static func upgrade(_ stored: Any) -> Names.UpgradeTests.Kind? {
        switch stored {
        case is Bool: .bool
        case is Int, is Double: .number
        case is String: .string
        case is Date: .date
        case is Data: .data
        case is [Any]: .array
        case is [String: Any]: .dictionary
        default: nil
        }
    }
}
