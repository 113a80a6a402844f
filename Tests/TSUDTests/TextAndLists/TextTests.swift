import Foundation
import TSUD
import TestSupport
import Testing

extension TextAndLists {
    /// Conversion of values to text and back.
    ///
    /// The round-trip tests check that the two are inverse.
    @Suite(.bothKinds) struct TextTests {
        let store = TestStore()

        struct Case: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let key: any TSUD.Type
            let text: String?
            let check: (UserDefaults) throws -> Void

            init<Key: TSUD>(_ key: Key.Type, _ value: Key.ValueType, _ text: String?) {
                testDescription = "\(key) \(text ?? "nil")"
                self.key = key
                self.text = text
                check = { suite in
                    try key.store(value, in: suite)
                    #expect(key.text(in: suite) == text)
                }
            }

            /// A text that is read as a value, but is not the text of that value.
            init<Key: TSUD>(_ text: String, _ key: Key.Type, _ value: Key.ValueType) {
                testDescription = "\(key) \(text)"
                self.key = key
                self.text = text
                check = { suite in
                    expectSame(try key.value(from: text), value)
                    try key.store(text: text, in: suite)
                    expectSame(key.get(suite), value)
                }
            }
        }

        @Test(arguments: [
            Case(key<Bool>.self, true, "true"),
            Case(key<Int>.self, -5, "-5"),
            Case(key<UInt64>.self, .max, "18446744073709551615"),
            Case(key<Double>.self, 14, "14.0"),
            Case(key<Double>.self, -0.0, "-0.0"),
            Case(key<Double>.self, .nan, "nan"),
            Case(key<Float>.self, 0.1, "0.1"),
            Case(key<String>.self, "two\nlines", "two\nlines"),
            Case(key<String>.self, #"{"a":1}"#, #"{"a":1}"#),
            Case(key<String>.self, " \"x\" ", " \"x\" "),
            Case(key<Date>.self, Date(timeIntervalSinceReferenceDate: 0), "2001-01-01T00:00:00Z"),
            Case(key<Date>.self, Date(timeIntervalSinceReferenceDate: 0.5), "2001-01-01T00:00:00.500Z"),
            Case(key<Date>.self, Date(timeIntervalSinceReferenceDate: -0.25), "2000-12-31T23:59:59.750Z"),
            Case(
                key<Date>.self,
                Date(timeIntervalSinceReferenceDate: 800_000_000.123_456),
                "2026-05-09T06:13:20.123456Z"
            ),
            Case(
                key<Date>.self,
                Date(timeIntervalSinceReferenceDate: -1e15),
                "2001-01-01T00:00:00Z + -1000000000000000.0 s"
            ),
            Case(key<Data>.self, Data([1, 2]), "AQI="),
            Case(key<Data>.self, Data(), ""),
            Case(key<Theme>.self, .dark, "dark"),
            Case(key<Level>.self, .high, "300"),
            Case(key<UUID>.self, .standIn, "07070707-0707-0707-0707-070707070707"),
            Case(key<URL>.self, URL(fileURLWithPath: "/a b"), "file:///a%20b"),
            Case(key<Int?>.self, 5, "5"),
            Case(key<Int?>.self, nil, nil),
            Case(filledKey<Theme>.self, nil, nil),
            Case(key<String?>.self, "$null", "$null"),
            Case(key<String?>.self, "null", "null"),
        ])
        func `A scalar is plain text`(_ this: Case) throws { try this.check(store.suite) }

        @Test(arguments: [
            Case(key<[Int]>.self, [1, 2], "[1,2]"),
            Case(key<[String]>.self, ["a/b", "c\nd"], #"["a/b","c\nd"]"#),
            Case(key<[Double]>.self, [.nan, -.infinity, 0.5], #"["nan","-inf",0.5]"#),
            Case(key<[Date]>.self, [Date(timeIntervalSinceReferenceDate: 0.5)], #"["2001-01-01T00:00:00.500Z"]"#),
            Case(key<[Data]>.self, [Data([1, 2])], #"["AQI="]"#),
            Case(key<[String: Int]>.self, ["b": 2, "a": 1], #"{"a":1,"b":2}"#),
            Case(key<Contact>.self, Contact(name: "Ann", age: 1), #"{"age":1,"name":"Ann"}"#),
            Case(key<[Int?]>.self, [1, nil], "[1,null]"),
            Case(key<Set<Int>>.self, [1], "[1]"),
            Case(key<JSONValue>.self, .string("1"), #""1""#),
            Case(key<JSONValue>.self, .string("a"), "a"),
            Case(key<URL>.self, URL(string: "a/b") ?? .standIn, #""a/b""#),
            Case(key<[URL]>.self, [URL(fileURLWithPath: "/a")], #"["file:///a"]"#),
            Case(
                key<URL>.self,
                URL(string: "c", relativeTo: URL(string: "file:///a/")) ?? .standIn,
                #"{"base":{"relative":"file:///a/"},"relative":"c"}"#
            ),
        ])
        func `A structured value is JSON on one line, with sorted keys`(_ this: Case) throws {
            try this.check(store.suite)
        }

        @Test(arguments: [
            Case("YES", key<Bool>.self, true),
            Case(" 14 ", key<Double>.self, 14),
            Case("1e3", key<Int?>.self, 1_000),
            Case("<real>14</real>", key<Double>.self, 14),
            Case("null", key<Int?>.self, nil),
            Case("$null", filledKey<Contact>.self, nil),
            Case("2026-05-09", key<Date>.self, Date(timeIntervalSinceReferenceDate: 799_977_600)),
            Case("2026-05-09T02:00:00.5+02:00", key<Date>.self, Date(timeIntervalSinceReferenceDate: 799_977_600.5)),
            Case("<0102>", key<Data>.self, Data([1, 2])),
            Case("(a.txt, \"b c.txt\")", key<[String]>.self, ["a.txt", "b c.txt"]),
            Case(#" [ "a.txt" ] "#, key<[String]>.self, ["a.txt"]),
            Case("()", key<[String]>.self, []),
            Case(#"["1", 2, true]"#, key<[Int]>.self, [1, 2, 1]),
            Case("{name = Ann; age = 7;}", key<Contact>.self, Contact(name: "Ann", age: 7)),
            Case(#"{"name": "Ann", "age": "7"}"#, key<Contact>.self, Contact(name: "Ann", age: 7)),
            Case(
                "<dict><key>name</key><string>Ann</string><key>age</key><integer>7</integer></dict>",
                key<Contact>.self,
                Contact(name: "Ann", age: 7)
            ),
            Case(#""dark""#, key<Theme>.self, .dark),
            Case("/a b", key<URL>.self, URL(fileURLWithPath: "/a b")),
            Case(#"{"relative":"a/b"}"#, key<URL>.self, URL(string: "a/b") ?? .standIn),
        ])
        func `Launch-argument syntax and JSON in any layout are read`(_ this: Case) throws {
            try this.check(store.suite)
        }

        @Test(arguments: 0..<200)
        func `The text of a date distinguishes it from its neighbors`(_ seed: UInt64) throws {
            var generator = SeededGenerator(seed: seed)
            let magnitude = Double.random(in: -12...13, using: &generator)
            let date = Date(
                timeIntervalSinceReferenceDate: (Bool.random(using: &generator) ? 1 : -1) * pow(10, magnitude)
            )
            for date in [date, Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.nextUp)] {
                key<Date>.set(date, store.suite)
                let text = try #require(key<Date>.text(in: store.suite))
                #expect(try key<Date>.value(from: text) == date, "\(text)")
            }
        }

        @Test func `Text works through a list of settings`() throws {
            let all: [any TSUD.Type] = [key<Int>.self, key<Theme>.self]
            for (setting, text) in zip(all, ["7", "dark"]) {
                try setting.store(text: text, in: store.suite)
                #expect(setting.text(in: store.suite) == text)
                #expect("\(try setting.value(from: text))" == text)
            }
        }

        @Test func `The text of an unreadable value is that of the default, and the error is reported`() {
            store.suite.set("banana", forKey: "key")
            let reports = Reports.during { #expect(key<Int>.text(in: store.suite) == "77") }
            #expect(reports.map(\.code) == [.unreadable])
        }
    }
}
