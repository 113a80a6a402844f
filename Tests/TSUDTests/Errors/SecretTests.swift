import Foundation
import TSUDTesting
import TSUDText
import TestSupport
import Testing

@testable import TSUD

extension Errors {
    /// No error of a secret setting has any part of the value.
    @Suite(.bothKinds) struct SecretTests {
        let store = TestStore()

        /// The letters that every value and no message has.
        private static let mark = "hunter2"

        /// An operation that throws an error, or reports it.
        static let failures: [Row<(TestStore) throws -> Void>] = [
            Row("a value that validate rejects") { try password.in($0.suite).store("hunter2") },
            Row("a string that validate rejects") { try password.in($0.suite).storeText("hunter2") },
            Row("an invalid stored value") { store in
                store.suite.set("hunter2", forKey: "password")
                _ = try password.in(store.suite).storedValue()
            },
            Row("an update that validate rejects") { try password.in($0.suite).update { $0 = "hunter2" } },
            Row("a string of another type") { try pin.in($0.suite).storeText("hunter2") },
            Row("a stored object of another type") { store in
                store.suite.set("hunter2", forKey: "pin")
                _ = try pin.in(store.suite).storedValue()
            },
            Row("a launch argument of another type") { store in
                SuiteRegistry.backend(of: store.suite).launchArguments["pin"] = "hunter2"
                _ = try pin.in(store.suite).storedValue()
            },
            Row("a value that isn't a case") { try color.in($0.suite).storeText("hunter2") },
            Row("a stored value that isn't a case") { store in
                store.suite.set("hunter2", forKey: "color")
                _ = try color.in(store.suite).storedValue()
            },
            Row("a part of a structure") { store in
                store.suite.set(["hunter2": ["hunter2"]], forKey: "login")
                _ = try login.in(store.suite).storedValue()
            },
            Row("a part of a typed structure") { try login.in($0.suite).storeText(#"{"a": "hunter2"}"#) },
            Row("a decoder's error") { store in
                store.suite.set("hunter2", forKey: "token")
                _ = try token.in(store.suite).storedValue()
            },
            Row("an encoder's error") { try token.in($0.suite).store(Token(text: "hunter2")) },
            Row("a member") { try pin.in($0.suite).of("ann").storeText("hunter2") },
            Row("a transaction") { store in
                try updateSettings { settings in
                    settings[password.in(store.suite)] = "hunter2"
                    settings[token.in(store.suite)] = Token(text: "hunter2")
                }
            },
            Row("a variable") { _ in
                _ = try pin.handle.object(ofText: "hunter2", from: "Variable 'EDITOR_PIN' for key 'pin'")
            },
            Row("a restored list") { store in
                let objects: [String: Any] = ["password": "hunter2", "pin": "hunter2", "color": ["hunter2"]]
                let data = try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
                let settings: [any TSUD.Type] = [password.self, pin.self, color.self]
                try settings.restore(from: data, in: store.suite)
            },
        ]

        @Test(arguments: failures)
        func `An error of a secret setting has no part of the value`(_ row: Row<(TestStore) throws -> Void>) throws {
            let error = try #require(#expect(throws: TSUDError.self) { try row.content(store) })
            #expect([.invalid, .unreadable, .unencodable].contains(error.code))
            #expect(error.description.contains("for key '"))
            func check(_ error: TSUDError) {
                #expect(!"\(String(reflecting: error)) \(error)".contains(Self.mark), "\(error)")
                #expect(error.underlyingError == nil)
                for part in error.parts { check(part) }
            }
            check(error)
        }

        @Test func `An error of a setting that isn't secret contains the value`() throws {
            let error = #expect(throws: TSUDError.self) { try plainPin.in(store.suite).storeText("hunter2") }
            #expect(error?.description.contains("hunter2") == true)
        }

        @Test func `A description of a secret's valid input has no default value`() {
            #expect(password.validInput() == "a string such as Ann")
        }
    }
}

private protocol Secret: TSUD {}
extension Secret { static var isSecret: Bool { true } }

private enum password: Secret {
    static let defaultValue = "changeme"
    struct Weak: LocalizedError {
        let password: String
        var errorDescription: String? { "'\(password)' is too weak" }
    }
    static func validate(_ value: String) throws { if value.count < 8 { throw Weak(password: value) } }
}

private enum pin: Secret { static let defaultValue = 0 }
private enum plainPin: TSUD { static let defaultValue = 0 }
private enum color: Secret { static let defaultValue = Theme.light }
private enum login: Secret { static let defaultValue: [String: [Int]] = [:] }
private enum token: Secret { static let defaultValue = Token(text: "") }

/// A value whose errors have all of it.
private struct Token: Codable {
    var text: String

    init(text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text = try container.decode(String.self)
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' has expired.")
    }

    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(text, .init(codingPath: [], debugDescription: "'\(text)' has expired."))
    }
}
