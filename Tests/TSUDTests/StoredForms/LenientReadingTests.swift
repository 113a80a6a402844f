import Foundation
import TSUD
import Testing

extension StoredForms {
    /// Keys read more forms than they write, as long as nothing is lost.
    @Suite(.bothKinds) struct LenientReadingTests {
        let store = TestStore()

        /// A stored object, and what a key reads from it.
        struct Case: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let check: (TestStore) -> Void

            /// An object that is read as a value.
            init<Value: Defaulted>(_ object: Any, _ value: Value) {
                testDescription = "\(object) as \(Value.self)"
                check = { store in
                    store.suite.set(object, forKey: "key")
                    expectSame(key<Value>.get(store.suite), value)
                    expectSame(Result { try key<Value>.storedValue(in: store.suite) }, .success(value))
                }
            }

            /// An object that can't be read.
            init<Value: Defaulted>(_ object: Any, isNo type: Value.Type) {
                testDescription = "\(object) is no \(type)"
                check = { store in
                    store.suite.set(object, forKey: "key")
                    let reports = Reports.during { expectSame(key<Value>.get(store.suite), .standIn) }
                    #expect(reports.map(\.code) == [.unreadable])
                    let error = #expect(throws: TSUDError.self) { try key<Value>.storedValue(in: store.suite) }
                    #expect(error?.code == .unreadable)
                    #expect(error?.key == "key")
                }
            }
        }

        @Test(arguments: [
            Case(true, true), Case(false, false),
            Case(0, false), Case(1, true), Case(2, true), Case(-1, true), Case(UInt64.max, true),
            Case(0.0, false), Case(-0.0, false), Case(0.5, true), Case(Float(0), false), Case(Float(0.5), true),
            Case("YES", true), Case("yes", true), Case("Yes", true), Case("NO", false), Case("no", false),
            Case("nO", false),
            Case("true", true), Case("TRUE", true), Case("True", true), Case("false", false), Case("FALSE", false),
            Case("", isNo: Bool.self), Case("maybe", isNo: Bool.self), Case("on", isNo: Bool.self),
            Case(Date.standIn, isNo: Bool.self), Case(Data([1]), isNo: Bool.self), Case([true], isNo: Bool.self),
            Case(["a": true], isNo: Bool.self), Case([Any](), isNo: Bool.self),
        ])
        func `A boolean is read from numbers and words`(_ this: Case) { this.check(store) }

        @Test(arguments: [
            Case(true, 1), Case(false, 0), Case(20.0, 20), Case(-0.0, 0), Case(Float(3), 3), Case("20", 20),
            Case("-5", -5),
            Case("+5", 5), Case("007", 7), Case("\(Int.max)", Int.max), Case(-9_223_372_036_854_775_808.0, Int.min),
            Case(200, UInt8(200)), Case(255.0, UInt8(255)), Case("255", UInt8(255)), Case(true, UInt8(1)),
            Case(-128, Int8(-128)), Case("-128", Int8(-128)), Case(UInt64.max, UInt64.max),
            Case("\(UInt64.max)", UInt64.max),
            Case(UInt64.max, UInt.max), Case(Int.max, UInt64(Int.max)), Case(1e15, Int64(1_000_000_000_000_000)),
            Case(18_446_744_073_709_549_568.0, UInt64(18_446_744_073_709_549_568)),
            Case(2.5, isNo: Int.self), Case(Float(2.5), isNo: Int.self), Case(300, isNo: UInt8.self),
            Case(-1, isNo: UInt.self),
            Case(-1, isNo: UInt8.self), Case(128, isNo: Int8.self), Case(-129, isNo: Int8.self),
            Case(256.0, isNo: UInt8.self),
            Case(1 << 16, isNo: Int16.self), Case(1 << 32, isNo: Int32.self), Case(1 << 32, isNo: UInt32.self),
            Case(1 << 16, isNo: UInt16.self), Case(UInt64.max, isNo: Int.self), Case(UInt64.max, isNo: Int64.self),
            Case(9_223_372_036_854_775_808.0, isNo: Int.self), Case(Double.nan, isNo: Int.self),
            Case(Double.infinity, isNo: Int.self), Case(-Double.infinity, isNo: UInt64.self),
            Case(1e300, isNo: Int.self),
            Case(-0.5, isNo: UInt.self), Case(-1.0, isNo: UInt64.self),
            Case("20.0", isNo: Int.self), Case("", isNo: Int.self), Case(" 20", isNo: Int.self),
            Case("20 ", isNo: Int.self),
            Case("0x14", isNo: Int.self), Case("1_000", isNo: Int.self), Case("twenty", isNo: Int.self),
            Case("20px", isNo: Int.self), Case("\(UInt64.max)", isNo: Int.self), Case("300", isNo: UInt8.self),
            Case("-1", isNo: UInt8.self), Case("YES", isNo: Int.self), Case("٢", isNo: Int.self),
            Case(Date.standIn, isNo: Int.self), Case(Data(), isNo: Int.self), Case([1], isNo: Int.self),
            Case(["a": 1], isNo: Int.self),
        ])
        func `An integer is read where nothing is lost`(_ this: Case) { this.check(store) }

        @Test(arguments: [
            Case(20, 20.0), Case(-1, -1.0), Case(true, 1.0), Case(false, 0.0), Case(Float(0.5), 0.5), Case(0.1, 0.1),
            Case("20", 20.0), Case("-2.5", -2.5), Case("1e3", 1_000.0), Case(".5", 0.5), Case("0", 0.0),
            Case("-0", -0.0),
            Case("inf", Double.infinity), Case("nan", Double.nan), Case(UInt64(1) << 63, 9_223_372_036_854_775_808.0),
            Case(20, Float(20)), Case(true, Float(1)), Case(0.5, Float(0.5)), Case(0.1, Float(0.1)),
            Case("0.1", Float(0.1)),
            Case(Double.nan, Float.nan), Case(Double.infinity, Float.infinity), Case("-inf", -Float.infinity),
            Case("banana", isNo: Double.self), Case("", isNo: Double.self), Case(" 20", isNo: Double.self),
            Case("20 ", isNo: Double.self), Case("2,5", isNo: Double.self), Case("20pt", isNo: Double.self),
            Case("1e400", isNo: Double.self), Case("-1e400", isNo: Double.self), Case("YES", isNo: Double.self),
            Case(1e300, isNo: Float.self), Case("1e300", isNo: Float.self), Case("banana", isNo: Float.self),
            Case(Date.standIn, isNo: Double.self), Case(Data(), isNo: Double.self), Case([1.0], isNo: Double.self),
            Case(["a": 1.0], isNo: Double.self), Case([1.0], isNo: Float.self),
        ])
        func `A float is read from any number that it can hold`(_ this: Case) { this.check(store) }

        @Test(arguments: [
            Case(5, "5"), Case(-5, "-5"), Case(2.5, "2.5"), Case(0.1, "0.1"), Case(Float(0.5), "0.5"),
            Case(UInt64.max, "18446744073709551615"), Case(Int.min, "-9223372036854775808"), Case(Float(0.1), "0.1"),
            Case(true, isNo: String.self), Case(false, isNo: String.self), Case(Date.standIn, isNo: String.self),
            Case(Data("a".utf8), isNo: String.self), Case(["a"], isNo: String.self),
            Case(["a": "b"], isNo: String.self),
        ])
        func `A string is read from a number, and from nothing else`(_ this: Case) { this.check(store) }

        @Test(arguments: [
            Case("2020-01-01", isNo: Date.self), Case(77.0, isNo: Date.self), Case(77, isNo: Date.self),
            Case(Data(), isNo: Date.self), Case([Date.standIn], isNo: Date.self), Case(true, isNo: Date.self),
            Case("YQ==", isNo: Data.self), Case(77, isNo: Data.self), Case(Date.standIn, isNo: Data.self),
            Case([Data()], isNo: Data.self), Case([1, 2], isNo: Data.self), Case(true, isNo: Data.self),
        ])
        func `A date and data are read from their own kind alone`(_ this: Case) { this.check(store) }

        @Test(arguments: [
            Case(["1", "2"], [1, 2]), Case([1.0, 2.0], [1, 2]), Case([1, 2], [1.0, 2.0]),
            Case([true, 2, "3"], [1, 2, 3]),
            Case([1, 2], ["1", "2"]), Case(["YES", 0], [true, false]), Case([Any](), [Int]()),
            Case([Any](), [[String]]()),
            Case([["1"], []], [[1], []]), Case(["a": "1", "b": 2], ["a": 1.0, "b": 2.0]),
            Case([String: Any](), [String: Int]()),
            Case(["a": ["1", 2.0]], ["a": [1, 2]]), Case([["a": "YES"]], [["a": true]]),
            Case([1, 2, "banana"], isNo: [Int].self), Case([1, 2.5], isNo: [Int].self),
            Case([1, 300], isNo: [UInt8].self),
            Case(["a", true], isNo: [String].self), Case([[1], ["x"]], isNo: [[Int]].self),
            Case([1, [2]], isNo: [Int].self),
            Case(["a": 1, "b": "x"], isNo: [String: Int].self), Case(["a": [1, "x"]], isNo: [String: [Int]].self),
            Case("[1, 2]", isNo: [Int].self), Case(1, isNo: [Int].self), Case(["a": 1], isNo: [Int].self),
            Case([1], isNo: [String: Int].self), Case([Any](), isNo: [String: Int].self),
            Case([String: Any](), isNo: [Int].self), Case("", isNo: [String].self), Case(Data(), isNo: [UInt8].self),
        ])
        func `An array or a dictionary is read element by element, as a whole or not at all`(_ this: Case) {
            this.check(store)
        }

        @Test(arguments: [
            Case("$null", Int?.none), Case("5", Int?(5)), Case(5.0, Int?(5)), Case(5, String?("5")),
            Case("$null", String?.none),
            Case("YES", Bool?(true)), Case(["1"], [Int]?([1])), Case("$null", URL?.none), Case("5", Int??(5)),
            Case("$null", Contact?.none), Case(["name": "Ann", "age": "1"], Contact?(Contact(name: "Ann", age: 1))),
            Case("x", isNo: Int?.self), Case(2.5, isNo: Int?.self), Case([1, "x"], isNo: [Int]?.self),
            Case("", isNo: Int?.self),
            Case(["x"], isNo: Contact?.self),
        ])
        func `An optional is read as what it wraps`(_ this: Case) { this.check(store) }

        @Test(arguments: [
            Case("dark", Theme.dark), Case(300, Level.high), Case("300", Level.high), Case(300.0, Level.high),
            Case(true, Level.low),
            Case(["name": "Ann", "age": 1], Contact(name: "Ann", age: 1)),
            Case(["name": "Ann", "age": "1"], Contact(name: "Ann", age: 1)),
            Case(["name": "Ann", "age": 1, "more": [1]], Contact(name: "Ann", age: 1)),
            Case(["name": 5, "age": 1.0] as [String: Any], Contact(name: "5", age: 1)),
            Case([["name": "Ann", "age": "1"]], [Contact(name: "Ann", age: 1)]), Case([1, "2"], Set([1, 2])),
            Case(["1": "a"], [1: "a"]), Case(5, CGFloat(5)), Case("0.5", CGFloat(0.5)), Case(0.5, CGFloat(0.5)),
            Case(["leaf": ["_0": "5"]], Tree.leaf(5)),
            Case("07070707-0707-0707-0707-070707070707", UUID.standIn),
            Case("green", isNo: Theme.self), Case("", isNo: Theme.self), Case(1, isNo: Theme.self),
            Case(2, isNo: Level.self),
            Case(true, isNo: Theme.self), Case("low", isNo: Level.self), Case(300.5, isNo: Level.self),
            Case(["name": "Ann"], isNo: Contact.self), Case(["name": "Ann", "age": "x"], isNo: Contact.self),
            Case(["name": "Ann", "age": 2.5], isNo: Contact.self), Case(["name": true, "age": 1], isNo: Contact.self),
            Case("Ann", isNo: Contact.self), Case([Any](), isNo: Contact.self),
            Case([String: Any](), isNo: Contact.self),
            Case([["name": "Ann", "age": 1], ["name": "Bob"]] as [[String: Any]], isNo: [Contact].self),
            Case(["leaf": ["_0": 1], "node": ["_0": [Any]()]], isNo: Tree.self), Case(["twig": 1], isNo: Tree.self),
            Case([1, "x"], isNo: Set<Int>.self), Case("no uuid", isNo: UUID.self),
        ])
        func `Any other value is read by its decoder, with scalars as lenient as keys of their own`(_ this: Case) {
            this.check(store)
        }

        @Test(arguments: [
            Case("/a/b", URL(fileURLWithPath: "/a/b")),
            Case("https://example.com/a", URL(string: "https://example.com/a") ?? .standIn),
            Case("mailto:a@example.com", URL(string: "mailto:a@example.com") ?? .standIn),
            Case(["relative": "https://example.com/a"], URL(string: "https://example.com/a") ?? .standIn),
            Case(
                ["relative": "b", "base": ["relative": "https://example.com/a/"]] as [String: Any],
                URL(string: "b", relativeTo: URL(string: "https://example.com/a/")) ?? .standIn
            ),
            Case(5, isNo: URL.self), Case(true, isNo: URL.self), Case(Date.standIn, isNo: URL.self),
            Case(Data(), isNo: URL.self),
            Case(Data("bplist00".utf8), isNo: URL.self), Case(Data("garbage that is longer".utf8), isNo: URL.self),
            Case([Any](), isNo: URL.self), Case([String: Any](), isNo: URL.self),
            Case(["https://example.com"], isNo: URL.self),
            Case("\"https://example.com\"", isNo: URL.self),
        ])
        func `A URL is read from a path, an address and what its encoder makes`(_ this: Case) { this.check(store) }

        @Test func `A tilde in a path is the home directory, as it is for UserDefaults`() {
            store.suite.set("~/a", forKey: "key")
            #expect(key<URL>.get(store.suite) == store.suite.url(forKey: "key"))
            #expect(!key<URL>.get(store.suite).path.contains("~"))
        }

        @Test func `A URL is read from the archive of any NSURL`() throws {
            for text in [
                "https://example.com/a%20b?c#d", "file:///tmp/%C3%A9/", "mailto:a@example.com", "a", "data:,x",
            ] {
                let url = try #require(NSURL(string: text))
                for secure in [true, false] {
                    let data = try NSKeyedArchiver.archivedData(withRootObject: url, requiringSecureCoding: secure)
                    store.suite.set(data, forKey: "key")
                    #expect(key<URL>.get(store.suite).absoluteString == url.absoluteString)
                }
            }
        }
    }
}
