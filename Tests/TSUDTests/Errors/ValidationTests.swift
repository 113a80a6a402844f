import Foundation
import TSUD
import TSUDText
import TestSupport
import Testing

extension Errors {
    /// An invalid value is neither stored nor returned.
    @Suite(.bothKinds) struct ValidationTests {
        let store = TestStore()

        @Test func `A valid value is stored and read, an invalid one is not, and the old one stays`() throws {
            width[store.suite] = 99
            #expect(width[store.suite] == 99)
            try width.in(store.suite).store(100)
            #expect(try width.in(store.suite).storedValue() == 100)
            try width.in(store.suite).update { $0 += 1 }
            let stored = #expect(throws: TSUDError.self) { try width.in(store.suite).store(500) }
            let updated = #expect(throws: TSUDError.self) { try width.in(store.suite).update { $0 = 5 } }
            let reports = Reports.during {
                width[store.suite] = 5
                width.set(500, store.suite)
            }
            #expect(reports.count == 2)
            for error in [stored, updated] + reports {
                #expect(store.words(of: error) == "Value for key 'width' is invalid: it has to be between 20 and 400.")
                #expect(error?.code == .invalid)
                #expect(error?.key == "width")
                #expect(error?.underlyingError is width.OutOfRange)
            }
            #expect(store.object(forKey: "width") as? Int == 101)
        }

        @Test(arguments: [500, "500"] as [any Sendable])
        func `An invalid stored value counts as unreadable`(_ object: any Sendable) throws {
            store.suite.set(object, forKey: "width")
            savePlainValues(of: store.suite)
            let before = store.contents
            let thrown = #expect(throws: TSUDError.self) { try width.in(store.suite).storedValue() }
            let updating = #expect(throws: TSUDError.self) { try width.in(store.suite).update { _ in } }
            let reports = Reports.during { #expect(width[store.suite] == 80) }
            #expect([thrown?.code, updating?.code] + reports.map(\.code) == [.invalid, .invalid, .invalid])
            #expect(store.contents == before)
        }

        @Test(arguments: [(500, 400), (-1, nil), ("wide", 400), ("narrow", nil)] as [(any Sendable, Int?)])
        func `An invalid stored value is upgraded, and the result has to be valid too`(
            _ object: any Sendable,
            _ upgraded: Int?
        ) throws {
            store.suite.set(object, forKey: "clamped")
            if let upgraded {
                #expect(clamped[store.suite] == upgraded)
                #expect(try clamped.in(store.suite).storedValue() == upgraded)
            } else {
                let error = #expect(throws: TSUDError.self) { try clamped.in(store.suite).storedValue() }
                #expect(error?.code == .invalid)
            }
        }

        @Test func `A default is not validated, whether registered or not`() {
            withEphemeralSettings { suite in
                #expect(namedContact.value == namedContact.defaultValue)
                suite.register(namedContact.self)
                let stored = suite.dictionary(forKey: "namedContact")
                #expect((stored?["name"] as? String)?.isEmpty == true)
            }
        }

        @Test func `Optional and encoded values are validated as well`() throws {
            named[store.suite] = nil
            #expect(throws: TSUDError.self) { try named.in(store.suite).store("") }
            let error = #expect(throws: TSUDError.self) {
                try namedContact.in(store.suite).store(Contact(name: "", age: 1))
            }
            #expect(store.words(of: error) == "Value for key 'namedContact' is invalid: Nameless().")
            store.suite.set(["name": "", "age": 1] as [String: Any], forKey: "namedContact")
            #expect(throws: TSUDError.self) { try namedContact.in(store.suite).storedValue() }
        }

        @Test func `A string for an invalid value is rejected`() throws {
            try width.in(store.suite).storeText("100")
            let error = #expect(throws: TSUDError.self) { try width.in(store.suite).storeText("500") }
            let sentence = "Text for key 'width': '500' is invalid: it has to be between 20 and 400."
            #expect(error?.description == "\(sentence)\nExpected a whole number such as 80.")
            #expect(error?.code == .invalid)
            #expect(store.object(forKey: "width") as? Int == 100)
        }

        @Test func `A sequence of values delivers the default instead of an invalid value`() async {
            var values = quiet.in(store.suite).values().makeAsyncIterator()
            #expect(await values.next() == 80)
            key<Int>[store.suite] = 100
            #expect(await values.next() == 100)
            key<Int>[store.suite] = 500
            #expect(await values.next() == 80)
        }
    }
}

private enum width: Reporting {
    static let defaultValue = 80
    struct OutOfRange: LocalizedError { let errorDescription: String? = "it has to be between 20 and 400." }
    static func validate(_ value: Int) throws { if !(20...400).contains(value) { throw OutOfRange() } }
}

/// A key with the same validation, which reports nothing.
private enum quiet: Unreported {
    static let defaultValue = 80
    static let stringKey = "key"
    static func validate(_ value: Int) throws { try width.validate(value) }
}

private enum clamped: TSUD {
    static let defaultValue = 80
    static func validate(_ value: Int) throws { try width.validate(value) }

    static func upgrade(_ stored: Any) -> Int? {
        if let text = stored as? String { return text == "wide" ? 400 : 5 }
        return (stored as? Int).flatMap { $0 > 400 ? 400 : nil }
    }
}

private struct Nameless: Error {}

private enum named: TSUD {
    static let defaultValue: String? = nil
    static func validate(_ value: String?) throws { if value?.isEmpty == true { throw Nameless() } }
}

private enum namedContact: Reporting {
    static let defaultValue = Contact(name: "", age: 0)
    static func validate(_ value: Contact) throws { if value.name.isEmpty { throw Nameless() } }
}
