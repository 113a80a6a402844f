import Foundation
import TSUD
import TestSupport
import Testing

extension StoredForms {
    /// Keys read more forms than they write, as long as nothing is lost.
    @Suite(.bothKinds) struct LenientReadingTests {
        let store = TestStore()

        /// Stored objects, and the value that a key reads from each of them.
        struct Case: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let objects: [Any]
            private let checkOne: (UserDefaults, Comment) -> Void

            /// Objects that are read as a value.
            init<Value: Defaulted>(_ value: Value, from objects: [Any]) {
                testDescription = "\(objects) as \(Value.self) \(value)"
                self.objects = objects
                checkOne = { suite, comment in
                    expectSame(Result { try key<Value>.in(suite).storedValue() }, .success(value), comment)
                    readEveryWay(key<Value>.self, in: suite)
                }
            }

            /// Objects that can't be read.
            init<Value: Defaulted>(no type: Value.Type, _ objects: [Any]) {
                testDescription = "\(objects) as no \(type)"
                self.objects = objects
                checkOne = { suite, comment in
                    #expect(throws: TSUDError.self, comment) { try key<Value>.in(suite).storedValue() }
                    readEveryWay(key<Value>.self, in: suite)
                }
            }

            func check(_ store: TestStore) {
                for object in objects {
                    store.suite.set(object, forKey: "key")
                    checkOne(store.suite, "\(object)")
                }
            }
        }

        @Test(arguments: [
            Case(Level.high, from: [300, 300.0, Float(300), "300", "+300"]), Case(Level.low, from: [true, "1"]),
            Case(Level?.some(.high), from: ["300"]), Case([Level.high, .low], from: [["300", "1"], [300.0, true]]),
            Case(["a": Level.high], from: [["a": "300"]]), Case([["a": [Level.low]]], from: [[["a": ["1"]]]]),
            Case([Level?.some(.high), nil], from: [["300", "$null"]]),
            Case(Ratio(rawValue: 0.5), from: ["0.5", 0.5]), Case(Choices(rawValue: 3), from: ["3", 3.0]),
            Case(Switch(rawValue: true), from: ["YES", 1]), Case([Double?.some(2), nil], from: [["2", "$null"]]),
            Case(no: Level.self, ["2", 2.5, "300.5", "high", ["300"], Date.standIn]),
            Case(no: [Level].self, [["300", "2"], "300", ["a": 300]]), Case(no: Set<Level>.self, [["x"]]),
        ])
        func `An enumeration of numbers reads the objects that its raw value reads, also inside lists`(_ this: Case) {
            this.check(store)
        }

        @Test(arguments: [
            Case(true, from: [true, 1, 2, -1, UInt64.max, 0.5, Float(0.5)]),
            Case(true, from: ["YES", "yes", "Yes", "true", "TRUE", "True"]),
            Case(false, from: [false, 0, 0.0, -0.0, Float(0), "NO", "no", "nO", "false", "FALSE"]),
            // The text that bool(forKey:) reads as true, and text that begins with n or f.
            Case(true, from: ["y", "Y", "yellow", "t", "T", "tea", " YES", "\tyes", "\nYES", "\u{A0}t"]),
            Case(true, from: ["1", "9", "2", "10", "9x", "1.0", "1e5", "01", "007", "-1", "+1", "+01", "  +3"]),
            Case(false, from: ["n", "N", "nope", "f", "F", " no", "\tfalse", "0", "00", "-0", "+00", " 0"]),
            Case(no: Bool.self, ["", " ", "-", "maybe", "on", "off", "banana", "0.0", "0.5", ".5", "0x10"]),
            Case(no: Bool.self, ["0y", "00t", "+y", "-t", "+n", "--1", "+-1", "٣", "y\u{301}", "ｙ", "\0y"]),
            Case(no: Bool.self, [Date.standIn, Data([1]), [true], ["a": true], [Any]()]),
        ])
        func `A boolean is read from numbers, and from strings that begin with a number, Y, N, T, or F`(_ this: Case) {
            this.check(store)
            for case let text as String in this.objects {
                store.suite.set(text, forKey: "key")
                let stored = try? key<Bool>.in(store.suite).storedValue()
                #expect(store.suite.bool(forKey: "key") == (stored ?? false), "\(text)")
            }
        }

        @Test(arguments: [
            Case(0, from: [false, -0.0]), Case(1, from: [true]), Case(20, from: [20.0, "20"]),
            Case(3, from: [Float(3)]), Case(-5, from: ["-5"]), Case(5, from: ["+5"]), Case(7, from: ["007"]),
            Case(Int.max, from: ["\(Int.max)"]), Case(Int.min, from: [-9_223_372_036_854_775_808.0]),
            Case(UInt8(200), from: [200]), Case(UInt8(1), from: [true]), Case(UInt8(255), from: [255.0, "255"]),
            Case(Int8(-128), from: [-128, "-128"]), Case(UInt64.max, from: [UInt64.max, "\(UInt64.max)"]),
            Case(UInt.max, from: [UInt64.max]), Case(UInt64(Int.max), from: [Int.max]),
            Case(Int64(1_000_000_000_000_000), from: [1e15]),
            Case(UInt64(18_446_744_073_709_549_568), from: [18_446_744_073_709_549_568.0]),
            Case(no: Int.self, [2.5, Float(2.5), UInt64.max, 9_223_372_036_854_775_808.0, Double.nan]),
            Case(no: Int.self, [Double.infinity, 1e300, "20.0", "", " 20", "20 ", "0x14", "1_000", "20px"]),
            Case(
                no: Int.self,
                ["twenty", "\(UInt64.max)", "YES", "٢", "2.9", "0x10", "banana", Date.standIn, Data(), [1], ["a": 1]]
            ),
            Case(no: UInt.self, [-1, -0.5]), Case(no: UInt64.self, [-1.0]),
            Case(no: UInt8.self, [300, -1, 256.0, "300", "-1"]),
        ])
        func `An integer is read if nothing is lost`(_ this: Case) { this.check(store) }

        @Test(arguments: [
            Case(20.0, from: [20, "20"]), Case(-1.0, from: [-1]), Case(1.0, from: [true]),
            Case(0.0, from: [false, "0"]), Case(0.5, from: [Float(0.5), ".5"]), Case(0.1, from: [0.1]),
            Case(-2.5, from: ["-2.5"]), Case(1_000.0, from: ["1e3"]), Case(-0.0, from: ["-0"]),
            Case(Double.infinity, from: ["inf"]), Case(Double.nan, from: ["nan"]), Case(16.0, from: ["0x10"]),
            Case(9_223_372_036_854_775_808.0, from: [UInt64(1) << 63]), Case(Float(20), from: [20]),
            Case(Float(1), from: [true]), Case(Float(0.5), from: [0.5]), Case(Float(0.1), from: [0.1, "0.1"]),
            Case(Float.nan, from: [Double.nan]), Case(Float.infinity, from: [Double.infinity]),
            Case(-Float.infinity, from: ["-inf"]),
            Case(no: Double.self, ["banana", "", " 20", "20 ", "2,5", "20pt", "20px", "1e400", "-1e400", "YES"]),
            Case(no: Double.self, [Date.standIn, Data(), [1.0], ["a": 1.0]]),
            Case(no: Float.self, [1e300, "1e300", "banana", [1.0]]),
        ])
        func `A float is read from any number that it can hold`(_ this: Case) { this.check(store) }

        @Test(arguments: [
            Case("5", from: [5]), Case("-5", from: [-5]), Case("2.5", from: [2.5]),
            Case("0.1", from: [0.1, Float(0.1)]), Case("0.5", from: [Float(0.5)]),
            Case("18446744073709551615", from: [UInt64.max]), Case("-9223372036854775808", from: [Int.min]),
            Case(no: String.self, [true, false, Date.standIn, Data("a".utf8), ["a"], ["a": "b"]]),
            Case(no: Date.self, ["2020-01-01", 77.0, 77, Data(), [Date.standIn], true]),
            Case(no: Data.self, ["YQ==", 77, Date.standIn, [Data()], [1, 2], true]),
        ])
        func `A string is read from a number, and a date and data from their own kind alone`(_ this: Case) {
            this.check(store)
        }

        @Test(arguments: [
            Case([1, 2], from: [["1", "2"], [1.0, 2.0]]), Case([1.0, 2.0], from: [[1, 2]]),
            Case(["1", "2"], from: [[1, 2]]), Case([1, 2, 3], from: [[true, 2, "3"]]),
            Case([true, false], from: [["YES", 0]]), Case([Int](), from: [[Any]()]),
            Case([[String]](), from: [[Any]()]), Case([[1], []], from: [[["1"], []]]),
            Case([["a": true]], from: [[["a": "YES"]]]), Case(["a": 1.0, "b": 2.0], from: [["a": "1", "b": 2]]),
            Case([String: Int](), from: [[String: Any]()]), Case(["a": [1, 2]], from: [["a": ["1", 2.0]]]),
            Case(no: [Int].self, [[1, 2, "banana"], [1, 2.5], [1, [2]], "[1, 2]", 1, ["a": 1], [String: Any]()]),
            Case(no: [UInt8].self, [[1, 300], Data()]), Case(no: [String].self, [["a", true], ""]),
            Case(no: [[Int]].self, [[[1], ["x"]]]), Case(no: [String: Int].self, [["a": 1, "b": "x"], [1], [Any]()]),
            Case(no: [String: [Int]].self, [["a": [1, "x"]]]),
        ])
        func `An array or a dictionary is read element by element, as a whole or not at all`(_ this: Case) {
            this.check(store)
        }

        @Test(arguments: [
            Case(Int?.none, from: ["$null"]), Case(Int?(5), from: ["5", 5.0]), Case(String?("5"), from: [5]),
            Case(String?.none, from: ["$null"]), Case(Bool?(true), from: ["YES"]), Case([Int]?([1]), from: [["1"]]),
            Case(URL?.none, from: ["$null"]), Case(Int??(5), from: ["5"]), Case(Contact?.none, from: ["$null"]),
            Case(Contact?(ann), from: [["name": "Ann", "age": 1]]),
            Case(no: Int?.self, ["x", 2.5, ""]), Case(no: [Int]?.self, [[1, "x"]]),
            Case(no: Contact?.self, [["x"], ["name": "Ann", "age": "1"]]),
        ])
        func `An optional is read as its wrapped value`(_ this: Case) { this.check(store) }

        @Test(arguments: [
            Case(Theme.dark, from: ["dark"]), Case(Level.high, from: [300, 300.0]), Case([1: "a"], from: [["1": "a"]]),
            Case(ann, from: [["name": "Ann", "age": 1], ["name": "Ann", "age": 1.0] as [String: Any]]),
            Case(ann, from: [["name": "Ann", "age": 1, "more": [1]] as [String: Any]]),
            Case(CGFloat(5), from: [5]), Case(CGFloat(0.5), from: [0.5, Float(0.5)]),
            Case(UUID.standIn, from: ["07070707-0707-0707-0707-070707070707"]),
            Case(no: Theme.self, ["green", "", 1, true]), Case(no: Level.self, [2, "low", 300.5]),
            Case(no: Contact.self, [["name": "Ann"], ["name": "Ann", "age": "1"], ["name": "Ann", "age": 2.5]]),
            Case(
                no: Contact.self,
                [["name": 5, "age": 1], ["name": true, "age": 1], "Ann", [Any](), [String: Any]()]
            ),
            Case(no: [Contact].self, [[["name": "Ann", "age": 1], ["name": "Bob"]] as [[String: Any]]]),
            Case(no: Tree.self, [["leaf": ["_0": 1], "node": ["_0": [Any]()]], ["twig": 1], ["leaf": ["_0": "5"]]]),
            Case(no: Set<Int>.self, [[1, "2"]]), Case(no: UUID.self, ["no uuid"]), Case(no: CGFloat.self, ["0.5"]),
        ])
        func `A value that isn't a property list is read by its decoder, without leniency for its scalars`(_ this: Case)
        {
            this.check(store)
        }

        @Test(arguments: [
            Case(URL(fileURLWithPath: "/a/b"), from: ["/a/b"]),
            Case(address, from: ["https://example.com/a", ["relative": "https://example.com/a"]]),
            Case(URL(string: "mailto:a@example.com") ?? .standIn, from: ["mailto:a@example.com"]),
            Case(relative, from: [["relative": "b", "base": ["relative": "https://example.com/a/"]] as [String: Any]]),
            Case(no: URL.self, [5, true, Date.standIn, Data(), Data("bplist00".utf8), Data("garbage, longer".utf8)]),
            Case(no: URL.self, [[Any](), [String: Any](), ["https://example.com"], "\"https://example.com\""]),
        ])
        func `A URL is read from a path, an address, and the output of an encoder`(_ this: Case) { this.check(store) }

        @Test func `A tilde in a path is HOME, or else the home directory of UserDefaults`() {
            store.suite.set("~/a", forKey: "key")
            let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
            let expected = home.hasPrefix("/") ? URL(fileURLWithPath: home + "/a") : store.suite.url(forKey: "key")
            #expect(key<URL>.get(store.suite) == expected)
            #expect(!key<URL>.get(store.suite).path.contains("~"))
        }

        @Test func `A stored nil reads as the default, without a report, if the type is no longer optional`() throws {
            let suite = store.suite
            for name in ["plainNumber", "plainText"] { suite.set("$null", forKey: name) }
            var number = 0
            #expect(Reports.during { number = plainNumber[suite] }.isEmpty)
            #expect(number == 5)
            // An update doesn't read a direct call's value that is not saved.
            savePlainValues(of: suite)
            try plainNumber.in(suite).update { $0 += 1 }
            #expect(plainNumber[suite] == 6)
            // Any string is a value of a string setting.
            #expect(plainText[suite] == "$null")
        }

        @Test(arguments: [
            "https://example.com/a%20b?c#d", "file:///tmp/%C3%A9/", "mailto:a@example.com", "a", "data:,x",
        ])
        func `A URL is read from the archive of any NSURL`(_ text: String) throws {
            let url = try #require(NSURL(string: text))
            for secure in [true, false] {
                let data = try NSKeyedArchiver.archivedData(withRootObject: url, requiringSecureCoding: secure)
                store.suite.set(data, forKey: "key")
                #expect(key<URL>.get(store.suite).absoluteString == url.absoluteString)
            }
        }
    }
}

private enum plainNumber: Reporting { static let defaultValue = 5 }
private enum plainText: TSUD { static let defaultValue = "none" }
private let ann = Contact(name: "Ann", age: 1)
private let address = URL(string: "https://example.com/a") ?? .standIn
private let relative = URL(string: "b", relativeTo: URL(string: "https://example.com/a/")) ?? .standIn

private struct Ratio: RawRepresentable, Codable, Defaulted {
    var rawValue: Double
    static var standIn: Self { Self(rawValue: 0) }
}

private struct Switch: RawRepresentable, Codable, Defaulted {
    var rawValue: Bool
    static var standIn: Self { Self(rawValue: false) }
}

private struct Choices: OptionSet, Codable, Defaulted {
    var rawValue: Int
    static var standIn: Self { [] }
}
