import Foundation
import TSUD
import Testing

extension Laws {
    @Suite(.bothKinds) struct EqualNumberTests {
        let store = TestStore()

        @Test(arguments: numbersThatFoundationTakesForEqual)
        func `A number takes the place of one that Foundation takes for equal`(_ new: EqualNumber) {
            for old in numbersThatFoundationTakesForEqual {
                old.set(store.suite)
                new.set(store.suite)
                #expect(store.object(forKey: "key").map(objectFingerprint) == new.fingerprint, "over \(old)")
            }
        }

        @Test(arguments: numbersThatFoundationTakesForEqual)
        func `It is read as what was set when plain UserDefaults calls have put the old one there`(_ new: EqualNumber) {
            for old in numbersThatFoundationTakesForEqual {
                new.set(store.suite)
                store.suite.removeObject(forKey: "key")
                store.suite.set(old.object, forKey: "key")
                new.set(store.suite)
                new.expectSame(store.suite)
            }
        }
    }
}

/// One of several numbers that `CFEqual` considers equal.
struct EqualNumber: CustomTestStringConvertible, @unchecked Sendable {
    let testDescription: String
    let object: Any
    let set: (UserDefaults) -> Void
    let expectSame: (UserDefaults) -> Void
    var fingerprint: String { objectFingerprint(of: object) }

    init<Value: Defaulted>(_ value: Value) {
        testDescription = "\(Value.self)(\(value))"
        object = value
        set = { key<Value>.set(value, $0) }
        expectSame = { TSUDTests.expectSame(key<Value>.get($0), value) }
    }
}

private let numbersThatFoundationTakesForEqual = [
    EqualNumber(1), EqualNumber(1.0), EqualNumber(true), EqualNumber([1]), EqualNumber([1.0]), EqualNumber([true]),
    EqualNumber(["a": 1]), EqualNumber(["a": 1.0]), EqualNumber(["a": true]), EqualNumber([[0]]), EqualNumber([[0.0]]),
    EqualNumber([[-0.0]]), EqualNumber([[false]]), EqualNumber(0.0), EqualNumber(-0.0), EqualNumber(false),
    EqualNumber(0),
]
