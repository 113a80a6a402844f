import Foundation
import TSUD
import Testing

extension Laws {
    /// A key reads what `UserDefaults` wrote; the matching accessor of `UserDefaults` reads what a key wrote.
    @Suite struct UserDefaultsAccessorTests {
        let store = TestStore()

        @Test(arguments: [true, false])
        func `bool(forKey:)`(_ value: Bool) {
            store.suite.set(value, forKey: "key")
            #expect(key<Bool>.get(store.suite) == value)
            key<Bool>.set(!value, store.suite)
            #expect(store.suite.bool(forKey: "key") == !value)
        }

        // Without Int.max: integer(forKey:) on Linux returns 0 even if UserDefaults itself stored it.
        @Test(arguments: [0, 1, -1, .min, .max - 1] as [Int])
        func `integer(forKey:)`(_ value: Int) {
            store.suite.set(value, forKey: "key")
            #expect(key<Int>.get(store.suite) == value)
            store.suite.removeObject(forKey: "key")
            key<Int>.set(value, store.suite)
            #expect(store.suite.integer(forKey: "key") == value)
            key<Int16>.set(Int16(truncatingIfNeeded: value), store.suite)
            #expect(store.suite.integer(forKey: "key") == Int(Int16(truncatingIfNeeded: value)))
        }

        @Test(
            arguments: [0, -0.0, 0.1, .pi, .infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude] as [Float]
        )
        func `float(forKey:)`(_ value: Float) {
            store.suite.set(value, forKey: "key")
            expectSame(key<Float>.get(store.suite), value)
            store.suite.removeObject(forKey: "key")
            key<Float>.set(value, store.suite)
            expectSame(store.suite.float(forKey: "key"), value)
        }

        @Test(
            arguments: [0, -0.0, 0.1, .pi, .infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
                as [Double]
        )
        func `double(forKey:)`(_ value: Double) {
            store.suite.set(value, forKey: "key")
            expectSame(key<Double>.get(store.suite), value)
            store.suite.removeObject(forKey: "key")
            key<Double>.set(value, store.suite)
            expectSame(store.suite.double(forKey: "key"), value)
        }

        @Test(arguments: ["", "a", "$null", "5", "e\u{301}", "a\0b", "👩‍👩‍👧‍👦"])
        func `string(forKey:)`(_ value: String) {
            store.suite.set(value, forKey: "key")
            expectSame(key<String>.get(store.suite), value)
            store.suite.removeObject(forKey: "key")
            key<String>.set(value, store.suite)
            #expect(store.suite.string(forKey: "key") == value)
            key<String?>.set("a" + value, store.suite)
            #expect(store.suite.string(forKey: "key") == "a" + value)
        }

        @Test(arguments: [Data(), Data([0, 255]), Data("bplist00".utf8)])
        func `data(forKey:)`(_ value: Data) {
            store.suite.set(value, forKey: "key")
            #expect(key<Data>.get(store.suite) == value)
            store.suite.removeObject(forKey: "key")
            key<Data>.set(value, store.suite)
            #expect(store.suite.data(forKey: "key") == value)
        }

        @Test(arguments: [[], [""], ["a", "b"]])
        func `array(forKey:) and stringArray(forKey:)`(_ value: [String]) {
            store.suite.set(value, forKey: "key")
            #expect(key<[String]>.get(store.suite) == value)
            store.suite.removeObject(forKey: "key")
            key<[String]>.set(value, store.suite)
            #expect(store.suite.stringArray(forKey: "key") == value)
            #expect(store.suite.array(forKey: "key") as? [String] == value)
            key<[Int]>.set([1, 2], store.suite)
            #expect(store.suite.array(forKey: "key") as? [Int] == [1, 2])
            #expect(store.suite.stringArray(forKey: "key") == nil)
        }

        @Test(arguments: [[:], ["a": 1], ["": 0, "b": -1]] as [[String: Int]])
        func `dictionary(forKey:)`(_ value: [String: Int]) {
            store.suite.set(value, forKey: "key")
            #expect(key<[String: Int]>.get(store.suite) == value)
            store.suite.removeObject(forKey: "key")
            key<[String: Int]>.set(value, store.suite)
            #expect(store.suite.dictionary(forKey: "key") as? [String: Int] == value)
            key<Contact>.set(Contact(name: "Ann", age: 1), store.suite)
            #expect(store.suite.dictionary(forKey: "key")?["age"] as? Int == 1)
        }

        @Test(arguments: [
            "https://example.com/a%20b?c#d", "file:///tmp/a%20b", "file:///tmp/directory/",
            "mailto:somebody@example.com",
        ])
        func `url(forKey:)`(_ text: String) throws {
            let url = try #require(URL(string: text))
            store.suite.set(url, forKey: "key")
            // Foundation on Linux stores only the path, even of a web address; the key reads the same as the accessor.
            #expect(key<URL>.get(store.suite) == store.suite.url(forKey: "key"))
            store.suite.removeObject(forKey: "key")
            key<URL>.set(url, store.suite)
            #expect(store.suite.url(forKey: "key") == url)
            key<URL?>.set(url, store.suite)
            #expect(store.suite.url(forKey: "key") == url)
        }

        @Test func `object(forKey:)`() throws {
            let date = Date(timeIntervalSinceReferenceDate: 0.123)
            store.suite.set(date, forKey: "key")
            #expect(key<Date>.get(store.suite) == date)
            store.suite.removeObject(forKey: "key")
            key<Date>.set(date, store.suite)
            #expect(store.suite.object(forKey: "key") as? Date == date)
            key<UInt64>.set(.max, store.suite)
            #expect(store.suite.object(forKey: "key") as? UInt64 == .max)
            key<Theme>.set(.dark, store.suite)
            #expect(store.suite.object(forKey: "key") as? String == "dark")
        }

        @Test func `removeObject(forKey:)`() {
            key<Int>.set(5, store.suite)
            store.suite.removeObject(forKey: "key")
            #expect(key<Int>.get(store.suite) == 77)
            #expect(!key<Int>.isSet(in: store.suite))
        }
    }
}
