import Foundation
import TSUD
import Testing

extension Laws {
    /// Objects that a key and the matching accessor of `UserDefaults` read differently, as listed in the documentation.
    ///
    /// For text and `bool(forKey:)` see `BooleanTextTests`.
    @Suite struct AccessorDifferencesTests {
        let store = TestStore()

        struct Row: CustomTestStringConvertible, @unchecked Sendable {
            let object: Any
            let accessor: (UserDefaults) -> String
            let answer: String
            let key: StoredForms.LenientReadingTests.Case
            var testDescription: String { "\(object), \(key.testDescription)" }

            /// `integer(forKey:)` and a key.
            init(_ object: Any, integer: Int, _ key: StoredForms.LenientReadingTests.Case) {
                self.init(object, { "\($0.integer(forKey: "key"))" }, "\(integer)", key)
            }

            init(_ object: Any, double: Double, _ key: StoredForms.LenientReadingTests.Case) {
                self.init(object, { "\($0.double(forKey: "key"))" }, "\(double)", key)
            }

            init(_ object: Any, string: String?, _ key: StoredForms.LenientReadingTests.Case) {
                self.init(
                    object,
                    { "\(String(describing: $0.string(forKey: "key")))" },
                    "\(String(describing: string))",
                    key
                )
            }

            private init(
                _ object: Any,
                _ accessor: @escaping (UserDefaults) -> String,
                _ answer: String,
                _ key: StoredForms.LenientReadingTests.Case
            ) {
                self.object = object
                self.accessor = accessor
                self.answer = answer
                self.key = key
            }
        }

        typealias Case = StoredForms.LenientReadingTests.Case

        @Test(arguments: [
            Row(2.5, integer: 2, Case(2.5, isNo: Int.self)),
            Row("2.9", integer: 2, Case("2.9", isNo: Int.self)),
            Row("20px", integer: 20, Case("20px", isNo: Int.self)),
            Row(" 20", integer: 20, Case(" 20", isNo: Int.self)),
            Row("0x10", integer: 0, Case("0x10", isNo: Int.self)),
            Row("banana", integer: 0, Case("banana", isNo: Int.self)),
            Row("YES", integer: 0, Case("YES", isNo: Int.self)),
            Row("\(UInt64.max)", integer: .max, Case("\(UInt64.max)", isNo: Int.self)),
            Row("20px", double: 20, Case("20px", isNo: Double.self)),
            Row(" 20", double: 20, Case(" 20", isNo: Double.self)),
            Row("2,5", double: 2, Case("2,5", isNo: Double.self)),
            Row("banana", double: 0, Case("banana", isNo: Double.self)),
            Row("0x10", double: 0, Case("0x10", 16.0)),
            Row("inf", double: 0, Case("inf", Double.infinity)),
            Row("nan", double: 0, Case("nan", Double.nan)),
            Row("1e400", double: .infinity, Case("1e400", isNo: Double.self)),
            Row(true, string: "1", Case(true, isNo: String.self)),
        ])
        func `An accessor and a key read an object as documented`(_ row: Row) {
            store.suite.set(row.object, forKey: "key")
            #expect(row.accessor(store.suite) == row.answer)
            row.key.check(store)
        }
    }
}
