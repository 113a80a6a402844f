import Foundation
import Testing

@testable import TSUD

extension Errors {
    /// What anybody may read in the unified log; the rest of a line is private there.
    @Suite(.bothKinds) struct LogTests {
        let store = TestStore()

        @Test func `The kind and the key are public, and what the user has entered is not`() throws {
            let error = #expect(throws: TSUDError.self) { try password.store("secret", in: store.suite) }
            #expect(error?.summary == "invalid, key 'password'")
            #expect(error?.description.contains("secret") == true)
            let text = #expect(throws: TSUDError.self) { try pin.store(text: "secret", in: store.suite) }
            #expect(text?.summary == "unreadable, key 'pin'")
            #expect(text?.description.contains("secret") == true)
        }

        @Test(arguments: ["ann@example.com", "", "a/b", "\u{301}a"])
        func `The name of a member is private`(_ name: String) throws {
            let error = #expect(throws: TSUDError.self) { try pin.of(name, in: store.suite).store(text: "secret") }
            #expect(error?.summary == "unreadable, key 'pin/…'")
        }

        @Test func `The path of a file is private, because it may have the user's name`() {
            let error = TSUDError(.damagedFile, path: "/home/ann/a.plist", description: "The file is damaged.")
            #expect(error.summary == "damagedFile")
        }
    }
}

private enum password: TSUD {
    static let defaultValue = ""
    struct Weak: LocalizedError {
        let password: String
        var errorDescription: String? { "'\(password)' is too weak" }
    }
    static func validate(_ value: String) throws { if value.count < 8 { throw Weak(password: value) } }
}

private enum pin: TSUD { static let defaultValue = 0 }
