import Foundation
import TSUD
import Testing

extension StoredForms {
    /// A key with a stored form of its own.
    @Suite(.bothKinds) struct OwnFormTests {
        let store = TestStore()

        @Test func `The key's own form is stored, and read back by its upgrade`() throws {
            inJSON[store.suite] = Contact(name: "Ann", age: 1)
            let stored = try #require(store.object(forKey: "inJSON") as? Data)
            #expect(try JSONDecoder().decode(Contact.self, from: stored) == Contact(name: "Ann", age: 1))
            #expect(inJSON[store.suite] == Contact(name: "Ann", age: 1))
            try inJSON.update(in: store.suite) { $0.age += 1 }
            #expect(store.object(forKey: "inJSON") is Data)
            #expect(try inJSON.storedValue(in: store.suite)?.age == 2)
        }

        @Test func `A key that returns nil stores the usual form`() throws {
            sometimes[store.suite] = 5
            #expect(store.object(forKey: "sometimes") as? Int == 5)
            sometimes[store.suite] = -5
            #expect(store.object(forKey: "sometimes") as? String == "-5")
            #expect(sometimes[store.suite] == -5)
        }

        @Test func `A nil has a form only if it does not remove the key`() throws {
            try optional.store(Contact.standIn, in: store.suite)
            try optional.store(nil, in: store.suite)
            #expect(store.object(forKey: "optional") == nil)
            // The key is removed without asking for a form.
            try neverNil.store(nil, in: store.suite)
            try filled.store(nil, in: store.suite)
            #expect(store.object(forKey: "filled") as? Data == Data("null".utf8))
            #expect(filled[store.suite] == nil)
        }

        @Test(arguments: [
            Form(NSNull()), Form(Set([1])), Form([Date(), NSObject()] as [Any]), Form(URL.standIn),
            Form(Contact.standIn),
            Form((0..<600).reduce(1 as Any) { object, _ in [object] }), Form([1: 2]),
        ])
        func `An object that no property list holds is refused, and the old one stays`(_ form: Form) throws {
            store.suite.set("before", forKey: "anything")
            let error = Form.$current.withValue(form) {
                #expect(throws: TSUDError.self) { try anything.store(1, in: store.suite) }
            }
            #expect(
                store.words(of: error) == """
                    Value for key 'anything' can't be stored as a property list: \
                    the stored form is not a property list, or nests too deep.
                    """
            )
            #expect(error?.code == .unencodable)
            #expect(store.object(forKey: "anything") as? String == "before")
        }

        @Test func `A value is not stored if storedForm throws`() throws {
            let error = #expect(throws: TSUDError.self) { try anything.store(1, in: store.suite) }
            #expect(
                store.words(of: error) == "Value for key 'anything' can't be stored as a property list: BodyError()."
            )
            #expect(error?.code == .unencodable)
            #expect(error?.underlyingError is BodyError)
            #expect(!anything.isSet(in: store.suite))
        }

        @Test func `storedForm is not called for an invalid value`() throws {
            #expect(throws: TSUDError.self) { try sometimes.store(1_000, in: store.suite) }
        }

        @Test func `The key's own form of the default is registered`() throws {
            withEphemeralSuite { suite in
                suite.register(inJSON.self)
                #expect(suite.data(forKey: "inJSON") != nil)
                #expect(inJSON.value == .standIn)
            }
        }
    }
}

/// An object to store.
struct Form: CustomTestStringConvertible, @unchecked Sendable {
    @TaskLocal static var current: Self?
    let object: Any
    var testDescription: String { "\(type(of: object))" }

    init(_ object: Any) { self.object = object }
}

private protocol InJSON: TSUD {}

extension InJSON {
    static func storedForm(of value: ValueType) throws -> Any? { try JSONEncoder().encode(value) }

    static func upgrade(_ stored: Any) -> ValueType? {
        (stored as? Data).flatMap { try? JSONDecoder().decode(ValueType.self, from: $0) }
    }
}

private enum inJSON: InJSON { static let defaultValue = Contact.standIn }
private enum optional: InJSON { static let defaultValue: Contact? = nil }
private enum filled: InJSON { static let defaultValue: Contact? = Contact.standIn }

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

private enum anything: TSUD {
    static let defaultValue = 0

    static func storedForm(of value: Int) throws -> Any? {
        guard let form = Form.current else { throw BodyError() }
        return form.object
    }
}
