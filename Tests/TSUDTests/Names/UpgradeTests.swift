import Foundation
import TSUD
import TSUDText
import TestSupport
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
            Decoding([Level].self, [1, 300], "[TestSupport.Level.low, TestSupport.Level.high]"),
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

    /// A renamed key converts readable objects, whose meaning has changed.
    @Suite(.bothKinds, .mayBlock) struct FormerMeaningTests {
        let store = TestStore()
        private let all: [any TSUD.Type] = [minutes.self]
        private var setting: TSUDHandle<minutes> { minutes.in(store.suite) }

        static let objects: [(former: String, object: any Sendable, value: Int)] = [
            ("seconds", 120, 2), ("seconds", "180", 3), ("hours", 2, 120),
            // The conversion declines, so the object is read as usual.
            ("seconds", -7, -7), ("hours", "4", 4),
        ]

        @Test(arguments: objects)
        func `Every accessor reads the converted value, and reading changes nothing`(
            _ row: (former: String, object: any Sendable, value: Int)
        ) throws {
            store.suite.set(row.object, forKey: row.former)
            savePlainValues(of: store.suite)
            let before = store.contents
            for _ in 0..<2 { #expect(setting.value == row.value) }
            #expect(try setting.storedValue() == row.value)
            #expect(setting.text() == String(row.value))
            #expect(setting.origin == .stored)
            #expect(store.contents == before)
        }

        @Test func `An object under the current key is never converted`() throws {
            store.suite.set(120, forKey: "seconds")
            setting.value = 120
            #expect(try setting.storedValue() == 120)
            #expect(store.contents == objectFingerprint(of: ["minutes": 120]))
        }

        @Test func `An update and a transaction begin with the converted value`() throws {
            store.suite.set(120, forKey: "seconds")
            store.suite.set(180, forKey: "seconds/tea")
            savePlainValues(of: store.suite)
            try setting.update { $0 += 1 }
            try updateSettings { settings in settings[setting.of("tea")] += 1 }
            #expect(store.contents == objectFingerprint(of: ["minutes": 3, "minutes/tea": 4]))
        }

        @Test func `A member passes the setting's former key`() {
            store.suite.set(2, forKey: "hours/a%2Eb")
            store.suite.set(180, forKey: "seconds/tea")
            #expect(setting.of("a.b").value == 120)
            #expect(setting.of("tea").value == 3)
            #expect(setting.of("other").value == 5)
        }

        @Test func `An independent member passes the former pattern`() {
            store.suite.set(180, forKey: "tea_seconds")
            store.suite.set(2, forKey: "hours of coffee")
            #expect(pauses.in(store.suite).of("tea").value == 3)
            #expect(pauses.in(store.suite).of("coffee").value == 120)
            #expect(pauses.in(store.suite).of("other").value == 5)
        }

        @Test func `A list exports the converted value under the current key, and restores it as it is`() throws {
            store.suite.set(120, forKey: "seconds")
            store.suite.set(180, forKey: "seconds/tea")
            savePlainValues(of: store.suite)
            let backup = try all.exported(in: store.suite)
            all.reset(in: store.suite)
            #expect(store.contents == objectFingerprint(of: [String: Any]()))
            try all.restore(from: backup, in: store.suite)
            #expect(store.contents == objectFingerprint(of: ["minutes": 2, "minutes/tea": 3]))
        }

        @Test func `A backup from before the setting was renamed is converted`() throws {
            let objects = ["seconds": 120, "hours/tea": 1]
            let data = try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
            try all.restore(from: data, in: store.suite)
            #expect(store.contents == objectFingerprint(of: ["minutes": 2, "minutes/tea": 60]))
        }

        @Test func `A converted value that is invalid is reported, and the object stays`() throws {
            store.suite.set(60_000, forKey: "seconds")
            savePlainValues(of: store.suite)
            let before = store.contents
            var value: Int?
            #expect(Reports.during { value = setting.value }.map(\.code) == [.invalid])
            #expect(value == 5)
            #expect(throws: TSUDError.self) { try setting.update { $0 += 1 } }
            #expect(store.contents == before)
        }

        @Test func `A conversion that reads its own setting ends`() {
            store.suite.set(1, forKey: "formerlyRecursive")
            $recursiveSuite.withValue(Unchecked(store.suite)) {
                #expect(recursive.in(store.suite).value == 10)
            }
        }
    }
}

private enum minutes: Reporting {
    static let defaultValue = 5
    static let stringKey = "minutes"
    static let formerKeys = ["seconds", "hours"]
    static func upgrade(_ stored: Any, fromFormerKey key: String) -> Int? {
        switch key {
        case "seconds": (stored as? Int ?? (stored as? String).flatMap(Int.init)).flatMap { $0 < 0 ? nil : $0 / 60 }
        case "hours": (stored as? Int).map { $0 * 60 }
        default: nil
        }
    }
    static func validate(_ value: Int) throws { if value > 600 { throw BodyError() } }
}

private enum pauses: TSUD {
    static let defaultValue = 5
    static let memberKey = "*_pause"
    static let formerKeys = ["*_seconds", "hours of *"]
    static func upgrade(_ stored: Any, fromFormerKey key: String) -> Int? {
        switch key {
        case "*_seconds": (stored as? Int).map { $0 / 60 }
        case "hours of *": (stored as? Int).map { $0 * 60 }
        default: nil
        }
    }
}

@TaskLocal private var recursiveSuite: Unchecked<UserDefaults>?

private enum recursive: TSUD {
    static let defaultValue = 0
    static let formerKeys = ["formerlyRecursive"]
    static func upgrade(_ stored: Any, fromFormerKey key: String) -> Int? {
        recursiveSuite.map { recursive.in($0.value).value + 10 }
    }
}

private struct Font: Codable, Equatable {
    var name: String
    var size: Double
}

private struct FontV1: Codable { var name: String }
private struct ReadOnly: Decodable { var name: String }

private enum replaced: Reporting {
    static let defaultValue = Font(name: "Sans", size: 12)
    static func upgrade(_ stored: Any) -> Font? {
        decode(FontV1.self, from: stored).map { Font(name: $0.name, size: defaultValue.size) }
    }
}

private struct font: Reporting {
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
