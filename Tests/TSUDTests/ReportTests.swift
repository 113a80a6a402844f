import Foundation
import TSUD
import Testing

/// Where errors go, and how often.
@Suite struct ReportTests {
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
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("TSUD:") }
            .map { $0.replacing(/\ in 'TSUDTests-[^']+'/, with: "") }
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
            #expect(throws: TSUDError.self) { try key<Contact>.store(Contact(name: "$null", age: 1), in: store.suite) }
        }
        #expect(reports.isEmpty)
    }

    @Test func `A group of keys may share a report`() {
        store.suite.set("banana", forKey: "grouped")
        #expect(Reports.during { _ = grouped[store.suite] }.map(\.key) == ["grouped"])
    }

    @Test func `Two types of one name that differ in their values are told of, once`() {
        let reports = Reports.during {
            for _ in 0..<3 {
                _ = First.twin.stringKey
                _ = Second.twin.stringKey
                _ = Second.twin[store.suite]
            }
        }
        #expect(reports.map(\.code) == [.duplicateKey])
        #expect(reports.first?.key == "twin")
        // A private type's full name has a number in it that is another in each build.
        let description = reports.first?.description.replacing(/\(unknown context at \$[0-9a-f]+\)/, with: "private")
        #expect(
            description == """
                Key 'twin' is shared by the types TSUDTests.private.First.twin and TSUDTests.private.Second.twin, \
                which differ in their values; give one of them a stringKey of its own.
                """
        )
    }

    @Test func `Two types of one name that differ in their default are told of`() {
        let reports = Reports.during {
            _ = First.lookalike.stringKey
            _ = Second.lookalike.stringKey
        }
        #expect(reports.map(\.code) == [.duplicateKey])
    }

    @Test func `Types that agree, or that name their key themselves, are not`() {
        let reports = Reports.during {
            _ = First.same[store.suite]
            _ = Second.same[store.suite]
            _ = First.explicit[store.suite]
            _ = Second.explicit[store.suite]
        }
        #expect(reports.isEmpty)
    }
}

private protocol Telling: TSUD {}
extension Telling {
    static func report(_ error: TSUDError) { Reports.take(error) }
}

private enum First {
    enum twin: Telling { static let defaultValue = 1 }
    enum lookalike: Telling { static let defaultValue = 1 }
    enum same: Telling { static let defaultValue = [1] }
    enum explicit: Telling {
        static let defaultValue = 1
        static let stringKey = "explicitly the same"
    }
}

private enum Second {
    enum twin: Telling { static let defaultValue = "1" }
    enum lookalike: Telling { static let defaultValue = 2 }
    enum same: Telling { static let defaultValue = [1] }
    enum explicit: Telling {
        static let defaultValue = 2
        static let stringKey = "explicitly the same"
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
