import Foundation
import TSUD
import Testing

extension StoredForms {
    /// How a `Bool` key and `UserDefaults.bool(forKey:)` read text.
    @Suite struct BooleanTextTests {
        typealias Case = StoredForms.LenientReadingTests.Case
        let store = TestStore()

        @Test(arguments: [
            "y", "Y", "yellow", "t", "T", "tea", "1", "9", "2", "10", "9x", "1.0", "1e5", "01", "007", "-1", "+1",
            "+01",
            " YES", "\tyes", "\nYES", "\u{A0}t", "  +3",
        ])
        func `Every text that UserDefaults reads as true is true`(_ text: String) {
            store.suite.set(text, forKey: "key")
            #expect(store.suite.bool(forKey: "key"))
            Case(text, true).check(store)
        }

        @Test(arguments: ["n", "N", "nope", "f", "F", " no", "\tfalse", "0", "00", "-0", "+00", " 0"])
        func `Text that begins with n or f, and zero, are false`(_ text: String) {
            store.suite.set(text, forKey: "key")
            #expect(!store.suite.bool(forKey: "key"))
            Case(text, false).check(store)
        }

        @Test(arguments: [
            "", " ", "-", "maybe", "on", "off", "banana", "0.0", "0.5", ".5", "0x10", "0y", "00t", "+y", "-t", "+n",
            "--1",
            "+-1",
            "٣", "y\u{301}", "ｙ", "\0y", "$null",
        ])
        func `All other text is false to UserDefaults, and unreadable to a key`(_ text: String) {
            store.suite.set(text, forKey: "key")
            #expect(!store.suite.bool(forKey: "key"))
            Case(text, isNo: Bool.self).check(store)
        }
    }
}
