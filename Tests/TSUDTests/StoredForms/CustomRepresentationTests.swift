import Foundation
import TSUD
import TestSupport
import Testing

extension StoredForms {
    /// A key with its own stored representation.
    @Suite(.bothKinds) struct CustomRepresentationTests {
        let store = TestStore()

        @Test func `A key's custom representation is stored, and read back by upgrade`() throws {
            inJSON[store.suite] = Contact(name: "Ann", age: 1)
            let stored = try #require(store.object(forKey: "inJSON") as? Data)
            #expect(try JSONDecoder().decode(Contact.self, from: stored) == Contact(name: "Ann", age: 1))
            #expect(inJSON[store.suite] == Contact(name: "Ann", age: 1))
            try inJSON.in(store.suite).update { $0.age += 1 }
            #expect(store.object(forKey: "inJSON") is Data)
            #expect(try inJSON.in(store.suite).storedValue()?.age == 2)
        }

        @Test func `A key whose storedForm returns nil stores the default representation`() throws {
            sometimes[store.suite] = 5
            #expect(store.object(forKey: "sometimes") as? Int == 5)
            sometimes[store.suite] = -5
            #expect(store.object(forKey: "sometimes") as? String == "-5")
            #expect(sometimes[store.suite] == -5)
            // `storedForm` is not called for an invalid value.
            #expect(throws: TSUDError.self) { try sometimes.in(store.suite).store(1_000) }
        }

        @Test func `A nil has a custom representation only if it doesn't remove the key`() throws {
            try optional.in(store.suite).store(Contact.standIn)
            try optional.in(store.suite).store(nil)
            #expect(store.object(forKey: "optional") == nil)
            // The key is removed without asking for a form.
            try neverNil.in(store.suite).store(nil)
            try filled.in(store.suite).store(nil)
            #expect(store.object(forKey: "filled") as? Data == Data("null".utf8))
            #expect(filled[store.suite] == nil)
        }

        @Test(arguments: [
            Form(NSNull()), Form(Set([1])), Form([Date(), NSObject()] as [Any]), Form(URL.standIn), Form([1: 2]),
            Form(Contact.standIn), Form(nestedObject(600, in: { [$0] })), Form(BodyError(), "BodyError()."),
        ])
        func `If storedForm throws or returns no property list, the old object stays`(_ form: Form) {
            store.suite.set("before", forKey: "anything")
            let error = Form.$current.withValue(form) {
                #expect(throws: TSUDError.self) { try anything.in(store.suite).store(1) }
            }
            #expect(
                store.words(of: error) == "Value for key 'anything' can't be stored as a property list: \(form.reason)"
            )
            #expect(error?.code == .unencodable)
            #expect((error?.underlyingError is BodyError) == (form.object is BodyError))
            #expect(store.object(forKey: "anything") as? String == "before")
        }

        @Test func `A custom representation that the key can't read is an error, and the old object stays`() throws {
            for value in [0, 1] { try unreadable.in(store.suite).store(value) }
            for value in [2, 3] {
                let error = #expect(throws: TSUDError.self) { try unreadable.in(store.suite).store(value) }
                #expect(error?.code == .unencodable)
                let reason = "the setting can't read the object that storedForm(of:) returns"
                #expect(
                    store.words(of: error)
                        == "Value for key 'unreadable' can't be stored as a property list: \(reason)."
                )
                #expect(throws: TSUDError.self) { try unreadable.in(store.suite).update { $0 = value } }
                #expect(throws: TSUDError.self) { try updateSettings { $0[unreadable.in(store.suite)] = value } }
                #expect(Reports.during { unreadable[store.suite] = value }.map(\.code) == [.unencodable])
                #expect(unreadable[store.suite] == 1)
            }
        }

        @Test func `A custom representation that the key reads as another value is an error, and the old object stays`()
        {
            let flag = asNumber.in(store.suite)
            #expect(throws: Never.self) { try flag.store(true) }
            let error = #expect(throws: TSUDError.self) { try flag.store(false) }
            let reason = "the setting reads another value from the object that storedForm(of:) returns"
            let words = "Value for key 'asNumber' can't be stored as a property list: \(reason)."
            #expect(error?.code == .unencodable && store.words(of: error) == words)
            #expect(flag.value == true && store.object(forKey: "asNumber") as? Int == 2)
        }

        @Test func `A custom representation of a NaN, which equals no value, is stored`() throws {
            let ratio = asText.in(store.suite)
            for value in [1.5, .nan] { try ratio.store(value) }
            #expect(ratio.value.isNaN)
        }

        @Test func `A key's custom representation of the default is registered`() throws {
            withEphemeralSettings { suite in
                suite.register(inJSON.self)
                #expect(suite.data(forKey: "inJSON") != nil)
                #expect(inJSON.value == .standIn)
            }
        }
    }
}

/// The result of `storedForm`: an object or an error.
struct Form: CustomTestStringConvertible, @unchecked Sendable {
    @TaskLocal static var current = Self(0)
    let object: Any
    let reason: String
    var testDescription: String { "\(type(of: object))" }

    init(_ object: Any, _ reason: String = "it can't be part of a property list, or is nested deeper than 511 levels.")
    {
        self.object = object
        self.reason = reason
    }
}

private enum inJSON: StillJSONData { static let defaultValue = Contact.standIn }
private enum optional: StillJSONData { static let defaultValue: Contact? = nil }
private enum filled: StillJSONData { static let defaultValue: Contact? = Contact.standIn }

private enum neverNil: TSUD {
    static let defaultValue: Int? = nil
    static func storedForm(of value: Int?) throws -> Any? { throw BodyError() }
}

private enum sometimes: TSUD {
    static let defaultValue = 0
    static func validate(_ value: Int) throws { if value > 100 { throw BodyError() } }

    static func storedForm(of value: Int) -> Any? {
        #expect(value <= 100)
        return value < 0 ? "\(value)" : nil
    }
}

/// A key that stores words, and reads only "one"; "three" becomes an invalid value.
private enum unreadable: Reporting {
    static let defaultValue = 0
    static func upgrade(_ stored: Any) -> Int? { ["one": 1, "three": 300][stored as? String ?? ""] }
    static func storedForm(of value: Int) -> Any? { [1: "one", 2: "two", 3: "three"][value] }
    static func validate(_ value: Int) throws { if value > 100 { throw BodyError() } }
}

/// A key of 0, 1, and 2 for nil, false, and true, without an `upgrade` that reads them so.
private enum asNumber: Reporting {
    static let defaultValue: Bool? = true
    static func upgrade(_ stored: Any) -> Bool?? { stored as? String == "nil" ? .some(nil) : nil }
    static func storedForm(of value: Bool?) -> Any? { value.map { $0 ? 2 : 1 } ?? "nil" }
}

private enum asText: TSUD {
    static let defaultValue = 0.0
    static func storedForm(of value: Double) -> Any? { "\(value)" }
}

private enum anything: TSUD {
    static let defaultValue = 0

    static func storedForm(of value: Int) throws -> Any? {
        if let error = Form.current.object as? BodyError { throw error }
        return Form.current.object
    }
}
