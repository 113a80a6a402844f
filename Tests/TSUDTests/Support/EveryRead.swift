import Foundation
import TSUD
import TestSupport
import Testing

/// Reads a key in every possible way, and expects the same result from each.
///
/// An unreadable object must be reported and thrown, and be read as the default.
func readEveryWay<Key: TSUD>(_ key: Key.Type, in suite: UserDefaults) {
    savePlainValues(of: suite)
    var expected = key.defaultValue
    var reported: [TSUDError.Code] = []
    do throws(TSUDError) {
        expected = try key.in(suite).storedValue() ?? expected
        #expect(throws: BodyError.self) {
            try key.in(suite).update { current in
                expectSame(current, expected)
                throw BodyError()
            }
        }
    } catch {
        #expect(error.code == .unreadable)
        #expect(error.key == key.stringKey)
        reported = [.unreadable, .unreadable]
        let thrown = #expect(throws: TSUDError.self) {
            try key.in(suite).update { _ in Issue.record("The body of an update ran without a value") }
        }
        #expect(thrown?.code == .unreadable)
    }
    let reports = Reports.during {
        expectSame(key.get(suite), expected)
        expectSame(key[suite], expected)
    }
    #expect(reports.map(\.code) == reported)
    #expect(key.in(suite).isSet == (suite.object(forKey: key.stringKey) != nil))
    #expect(key.in(suite).origin == (key.in(suite).isSet ? .stored : .defaultValue))
}
