import Foundation
import TSUD
import Testing

extension Names {
    /// A key whose type has changed converts what was stored before.
    @Suite(.bothKinds) struct UpgradeTests {
        let store = TestStore()

        @Test func `A number that has become a structure is read by every accessor`() throws {
            store.suite.set(20.0, forKey: "font")
            let before = store.contents
            #expect(font.get(store.suite) == Font(name: "upgraded", size: 20))
            #expect(font[store.suite] == Font(name: "upgraded", size: 20))
            #expect(try font.storedValue(in: store.suite) == Font(name: "upgraded", size: 20))
            #expect(font.isSet(in: store.suite))
            #expect(store.contents == before)
        }

        @Test func `An update begins with the upgraded value, and replaces the old object`() throws {
            store.suite.set(20.0, forKey: "font")
            try font.update(in: store.suite) { $0.size += 1 }
            #expect(
                store.contents == objectFingerprint(of: ["font": ["name": "upgraded", "size": 21.0] as [String: Any]])
            )
        }

        @Test func `A write replaces the old object`() {
            store.suite.set(20.0, forKey: "font")
            font.set(Font(name: "Mono", size: 9), store.suite)
            #expect(store.contents == objectFingerprint(of: ["font": ["name": "Mono", "size": 9.0] as [String: Any]]))
            #expect(font.get(store.suite) == Font(name: "Mono", size: 9))
        }

        @Test func `An upgrade that declines leaves the object unreadable`() {
            store.suite.set("banana", forKey: "font")
            let reports = Reports.during { #expect(font.get(store.suite) == font.defaultValue) }
            #expect(reports.map(\.code) == [.unreadable])
            #expect(throws: TSUDError.self) { try font.storedValue(in: store.suite) }
            #expect(throws: TSUDError.self) { try font.update(in: store.suite) { $0.size += 1 } }
            #expect(store.object(forKey: "font") as? String == "banana")
        }

        @Test func `It is not asked when the object decodes, nor when there is none`() throws {
            #expect(neverUpgraded.get(store.suite) == 0)
            store.suite.set("5", forKey: "neverUpgraded")
            #expect(neverUpgraded.get(store.suite) == 5)
            #expect(try neverUpgraded.storedValue(in: store.suite) == 5)
            try neverUpgraded.update(in: store.suite) { $0 += 1 }
            #expect(neverUpgraded.get(store.suite) == 6)
        }

        @Test func `It is given what a former key holds`() {
            store.suite.set(20, forKey: "fontSize")
            #expect(font.get(store.suite) == Font(name: "upgraded", size: 20))
            font.set(font.get(store.suite), store.suite)
            #expect(store.object(forKey: "fontSize") == nil)
            #expect(font.get(store.suite) == Font(name: "upgraded", size: 20))
        }

        @Test(arguments: [
            StoredKind("Bool", true), StoredKind("number", 5), StoredKind("number", 2.5), StoredKind("String", "x"),
            StoredKind("Date", Date.standIn), StoredKind("Data", Data([1])), StoredKind("array", [1, "x"] as [Any]),
            StoredKind("dictionary", ["a": 1]), StoredKind("array", [Any]()), StoredKind("dictionary", [String: Any]()),
        ])
        func `What it is given casts to what was stored`(_ stored: StoredKind) {
            store.suite.set(stored.object, forKey: "kindOfStored")
            #expect(kindOfStored.get(store.suite) == Kind(name: stored.kind))
        }
    }
}

struct StoredKind: @unchecked Sendable, CustomTestStringConvertible {
    let kind: String
    let object: Any
    var testDescription: String { "\(object)" }

    init(_ kind: String, _ object: Any) {
        self.kind = kind
        self.object = object
    }
}

private struct Font: Codable, Equatable {
    var name: String
    var size: Double
}

private struct font: TSUD {
    static let defaultValue = Font(name: "Sans", size: 12)
    static let stringKey = "font"
    static let formerKeys = ["fontSize"]
    static func upgrade(_ stored: Any) -> Font? {
        if let size = stored as? Double { return Font(name: "upgraded", size: size) }
        return (stored as? Int).map { Font(name: "upgraded", size: Double($0)) }
    }
    static func report(_ error: TSUDError) { Reports.take(error) }
}

private struct neverUpgraded: TSUD {
    static let defaultValue = 0
    static func upgrade(_ stored: Any) -> Int? {
        Issue.record("Asked for an object that decodes")
        return nil
    }
}

private struct Kind: Codable, Equatable {
    var name: String
}

private struct kindOfStored: TSUD {
    static let defaultValue = Kind(name: "nothing")
    static func upgrade(_ stored: Any) -> Kind? {
        switch stored {
        case is Bool: Kind(name: "Bool")
        case is Int, is Double: Kind(name: "number")
        case is String: Kind(name: "String")
        case is Date: Kind(name: "Date")
        case is Data: Kind(name: "Data")
        case is [Any]: Kind(name: "array")
        case is [String: Any]: Kind(name: "dictionary")
        default: nil
        }
    }
}
