import Foundation
import TSUD
import Testing

extension Errors {
    /// Where errors are reported, and how often.
    @Suite(.bothKinds) struct ReportTests {
        let store = TestStore()

        @Test func `A key's own report is called each time`() {
            store.suite.set("banana", forKey: "telling")
            let reports = Reports.during {
                _ = telling[store.suite]
                _ = telling[store.suite]
            }
            #expect(reports.map(\.code) == [.unreadable, .unreadable])
        }

        #if !canImport(Darwin)
        // On Apple systems the line goes to the unified log, not to standard error.
        @Test func `By default a line goes to the log, once for each key and cause`() async throws {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let store = TestStore()
                for _ in 0..<3 {
                    store.suite.set("banana", forKey: "logged")
                    _ = logged[store.suite]
                    logged.set(Contact(name: "$null", age: 1), store.suite)
                    store.suite.set(5, forKey: "logged")
                    _ = logged[store.suite]
                    store.suite.set("banana", forKey: "also logged")
                    _ = alsoLogged[store.suite]
                }
            }
            let bytes = try #require(result).standardErrorContent
            let text = try #require(String(bytes: bytes, encoding: .utf8))
            let lines = text.split(separator: "\n").filter { $0.hasPrefix("TSUD:") }
                .map { $0.replacing(/\ in '[^']+'/, with: "") }
            #expect(
                lines == [
                    "TSUD: Value for key 'logged' is a String, expected Contact.",
                    """
                    TSUD: Value for key 'logged' can't be stored as a property list: it holds a string "$null", \
                    which stands for nil.
                    """,
                    "TSUD: Value for key 'logged' is an Int, expected Contact.",
                    "TSUD: Value for key 'also logged' is a String, expected Int.",
                ]
            )
        }
        #endif

        @Test func `A write that fails is reported each time, too`() {
            let reports = Reports.during {
                key<Contact>.set(Contact(name: "$null", age: 1), store.suite)
                key<Contact>[store.suite] = Contact(name: "$null", age: 1)
            }
            #expect(reports.map(\.code) == [.unencodable, .unencodable])
        }

        @Test func `What is thrown is not reported as well`() {
            store.suite.set("banana", forKey: "key")
            let reports = Reports.during {
                #expect(throws: TSUDError.self) { try key<Int>.storedValue(in: store.suite) }
                #expect(throws: TSUDError.self) { try key<Int>.update(in: store.suite) { $0 += 1 } }
                #expect(throws: TSUDError.self) {
                    try key<Contact>.store(Contact(name: "$null", age: 1), in: store.suite)
                }
            }
            #expect(reports.isEmpty)
        }

        @Test func `A group of keys may share a report`() {
            store.suite.set("banana", forKey: "grouped")
            #expect(Reports.during { _ = grouped[store.suite] }.map(\.key) == ["grouped"])
        }
    }
}

private enum telling: Telling { static let defaultValue = 1 }
private enum grouped: Telling { static let defaultValue = 1 }

private enum logged: TSUD {
    static let defaultValue = Contact.standIn
    static let stringKey = "logged"
}

private enum alsoLogged: TSUD {
    static let defaultValue = 0
    static let stringKey = "also logged"
}
