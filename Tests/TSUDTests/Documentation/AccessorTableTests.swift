import Foundation
import TSUD
import TestSupport
import Testing

extension Documentation {
    /// The objects that accessors of `UserDefaults` and settings read differently, in the article about supported types.
    @Suite struct AccessorTableTests {
        private let store = TestStore()
        private var suite: UserDefaults { store.suite }

        @Test func `An accessor and a setting read the objects in the table as it documents`() throws {
            let page = try Page("Sources/TSUD/TSUD.docc/SupportedTypes.md").text
            let rows = page.matches(of: /(?m)^\| `([a-z]+)\(forKey:\)` \| (.+) \| (.+) \| (.+) \|$/)
            #expect(rows.count >= 5)
            for row in rows {
                let (stored, returned, read) = (objects(in: row.2), objects(in: row.3), objects(in: row.4))
                for (index, object) in stored.enumerated() {
                    suite.set(object, forKey: "key")
                    // A single result is that of all objects.
                    expect(
                        row.1,
                        returned[min(index, returned.count - 1)],
                        read[min(index, read.count - 1)],
                        for: object
                    )
                }
            }
        }

        private func expect(_ accessor: Substring, _ returned: Any, _ read: Any, for object: Any) {
            switch accessor {
            case "bool":
                #expect(suite.bool(forKey: "key") == returned as? Bool, "\(object)")
                expect(key<Bool>.self, read, for: object)
            case "integer":
                #expect(Double(suite.integer(forKey: "key")) == returned as? Double, "\(object)")
                expect(key<Int>.self, read, for: object)
            case "double":
                #expect(suite.double(forKey: "key") == returned as? Double, "\(object)")
                expect(key<Double>.self, read, for: object)
            default:
                #expect(suite.string(forKey: "key") == returned as? String, "\(object)")
                expect(key<String>.self, read, for: object)
            }
        }

        /// Expects that a setting reads a value, or that the object is "unreadable".
        private func expect<Value: Defaulted>(_: key<Value>.Type, _ value: Any, for object: Any) {
            let stored = try? key<Value>.in(suite).storedValue()
            #expect(stored.map { "\($0)" } == (value as? Double).map { "\($0)" }, "\(object)")
        }

        /// The objects in a cell: strings in quotation marks, booleans, numbers; or a word.
        private func objects(in cell: Substring) -> [Any] {
            cell.matches(of: /"[^"]*"|[^, ]+/).map { match in
                let text = String(match.0).replacing("`", with: "")
                if text.hasPrefix("\"") { return String(text.dropFirst().dropLast()) }
                if let flag = Bool(text) { return flag }
                return Double(text) ?? text
            }
        }
    }
}
