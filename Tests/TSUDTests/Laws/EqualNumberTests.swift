import Foundation
import TSUD
import Testing

extension Laws {
    @Suite(.bothKinds) struct EqualNumberTests {
        let store = TestStore()

        /// One of several numbers that `CFEqual` considers equal.
        struct Number: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let object: Any
            let set: (UserDefaults) -> Void
            let expectSame: (UserDefaults) -> Void

            init<Value: Defaulted>(_ value: Value) {
                testDescription = "\(Value.self)(\(value))"
                object = value
                set = { key<Value>.set(value, $0) }
                expectSame = { TSUDTests.expectSame(key<Value>.get($0), value) }
            }
        }

        private static let numbers = [
            Number(1), Number(1.0), Number(true), Number([1]), Number([1.0]), Number([true]), Number(["a": 1]),
            Number(["a": 1.0]), Number(["a": true]), Number([[0]]), Number([[0.0]]), Number([[-0.0]]),
            Number([[false]]), Number(0.0), Number(-0.0), Number(false), Number(0),
        ]

        @Test(arguments: numbers)
        func `A number takes the place of one that Foundation takes for equal`(_ new: Number) {
            for old in Self.numbers {
                store.suite.removeObject(forKey: "key")
                old.set(store.suite)
                new.set(store.suite)
                #expect(store.object(forKey: "key").map(objectFingerprint) == objectFingerprint(of: new.object))
                // Plain calls put the old one back, without the key.
                store.suite.removeObject(forKey: "key")
                store.suite.set(old.object, forKey: "key")
                new.set(store.suite)
                new.expectSame(store.suite)
            }
        }
    }
}
