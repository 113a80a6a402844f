import Foundation
import TSUD
import TestSupport
import Testing

extension Laws {
    /// A key reads objects that `UserDefaults` wrote.
    ///
    /// The matching accessor of `UserDefaults` reads a key's values.
    @Suite(.bothKinds) struct UserDefaultsAccessorTests {
        let store = TestStore()
        private var suite: UserDefaults { store.suite }

        /// Passes a value from a direct call to a key, and from a key to an accessor.
        private func pass<Value: Defaulted>(
            _ value: Value,
            _ accessors: (UserDefaults) -> (String) -> Value?...,
            by set: (UserDefaults, Value, String) -> Void = { $0.set($1, forKey: $2) }
        ) {
            // A direct call doesn't replace an object that Foundation considers equal, such as the other zero.
            suite.removeObject(forKey: "key")
            set(suite, value, "key")
            expectSame(key<Value>.get(suite), value)
            for accessor in accessors {
                suite.removeObject(forKey: "key")
                key<Value>.set(value, suite)
                expectSame(accessor(suite)("key"), value)
            }
        }

        @Test(arguments: [true, false])
        func `bool(forKey:) and a key of a Bool read each other's objects`(_ value: Bool) {
            pass(value, UserDefaults.bool, by: { $0.set($1, forKey: $2) })
        }

        // Without Int.max: integer(forKey:) on Linux returns 0 even if UserDefaults itself stored it.
        @Test(arguments: [0, 1, -1, .min, .max - 1] as [Int])
        func `integer(forKey:) and a key of an Int read each other's objects`(_ value: Int) {
            pass(value, UserDefaults.integer, by: { $0.set($1, forKey: $2) })
            key<Int16>.set(Int16(truncatingIfNeeded: value), suite)
            #expect(suite.integer(forKey: "key") == Int(Int16(truncatingIfNeeded: value)))
        }

        @Test(arguments: [0, -0.0, 0.1, .pi, .infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
        func `float(forKey:) and a key of a Float read each other's objects`(_ value: Float) {
            pass(value, UserDefaults.float, by: { $0.set($1, forKey: $2) })
        }

        @Test(arguments: [0, -0.0, 0.1, .pi, .infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
        func `double(forKey:) and a key of a Double read each other's objects`(_ value: Double) {
            pass(value, UserDefaults.double, by: { $0.set($1, forKey: $2) })
        }

        @Test(arguments: ["", "a", "$null", "5", "e\u{301}", "a\0b", "👩‍👩‍👧‍👦"])
        func `string(forKey:) and a key of a String read each other's objects`(_ value: String) {
            pass(value, UserDefaults.string)
            key<String?>.set("a" + value, suite)
            #expect(suite.string(forKey: "key") == "a" + value)
        }

        @Test(arguments: [Data(), Data([0, 255]), Data("bplist00".utf8)])
        func `data(forKey:) and a key of Data read each other's objects`(_ value: Data) {
            pass(value, UserDefaults.data)
        }

        @Test(arguments: [[], [""], ["a", "b"]])
        func `array(forKey:), stringArray(forKey:), and a key of an array read each other's objects`(_ value: [String])
        {
            pass(value, UserDefaults.stringArray, { suite in { suite.array(forKey: $0) as? [String] } })
            key<[Int]>.set([1, 2], suite)
            #expect(suite.array(forKey: "key") as? [Int] == [1, 2])
            #expect(suite.stringArray(forKey: "key") == nil)
        }

        @Test(arguments: [[:], ["a": 1], ["": 0, "b": -1]] as [[String: Int]])
        func `dictionary(forKey:) and a key of a dictionary read each other's objects`(_ value: [String: Int]) {
            pass(value, { suite in { suite.dictionary(forKey: $0) as? [String: Int] } })
            key<Contact>.set(Contact(name: "Ann", age: 1), suite)
            #expect(suite.dictionary(forKey: "key")?["age"] as? Int == 1)
        }

        @Test(arguments: [
            URL(string: "https://example.com/a%20b?c#d"), URL(string: "file:///tmp/a%20b"),
            URL(string: "file:///tmp/directory/"), URL(string: "mailto:somebody@example.com"), URL(string: "a/b"),
            URL(string: "../c", relativeTo: URL(string: "https://example.com/a/b")),
        ])
        func `url(forKey:) and a key of a URL read each other's objects`(_ url: URL?) throws {
            let url = try #require(url)
            suite.set(url, forKey: "key")
            // Foundation on Linux stores only the path, even of a web address; the key reads the same as the accessor.
            #expect(key<URL>.get(suite) == suite.url(forKey: "key"))
            suite.removeObject(forKey: "key")
            key<URL>.set(url, suite)
            #expect(store.object(forKey: "key") is Data)
            #expect(suite.url(forKey: "key")?.absoluteURL == url.absoluteURL)
            key<URL?>.set(url, suite)
            #expect(suite.url(forKey: "key")?.absoluteURL == url.absoluteURL)
        }

        @Test func `object(forKey:) reads a key's object, and removeObject(forKey:) removes it`() throws {
            pass(Date(timeIntervalSinceReferenceDate: 0.123), { suite in { suite.object(forKey: $0) as? Date } })
            key<UInt64>.set(.max, suite)
            #expect(suite.object(forKey: "key") as? UInt64 == .max)
            key<Theme>.set(.dark, suite)
            #expect(suite.object(forKey: "key") as? String == "dark")
            // On Linux, a direct removal counts only after that.
            try suite.flush()
            suite.removeObject(forKey: "key")
            #expect(key<Theme>.get(suite) == .standIn)
            #expect(!key<Theme>.in(suite).isSet)
        }

        /// `LenientReadingTests` has the values that keys read from the same objects.
        @Test func `Direct calls read some objects differently from keys, as documented`() {
            func expect<Value: Equatable>(_ accessor: (String) -> Value, _ value: Value, for objects: Any...) {
                for object in objects {
                    suite.set(object, forKey: "key")
                    #expect(accessor("key") == value, "\(object)")
                }
            }
            expect(suite.integer, 0, for: "0x10", "banana", "YES")
            expect(suite.integer, 2, for: 2.5, "2.9")
            expect(suite.integer, 20, for: "20px", " 20")
            expect(suite.integer, .max, for: "\(UInt64.max)")
            expect(suite.double, 0, for: "banana", "0x10", "inf", "nan")
            expect(suite.double, 2, for: "2,5")
            expect(suite.double, 20, for: "20px", " 20")
            expect(suite.double, .infinity, for: "1e400")
            expect(suite.string, "1", for: true)
        }
    }
}
