import Foundation
import TSUD
import Testing

extension Names {
    /// A key whose type has changed converts what was stored before.
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
            #expect((try? font.storedValue(in: store.suite)) == size.map { Font(name: "upgraded", size: $0) })
            #expect(store.contents == before)
        }

        @Test(arguments: ["font", "fontSize"])
        func `An update begins with the upgraded value, and replaces the old object`(_ name: String) throws {
            store.suite.set(20.0, forKey: name)
            savePlainValues(of: store.suite)
            #expect(font.get(store.suite) == Font(name: "upgraded", size: 20))
            try font.update(in: store.suite) { $0.size += 1 }
            #expect(
                store.contents == objectFingerprint(of: ["font": ["name": "upgraded", "size": 21.0] as [String: Any]])
            )
            #expect(font.get(store.suite) == Font(name: "upgraded", size: 21))
        }

        @Test func `It is not asked when the object decodes, nor when there is none`() throws {
            #expect(neverUpgraded.get(store.suite) == 0)
            store.suite.set("5", forKey: "neverUpgraded")
            savePlainValues(of: store.suite)
            #expect(neverUpgraded.get(store.suite) == 5)
            #expect(try neverUpgraded.storedValue(in: store.suite) == 5)
            try neverUpgraded.update(in: store.suite) { $0 += 1 }
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
        func `What it is given casts to what was stored`(_ row: Unchecked<(Kind, Any)>) {
            let (kind, object) = row.value
            store.suite.set(object, forKey: "kindOfStored")
            #expect(kindOfStored.get(store.suite) == kind)
        }
    }
}

private struct Font: Codable, Equatable {
    var name: String
    var size: Double
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
