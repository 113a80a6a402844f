import Foundation
import TSUD
import Testing

extension Laws {
    /// A key reads what `UserDefaults` wrote; the matching accessor of `UserDefaults` reads what a key wrote.
    @Suite(.bothKinds) struct UserDefaultsAccessorTests {
        let store = TestStore()
        private var suite: UserDefaults { store.suite }

        /// Passes a value from a plain call to a key, and from a key to an accessor.
        private func pass<Value: Defaulted>(
            _ value: Value,
            _ set: (UserDefaults, Value, String) -> Void,
            _ accessors: (UserDefaults) -> (String) -> Value?...
        ) {
            set(suite, value, "key")
            expectSame(key<Value>.get(suite), value)
            for accessor in accessors {
                suite.removeObject(forKey: "key")
                key<Value>.set(value, suite)
                expectSame(accessor(suite)("key"), value)
            }
        }

        @Test func `bool(forKey:)`() {
            for value in [true, false] { pass(value, { $0.set($1, forKey: $2) }, UserDefaults.bool) }
        }

        // Without Int.max: integer(forKey:) on Linux returns 0 even if UserDefaults itself stored it.
        @Test(arguments: [0, 1, -1, .min, .max - 1] as [Int])
        func `integer(forKey:)`(_ value: Int) {
            pass(value, { $0.set($1, forKey: $2) }, UserDefaults.integer)
            key<Int16>.set(Int16(truncatingIfNeeded: value), suite)
            #expect(suite.integer(forKey: "key") == Int(Int16(truncatingIfNeeded: value)))
        }

        @Test func `float(forKey:) and double(forKey:)`() {
            for value: Float in [0, -0.0, 0.1, .pi, .infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
                pass(value, { $0.set($1, forKey: $2) }, UserDefaults.float)
            }
            for value: Double in [0, -0.0, 0.1, .pi, .infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
            {
                pass(value, { $0.set($1, forKey: $2) }, UserDefaults.double)
            }
        }

        @Test(arguments: ["", "a", "$null", "5", "e\u{301}", "a\0b", "👩‍👩‍👧‍👦"])
        func `string(forKey:)`(_ value: String) {
            pass(value, { $0.set($1, forKey: $2) }, UserDefaults.string)
            key<String?>.set("a" + value, suite)
            #expect(suite.string(forKey: "key") == "a" + value)
        }

        @Test(arguments: [Data(), Data([0, 255]), Data("bplist00".utf8)])
        func `data(forKey:)`(_ value: Data) { pass(value, { $0.set($1, forKey: $2) }, UserDefaults.data) }

        @Test(arguments: [[], [""], ["a", "b"]])
        func `array(forKey:) and stringArray(forKey:)`(_ value: [String]) {
            pass(
                value,
                { $0.set($1, forKey: $2) },
                UserDefaults.stringArray,
                { suite in { suite.array(forKey: $0) as? [String] } }
            )
            key<[Int]>.set([1, 2], suite)
            #expect(suite.array(forKey: "key") as? [Int] == [1, 2])
            #expect(suite.stringArray(forKey: "key") == nil)
        }

        @Test(arguments: [[:], ["a": 1], ["": 0, "b": -1]] as [[String: Int]])
        func `dictionary(forKey:)`(_ value: [String: Int]) {
            pass(value, { $0.set($1, forKey: $2) }, { suite in { suite.dictionary(forKey: $0) as? [String: Int] } })
            key<Contact>.set(Contact(name: "Ann", age: 1), suite)
            #expect(suite.dictionary(forKey: "key")?["age"] as? Int == 1)
        }

        @Test(arguments: [
            "https://example.com/a%20b?c#d", "file:///tmp/a%20b", "file:///tmp/directory/",
            "mailto:somebody@example.com",
        ])
        func `url(forKey:)`(_ text: String) throws {
            let url = try #require(URL(string: text))
            suite.set(url, forKey: "key")
            // Foundation on Linux stores only the path, even of a web address; the key reads the same as the accessor.
            #expect(key<URL>.get(suite) == suite.url(forKey: "key"))
            suite.removeObject(forKey: "key")
            key<URL>.set(url, suite)
            #expect(suite.url(forKey: "key") == url)
            key<URL?>.set(url, suite)
            #expect(suite.url(forKey: "key") == url)
        }

        @Test func `object(forKey:)`() throws {
            pass(
                Date(timeIntervalSinceReferenceDate: 0.123),
                { $0.set($1, forKey: $2) },
                { suite in { suite.object(forKey: $0) as? Date } }
            )
            key<UInt64>.set(.max, suite)
            #expect(suite.object(forKey: "key") as? UInt64 == .max)
            key<Theme>.set(.dark, suite)
            #expect(suite.object(forKey: "key") as? String == "dark")
        }

        @Test func `removeObject(forKey:)`() {
            key<Int>.set(5, suite)
            suite.removeObject(forKey: "key")
            #expect(key<Int>.get(suite) == 77)
            #expect(!key<Int>.isSet(in: suite))
        }

        /// What keys read of the same objects is in `LenientReadingTests`.
        @Test func `An accessor reads what a key reads otherwise, as documented`() {
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
