import Foundation
import TSUDTesting
import TSUDText
import TestSupport
import Testing

@testable import TSUD

extension Errors {
    /// The lines in the log, and their public parts in Apple's.
    ///
    /// All other parts are private there.
    @Suite(.bothKinds) struct LogTests {
        let store = TestStore()

        #if !canImport(Darwin)
        @Test func `By default, an error is logged once for each key and cause`() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                useRealSettings()
                let store = TestStore()
                for _ in 0..<3 {
                    store.suite.set("banana", forKey: "logged")
                    _ = logged[store.suite]
                    logged.set(Contact(name: "$null", age: 1), store.suite)
                    store.suite.set(5, forKey: "logged")
                    _ = logged[store.suite]
                    store.suite.set("banana", forKey: "alsoLogged")
                    _ = alsoLogged[store.suite]
                }
            }
            #expect(
                result?.logged.map { $0.replacing(/\ in '[^']+'/, with: "") } == [
                    "TSUD: Value for key 'logged' is a String, expected Contact.",
                    """
                    TSUD: Value for key 'logged' can't be stored as a property list: it contains a string "$null", \
                    which stands for nil.
                    """,
                    "TSUD: Value for key 'logged' is an Int, expected Contact.",
                    "TSUD: Value for key 'alsoLogged' is a String, expected Int.",
                ]
            )
        }

        @Test func `A message in the log is one line without control characters`() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let name = "a\u{1B}\u{9B}\n\u{2028}"
                Log.once("The file '\(name)' is damaged.")
                Log.write("The directory '\(name)' can't be read.")
                Log.once(TSUDError(.invalid, description: "'\(name)' is invalid.", validInput: "a number"))
            }
            let name = #"a\u{1B}\u{9B}\n\u{2028}"#
            #expect(
                result?.logged == [
                    "TSUD: The file '\(name)' is damaged.", "TSUD: The directory '\(name)' can't be read.",
                    "TSUD: '\(name)' is invalid. Expected a number.",
                ]
            )
        }

        @Test func `The log forgets its lines after a thousand others`() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                useRealSettings()
                for line in ["first"] + (1...1_000).map(String.init) + ["first"] { Log.once(line) }
            }
            #expect(result?.logged.count { $0 == "TSUD: first" } == 2)
        }
        #endif

        @Test func `In the log, the kind and the key are public, and the user's input is private`() throws {
            let error = #expect(throws: TSUDError.self) { try password.in(store.suite).store("secret") }
            #expect(error?.summary == "invalid, key 'password'")
            #expect(error?.description.contains("secret") == true)
            let text = #expect(throws: TSUDError.self) { try pin.in(store.suite).storeText("secret") }
            #expect(text?.summary == "unreadable, key 'pin'")
            #expect(text?.description.contains("secret") == true)
        }

        @Test(arguments: ["ann@example.com", "", "a/b", "\u{301}a"])
        func `In the log, the name of a member is private`(_ name: String) throws {
            let error = #expect(throws: TSUDError.self) { try pin.in(store.suite).of(name).storeText("secret") }
            #expect(error?.summary == "unreadable, key 'pin/…'")
            store.suite.set("x", forKey: "ann's pin")
            let independent = #expect(throws: TSUDError.self) {
                try pinOfAccount.in(store.suite).of("ann").storedValue()
            }
            #expect(independent?.summary == "unreadable, key 'pinOfAccount/…'")
        }

        @Test func `In the log, the path of a file is private`() {
            let error = TSUDError(.damagedFile, path: "/settings of ann/a.plist", description: "The file is damaged.")
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
private enum logged: TSUD { static let defaultValue = Contact.standIn }
private enum alsoLogged: TSUD { static let defaultValue = 0 }

private enum pinOfAccount: TSUD {
    static let defaultValue = 0
    static let memberKey = "*'s pin"
}
