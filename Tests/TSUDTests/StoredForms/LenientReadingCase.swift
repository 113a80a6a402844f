import Foundation
import TSUD
import Testing

extension StoredForms.LenientReadingTests {
    /// Stored objects, and what a key reads from each of them.
    struct Case: CustomTestStringConvertible, @unchecked Sendable {
        let testDescription: String
        let objects: [Any]
        var isTrue = false
        private let checkOne: (UserDefaults, Comment) -> Void

        /// Objects that are read as a value.
        init<Value: Defaulted>(_ value: Value, from objects: [Any]) {
            testDescription = "\(objects) as \(Value.self) \(value)"
            self.objects = objects
            isTrue = value as? Bool == true
            checkOne = { suite, comment in
                expectSame(key<Value>.get(suite), value, comment)
                expectSame(Result { try key<Value>.storedValue(in: suite) }, .success(value), comment)
            }
        }

        /// Objects that can't be read.
        init<Value: Defaulted>(no type: Value.Type, _ objects: [Any]) {
            testDescription = "\(objects) as no \(type)"
            self.objects = objects
            checkOne = { suite, comment in
                let reports = Reports.during { expectSame(key<Value>.get(suite), .standIn, comment) }
                #expect(reports.map(\.code) == [.unreadable], comment)
                let error = #expect(throws: TSUDError.self, comment) { try key<Value>.storedValue(in: suite) }
                #expect(error?.code == .unreadable)
                #expect(error?.key == "key")
            }
        }

        func check(_ store: TestStore) {
            for object in objects {
                store.suite.set(object, forKey: "key")
                checkOne(store.suite, "\(object)")
            }
        }
    }
}
