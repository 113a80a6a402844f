import Foundation
import TSUD
import Testing

/// Reads a key in every possible way, and expects the same result from each.
///
/// An unreadable object must be reported and thrown, and be read as the default.
func readEveryWay<Key: TSUD>(_ key: Key.Type, in suite: UserDefaults) {
    let stored = Result { () throws(TSUDError) in try key.storedValue(in: suite) }
    let expected: Key.ValueType
    switch stored {
    case .success(let value):
        expected = value ?? key.defaultValue
        let reports = Reports.during {
            expectSame(key.get(suite), expected)
            expectSame(key[suite], expected)
        }
        #expect(reports.isEmpty)
        #expect(throws: BodyError.self) {
            try key.update(in: suite) { current in
                expectSame(current, expected)
                throw BodyError()
            }
        }
    case .failure(let error):
        #expect(error.code == .unreadable)
        #expect(error.key == key.stringKey)
        let reports = Reports.during {
            expectSame(key.get(suite), key.defaultValue)
            expectSame(key[suite], key.defaultValue)
        }
        #expect(reports.map(\.code) == [.unreadable, .unreadable])
        let thrown = #expect(throws: TSUDError.self) {
            try key.update(in: suite) { _ in Issue.record("The body of an update ran without a value") }
        }
        #expect(thrown?.code == .unreadable)
    }
    #expect(key.isSet(in: suite) == (suite.object(forKey: key.stringKey) != nil))
    #expect(key.origin(in: suite) == (key.isSet(in: suite) ? .suite : .defaultValue))
}

/// The error that a test's body of an update throws.
struct BodyError: Error, Equatable {}
