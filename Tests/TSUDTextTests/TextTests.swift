import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

@testable import TSUDText

/// Conversion of values to text and back.
///
/// The round-trip tests check that the two are inverse.
@Suite(.ephemeralSettings) struct TextTests {
    let store = EphemeralStore()

    struct Case: CustomTestStringConvertible, @unchecked Sendable {
        let testDescription: String
        let check: (UserDefaults) throws -> Void

        /// A value and its text.
        init<Value: Defaulted>(_ value: Value, is text: String?) {
            testDescription = "\(Value.self) \(text ?? "nil")"
            check = { suite in
                try key<Value>.in(suite).store(value)
                #expect(key<Value>.in(suite).text() == text)
            }
        }

        /// A text that is read as a value, but is not the text of that value.
        init<Value: Defaulted>(_ text: String, as value: Value) {
            testDescription = "\(Value.self) \(text)"
            check = { suite in
                expectSame(try key<Value>.parse(text), value)
                try key<Value>.in(suite).storeText(text)
                expectSame(key<Value>.get(suite), value)
            }
        }
    }

    @Test(arguments: [
        Case(true, is: "true"), Case(-5, is: "-5"), Case(UInt64.max, is: "18446744073709551615"),
        Case(14.0, is: "14.0"), Case(-0.0, is: "-0.0"), Case(Double.nan, is: "nan"), Case(Float(0.1), is: "0.1"),
        Case("two\nlines", is: "two\nlines"), Case(#"{"a":1}"#, is: #"{"a":1}"#), Case(" \"x\" ", is: " \"x\" "),
        Case(date(0), is: "2001-01-01T00:00:00Z"), Case(date(0.5), is: "2001-01-01T00:00:00.500Z"),
        Case(date(-0.25), is: "2000-12-31T23:59:59.750Z"),
        Case(date(800_000_000.123_456), is: "2026-05-09T06:13:20.123456Z"),
        Case(date(-1e15), is: "2001-01-01T00:00:00Z + -1000000000000000.0 s"),
        Case(Data([1, 2]), is: "AQI="), Case(Data(), is: ""), Case(Theme.dark, is: "dark"),
        Case(Level.high, is: "300"), Case(UUID.standIn, is: "07070707-0707-0707-0707-070707070707"),
        Case(URL(fileURLWithPath: "/a b"), is: "file:///a%20b"), Case(Int?(5), is: "5"),
        Case(Decimal(12.5), is: "12.5"), Case(Int?.none, is: nil), Case(String?("$null"), is: "$null"),
        Case(String?("null"), is: "null"), Case(Duration.seconds(90), is: "1m30s"),
        Case(Duration.zero, is: "0s"), Case(Duration.seconds(-3_600), is: "-1h"),
        Case(Duration.milliseconds(-5_250), is: "-5.25s"), Case(Duration.nanoseconds(1), is: "0.000000001s"),
        Case(Duration.seconds(Int64.max), is: "[499999999999999999,17446744073709551616]"),
        Case(Duration?.some(.seconds(172_801)), is: "48h1s"), Case(Speed.slow, is: "slow"),
        Case(Speed?.some(.fast), is: "fast"),
        Case(Speed.exact(1), is: #"{"exact":{"_0":1}}"#), Case([Speed.slow], is: #"[{"slow":{}}]"#),
    ])
    func `The string representation of a scalar is simple`(_ this: Case) throws { try this.check(store.suite) }

    @Test(arguments: [
        Case([1, 2], is: "[1,2]"), Case(["a/b", "c\nd"], is: #"["a/b","c\nd"]"#),
        Case([Double.nan, -.infinity, 0.5], is: #"["nan","-inf",0.5]"#),
        Case([date(0.5)], is: #"["2001-01-01T00:00:00.500Z"]"#), Case([Data([1, 2])], is: #"["AQI="]"#),
        Case(["b": 2, "a": 1], is: #"{"a":1,"b":2}"#), Case(ann, is: #"{"age":7,"name":"Ann"}"#),
        Case([Decimal(12.5)], is: "[12.5]"), Case([1, nil], is: "[1,null]"), Case(Set([1]), is: "[1]"),
        Case(JSONValue.string("1"), is: #""1""#),
        Case(JSONValue.string("a"), is: "a"), Case(relative, is: #""a/b""#),
        Case([URL(fileURLWithPath: "/a")], is: #"["file:///a"]"#),
        Case(
            URL(string: "c", relativeTo: URL(string: "file:///a/")) ?? .standIn,
            is: #"{"base":{"relative":"file:///a/"},"relative":"c"}"#
        ),
    ])
    func `The string representation of a structure is JSON on one line, with sorted keys`(_ this: Case) throws {
        try this.check(store.suite)
    }

    @Test(arguments: [
        Case("YES", as: true), Case("on", as: true), Case("0", as: false),
        Case("null", as: Bool?.none), Case("null", as: Date?.none), Case("null", as: [Int]?.none),
        Case(" OFF ", as: false), Case("[12.5]", as: [Decimal(12.5)]),
        Case(" 14 ", as: 14.0), Case("<real>14</real>", as: 14.0),
        Case("9007199254740993.0", as: 9_007_199_254_740_993), Case("-9007199254740993.00", as: -9_007_199_254_740_993),
        Case("[9.007199254740993E+15, 0.0]", as: [9_007_199_254_740_993, 0]), Case("1e19", as: UInt64(1e19)),
        Case("[1200e-2, -0e5]", as: [12, 0]), Case("[0e-1, -0.0e-5]", as: [0, 0]), Case("-0.0", as: UInt(0)),
        Case(".5e1", as: 5), Case("-.5E+1", as: -5), Case("5.", as: 5),
        Case("1e3", as: Int?(1_000)), Case("null", as: Int?.none), Case("<0102>", as: Data([1, 2])),
        Case("2026-05-09", as: date(799_977_600)), Case("2026-05-09T02:00:00.5+02:00", as: date(799_977_600.5)),
        Case("(a.txt, \"b c.txt\")", as: ["a.txt", "b c.txt"]), Case(#" [ "a.txt" ] "#, as: ["a.txt"]),
        Case("()", as: [String]()), Case("(1, 2)", as: [1, 2]),
        Case(#"{"name": "Ann", "age": 7}"#, as: ann),
        Case("<dict><key>name</key><string>Ann</string><key>age</key><integer>7</integer></dict>", as: ann),
        Case(#""dark""#, as: Theme.dark), Case("/a b", as: URL(fileURLWithPath: "/a b")),
        Case(#"{"relative":"a/b"}"#, as: relative),
        Case("90", as: Duration.seconds(90)), Case(" 90s ", as: Duration.seconds(90)),
        Case("1.5h", as: Duration.seconds(5_400)), Case("1d 2h3m4.5s", as: Duration.milliseconds(93_784_500)),
        Case("PT90S", as: Duration.seconds(90)), Case("-pt1h0.5s", as: Duration.milliseconds(-3_600_500)),
        Case("P1D", as: Duration.seconds(86_400)), Case("250ms", as: Duration.milliseconds(250)),
        Case("1us2ns", as: Duration.nanoseconds(1_002)), Case("[0,1000000000]", as: Duration.nanoseconds(1)),
        Case(#"{"slow":{}}"#, as: Speed.slow), Case("fast", as: Speed?.some(.fast)),
    ])
    func `Launch-argument syntax and JSON in any layout are read`(_ this: Case) throws {
        try this.check(store.suite)
    }

    @Test(
        arguments: [
            [.text("2026-01-31")], [.text("true"), .date(date(0.5))], [.date(date(0.5)), .text("inf")],
            [.text("AQI=")],
            [.data(Data([1, 2])), .text("a\nb")], [.number(.infinity), .text("<&>")], [.text("null")], [.text("")],
            [.date(date(0.123)), .text("2026-01-31")],
        ] as [[Guess]]
    )
    func `A string that would be read as another value is a property list instead`(_ guesses: [Guess]) throws {
        for guess in guesses {
            try key<Guess>.in(store.suite).store(guess)
            let text = try #require(key<Guess>.in(store.suite).text())
            #expect(try key<Guess>.parse(text) == guess, "\(text)")
        }
        try key<[Guess]>.in(store.suite).store(guesses)
        let text = try #require(key<[Guess]>.in(store.suite).text())
        #expect(try key<[Guess]>.parse(text) == guesses, "\(text)")
        #expect(!text.contains("\n"))
    }

    @Test(arguments: [
        "9007199254740993.5", "1e-1", "4503599627370496.00000001", "0.99999999999999999999", "1e19", "1e99",
        ".5", ".50", "+.75", "-.5",
    ])
    func `A number that isn't an integer in range is rejected, not rounded`(_ text: String) {
        #expect(throws: TSUDError.self) { try key<Int>.parse(text) }
        #expect(throws: TSUDError.self) { try key<[Int]>.parse("[\(text)]") }
        #expect(throws: TSUDError.self) { try key<[String: Int?]>.parse(#"{"a": \(text)}"#) }
    }

    @Test(arguments: [Int64.min, Int64.min + 1, -1, 0, 1, Int64.max], [0, 1, UInt64.max])
    func `The string representation of a duration is read as the same one, however long it is`(
        _ high: Int64,
        _ low: UInt64
    ) throws {
        store.suite.set([high, low] as [Any], forKey: key<Duration>.stringKey)
        let duration = try #require(try key<Duration>.in(store.suite).storedValue())
        let text = try #require(key<Duration>.in(store.suite).text())
        #expect(try key<Duration>.parse(text) == duration)
        try key<Duration>.in(store.suite).storeText(text)
        #expect(try key<Duration>.in(store.suite).storedValue() == duration)
    }

    @Test(arguments: ["", "1m1h", "P1M", "PT", "1.s", "s", "90x", "99999999999999999999", "9223372036854775807d"])
    func `A string that isn't a duration is rejected`(_ text: String) {
        let error = #expect(throws: TSUDError.self) { try key<Duration>.parse(text) }
        let sentence = "Text for key 'key': '\(text)' is not a duration."
        #expect(error?.description == "\(sentence)\nExpected a duration such as 7s.")
    }

    @Test func `The name of a case with associated values is rejected`() {
        #expect(throws: TSUDError.self) { try key<Speed>.parse("exact") }
        #expect(throws: TSUDError.self) { try key<Speed>.parse("quick") }
    }

    @Test func `Equal sets and dictionaries have one string, at every depth`() throws {
        struct Groups: Codable, Equatable, Defaulted {
            var tags: Set<String>
            var ids: [UUID: Set<Int>] = [:]
            static var standIn: Self { Self(tags: []) }
        }
        func check<Value: Defaulted & Equatable>(_ make: (_ isReversed: Bool) -> Value, _ text: String) throws {
            for value in [make(false), make(true)] {
                try key<Value>.in(store.suite).store(value)
                #expect(key<Value>.in(store.suite).text() == text)
                #expect(try key<Value>.parse(text) == value)
            }
        }
        /// The elements in another order of insertion, and so of iteration.
        func set<Element: Hashable>(_ elements: [Element], _ isReversed: Bool) -> Set<Element> {
            var set = Set<Element>(minimumCapacity: isReversed ? 1_000 : 0)
            for element in isReversed ? elements.reversed() : elements { set.insert(element) }
            return set
        }
        let words = (0..<30).map { "w\($0 + 10)" }
        let list = "[" + words.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        try check({ set(words, $0) }, list)
        try check({ set([20, 3, -1, 100], $0) }, "[-1,3,20,100]")
        try check({ ["a": set(words, $0)] }, "{\"a\":\(list)}")
        try check({ [set(words, $0)] }, "[\(list)]")
        try check({ Groups(tags: set(words, $0)) }, "{\"ids\":[],\"tags\":\(list)}")
        let ids = (10..<30).compactMap { UUID(uuidString: "000000\($0)-0000-0000-0000-000000000000") }
        let groups = try (0...1).map { isReversed in
            var groups = Groups(tags: [], ids: Dictionary(minimumCapacity: isReversed * 1_000))
            for id in isReversed == 1 ? ids.reversed() : ids { groups.ids[id] = set([2, 1], isReversed == 1) }
            try key<Groups>.in(store.suite).store(groups)
            return try #require(key<Groups>.in(store.suite).text())
        }
        #expect(groups[0] == groups[1])
        #expect(groups[0].contains("00-000000000000\",[1,2],\"00000011"))
    }

    struct Timer: Codable, Equatable, Defaulted {
        var every: Duration
        var steps: [Duration?] = []
        var named: [String: Duration] = [:]
        static var standIn: Self { Self(every: .seconds(1)) }
    }

    static let timer = Timer(every: .seconds(90), steps: [.milliseconds(1_500), nil], named: ["a": .zero])

    @Test(arguments: [
        Case([Duration.seconds(90)], is: #"["1m30s"]"#), Case(["a": Duration.zero], is: #"{"a":"0s"}"#),
        Case(Set([Duration.seconds(1)]), is: #"["1s"]"#), Case([[Duration.seconds(1)]], is: #"[["1s"]]"#),
        Case([Duration?.some(.seconds(1)), nil], is: #"["1s",null]"#),
        Case(timer, is: #"{"every":"1m30s","named":{"a":"0s"},"steps":["1.5s",null]}"#),
        Case(#"["1s", "1m", "90"]"#, as: [Duration.seconds(1), .seconds(60), .seconds(90)]),
        Case("[[0, 1000000000000000000]]", as: [Duration.seconds(1)]),
        Case(#"{"every": "PT90S", "steps": ["1500ms", null], "named": {"a": [0, 0]}}"#, as: timer),
    ])
    func `A duration is a string at every depth`(_ this: Case) throws { try this.check(store.suite) }

    @Test func `A duration inside a value is stored as before`() throws {
        let stored: [Any] = [[0, 1_000_000_000_000_000_000]]
        try key<[Duration]>.in(store.suite).storeText(#"["1s"]"#)
        #expect(isSameObject(store.object(forKey: "key"), stored))
        try key<[Duration]>.in(store.suite).store([.seconds(1)])
        #expect(isSameObject(store.object(forKey: "key"), stored))
    }

    struct Icon: Codable, Equatable, Defaulted {
        var image: Data
        static var standIn: Self { Self(image: Data()) }
    }

    @Test(arguments: [
        Case("AQ\r\nID\nBA==\n", as: Data([1, 2, 3, 4])), Case(#"["AQ\nID\nBA=="]"#, as: [Data([1, 2, 3, 4])]),
        Case(#"{"image": "AQID\nBA=="}"#, as: Icon(image: Data([1, 2, 3, 4]))),
    ])
    func `Base64 may have line breaks`(_ this: Case) throws { try this.check(store.suite) }

    @Test(arguments: [
        Case("(on, no)", as: [true, false]), Case("{a = ON;}", as: ["a": true]), Case("(1, 2)", as: [1, 2]),
        Case("(300, 1)", as: [Level.high, .low]), Case("{a = 300;}", as: ["a": Level.high]),
    ])
    func `Elements of a typed property list, which has only strings, are read like values`(_ this: Case) throws {
        try this.check(store.suite)
    }

    @Test(arguments: ["null", "\"null\"", "$null", "", "nil"])
    func `Each string in a doubly optional type has one text, as JSON too`(_ string: String) throws {
        try nested.store(.some(.some(string)))
        #expect(nested.text() == string)
        #expect(try nested.parse(string) == .some(.some(string)))
        let json = Data("{\"nested\": \(JSON.string(string).text)}".utf8)
        let list: [any TSUD.Type] = [nested.self]
        try list.restore(from: json)
        #expect(nested.value == .some(.some(string)))
        #expect(nested.jsonValue(of: nested.value) == .string(string))
    }

    @Test(arguments: [
        Cost(of: { [Double]((0..<$0).map { Double($0) / 3 }) }), Cost(of: { (0..<$0).map { "name \($0)" } }),
        Cost(of: { (0..<$0).map { Contact(name: "\($0)", age: $0) } }), Cost(of: { Set(0..<$0) }),
        Cost(of: { Dictionary(uniqueKeysWithValues: (0..<$0).map { ("name \($0)", $0) }) }),
    ])
    func `The text of an element takes as long among many as among few, and so does reading it`(_ cost: Cost) {
        let times = [500, 8_000].map(cost.measure)
        #expect(times[1].writing < 4 * times[0].writing && times[1].reading < 4 * times[0].reading, "\(times)")
    }

    struct Cost: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Returns the times for each of some elements, in nanoseconds.
        let measure: @Sendable (Int) -> (writing: Double, reading: Double)

        init<Value: Codable & SendableMetatype>(of make: @escaping @Sendable (Int) -> Value) {
            testDescription = "\(Value.self)"
            measure = { count in
                let value = make(count)
                let text = (try? TSUDText.text(of: value)) ?? ""
                let times = (0..<3).map { _ in
                    (processorTime { try? TSUDText.text(of: value) }, processorTime { try? parsed(Value.self, text) })
                }
                return ((times.map(\.0).min() ?? 0) / Double(count), (times.map(\.1).min() ?? 0) / Double(count))
            }
        }
    }

    @Test func `null is nil for every optional except String?`() throws {
        #expect(try filledKey<Guess>.parse("null") == nil)
        #expect(try filledKey<Data>.parse("null") == nil)
        #expect(try filledKey<String>.parse("null") == "null")
    }

    @Test(arguments: Word.allCases)
    func `A wrapped value whose own string is null is distinguished from nil`(_ word: Word) throws {
        try key<Word?>.in(store.suite).store(word)
        let text = try #require(key<Word?>.in(store.suite).text())
        #expect(text == (word == .null ? "\"null\"" : "other"))
        #expect(try key<Word?>.parse(text) == word)
        #expect(try key<Word?>.parse("null") == nil)
    }

    @Test func `A nil of a key with another default has no string, and is read from its mark`() throws {
        try filledKey<Theme>.in(store.suite).store(nil)
        #expect(filledKey<Theme>.in(store.suite).text() == nil)
        #expect(try filledKey<Contact>.parse("$null") == nil)
        try filledKey<Contact>.in(store.suite).storeText("$null")
        #expect(filledKey<Contact>.get(store.suite) == nil)
    }

    @Test(arguments: Extent.sample(40, of: 0..<200))
    func `The string representation of a date distinguishes it from its neighbors`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let magnitude = Double.random(in: -12...13, using: &generator)
        let seconds = (Bool.random(using: &generator) ? 1 : -1) * pow(10, magnitude)
        for date in [date(seconds), date(seconds.nextUp)] {
            key<Date>.set(date, store.suite)
            let text = try #require(key<Date>.in(store.suite).text())
            #expect(try key<Date>.parse(text) == date, "\(text)")
        }
    }

    @Test func `The string for an unreadable value is the default's, and the error is reported`() {
        store.suite.set("banana", forKey: "key")
        let reports = Reports.during { #expect(key<Int>.in(store.suite).text() == "77") }
        #expect(reports.map(\.code) == [.unreadable])
    }

    @Test func `A case without a raw value has its name as its string`() throws {
        #expect(key<Shape>.text(of: .square) == "square")
        #expect(try key<Shape>.parse("square") == .square)
        #expect(throws: TSUDError.self) { try key<Shape>.parse("oval") }
    }

    // MARK: Text that is refused

    typealias Rejected = (text: String, key: any TSUD.Type, problem: String, input: String)

    private static let number = "a number such as 7.75", whole = "a whole number such as 77"
    private static let day = "a date such as 2026-01-31T09:30:00Z"
    private static let contact = #"JSON such as {"age":0,"name":"nobody"}"#

    @Test(
        arguments: Row<Rejected>.table([
            ("banana", key<Double>.self, "'banana' is not a number", number),
            ("", key<Int>.self, "'' is not a whole number", whole),
            ("2.5", key<Int?>.self, "'2.5' is not a whole number", "a whole number such as 20"),
            ("1e999", key<Double>.self, "'1e999' is too large", number),
            ("-1e999", key<Double?>.self, "'-1e999' is too small", "a number such as 1.5"),
            ("true", key<Double>.self, "'true' is not a number", number),
            ("0x10", key<Double>.self, "'0x10' is not a number", number),
            ("0x10", key<Int>.self, "'0x10' is not a whole number", whole),
            ("true", key<Int>.self, "'true' is not a whole number", whole),
            ("\"5\"", key<Int>.self, "'\"5\"' is not a whole number", whole),
            (
                #"["1"]"#, key<[Int]>.self, #"'["1"]' is not valid: '0' is '1', expected a whole number"#,
                "a list such as [20]"
            ),
            (
                "[true]", key<[Int]>.self, "'[true]' is not valid: '0' is true, expected a whole number",
                "a list such as [20]"
            ),
            (
                #"["on"]"#, key<[Bool]>.self, #"'["on"]' is not valid: '0' is 'on', expected on or off"#,
                "a list such as [true]"
            ),
            (
                "-1", key<UInt8>.self, "'-1' is too small",
                "a whole number from 0 to 255 such as 77"
            ),
            ("maybe", key<Bool>.self, "'maybe' is not valid", "on or off"),
            ("fasle", key<Bool>.self, "'fasle' is not valid", "on or off"),
            ("notes", key<Bool?>.self, "'notes' is not valid", "on or off"),
            ("12", key<Bool>.self, "'12' is not valid", "on or off"),
            ("true false", key<Bool>.self, "'true false' is not valid", "on or off"),
            (
                #"["tomorrow"]"#, key<[Bool]>.self,
                #"'["tomorrow"]' is not valid: '0' is 'tomorrow', expected on or off"#, "a list such as [true]"
            ),
            (
                "[true, 2]", key<[Bool?]>.self, "'[true, 2]' is not valid: '1' is 2, expected on or off",
                "a list such as [true]"
            ),
            (
                "{a = notes;}", key<[String: Bool]>.self,
                "'{a = notes;}' is not valid: 'a' is 'notes', expected on or off",
                #"an object such as {"name":true}"#
            ),
            ("blue", key<Theme>.self, "'blue' is not valid", "one of light, dark"),
            ("2", filledKey<Level>.self, "'2' is not valid", "one of 1, 300"),
            ("7", key<Digit>.self, "'7' is not valid", "one of 0, 1, 2, 3, 4, and 1 more"),
            ("a\nb", key<Int>.self, #""a\nb" is not a whole number"#, whole),
            ("a\u{9B}31m", key<Int>.self, #""a\u{9B}31m" is not a whole number"#, whole),
            (
                String(repeating: "x", count: 101), key<Int>.self,
                "'\(String(repeating: "x", count: 100))…' is not a whole number", whole
            ),
            ("2026-13-01", key<Date>.self, "'2026-13-01' is not a date", day),
            ("2026-02-30", key<Date>.self, "'2026-02-30' is not a date", day),
            ("2025-02-29", key<Date?>.self, "'2025-02-29' is not a date", day),
            ("2026-01-01T25:00:00Z", key<Date>.self, "'2026-01-01T25:00:00Z' is not a date", day),
            ("2026-01-01T10:61:00Z", key<Date>.self, "'2026-01-01T10:61:00Z' is not a date", day),
            ("2026-01-01T10:00:00+25:00", key<Date>.self, "'2026-01-01T10:00:00+25:00' is not a date", day),
            (
                "<date>2026-02-30T00:00:00Z</date>", key<Date>.self,
                "'<date>2026-02-30T00:00:00Z</date>' is not a date", day
            ),
            (
                #"["2026-02-30"]"#, key<[Date]>.self,
                #"'["2026-02-30"]' is not valid: '0' is '2026-02-30', expected a date"#,
                #"a list such as ["2026-01-31T09:30:00Z"]"#
            ),
            (
                #"{"a":1.5}"#, key<[String: Int]>.self,
                #"'{"a":1.5}' is not valid: 'a' is 1.5, expected a whole number"#, #"an object such as {"name":20}"#
            ),
            (
                "[70000]", key<[UInt16]>.self,
                "'[70000]' is not valid: '0' is 70000, expected a whole number from 0 to 65535",
                "a list such as [20]"
            ),
            (
                #"["blue"]"#, key<[Theme]>.self,
                #"'["blue"]' is not valid: '0' is 'blue', expected one of light, dark"#,
                #"a list of light, dark, such as ["light"]"#
            ),
            ("2026-01-01T00:00:00Zx", key<Date>.self, "'2026-01-01T00:00:00Zx' is not a date", day),
            ("?", key<Data>.self, "'?' is not base64", "base64 such as TQ=="),
            ("a, b", key<[String]>.self, "'a, b' is not a list", #"a list such as ["Ann"]"#),
            (
                #"["a", null]"#, key<[String]>.self, #"'["a", null]' is not valid: '1' is null, expected a string"#,
                #"a list such as ["Ann"]"#
            ),
            (
                #"{"a": null}"#, key<[String: String]>.self,
                #"'{"a": null}' is not valid: 'a' is null, expected a string"#, #"an object such as {"name":"Ann"}"#
            ),
            (
                #"[["a"], [null]]"#, filledKey<[[String]]>.self,
                #"'[["a"], [null]]' is not valid: '1.0' is null, expected a string"#, #"a list such as [["Ann"]]"#
            ),
            (
                "[null]", key<Set<String>>.self, "'[null]' is not valid: '0' is null, expected a string",
                #"a list such as ["Ann"]"#
            ),
            (
                #"{"name": null, "age": 1}"#, key<Contact>.self,
                #"'{"name": null, "age": 1}' is not valid: 'name' is null, expected a string"#, contact
            ),
            (
                "[1", key<[Int]>.self, "'[1' is not valid: line 1, column 3: expected ',' or ']', found the end",
                "a list such as [20]"
            ),
            (
                #"{"age": 1, "age": 2}"#, key<Contact>.self,
                #"'{"age": 1, "age": 2}' is not valid: line 1, column 12: the name 'age' is repeated"#, contact
            ),
            ("1],[2", key<[Int]>.self, "'1],[2' is not a list", "a list such as [20]"),
            ("1,2", key<Int>.self, "'1,2' is not a whole number", whole),
            (
                "not a url at all", key<URL>.self, "'not a url at all' is not an address",
                "an address such as file:///stand-in, or the path of a file"
            ),
            (#"{"age": 7}"#, key<Contact>.self, #"'{"age": 7}' is not valid: 'name' is missing"#, contact),
            (
                #"[{"age": [], "name": "Ann"}]"#, key<[Contact]>.self,
                #"'[{"age": [], "name": "Ann"}]' is not valid: '0.age' is a list, expected a whole number"#,
                "a list"
            ),
        ]) { $0.text }
    )
    func `An invalid string throws an error with the expected input, and stores nothing`(
        _ row: Row<Rejected>
    ) {
        let (text, key, problem, input) = row.content
        func store<Key: TSUD>(_ text: String, of key: Key.Type) throws {
            try key.in(self.store.suite).storeText(text)
        }
        self.store.suite.set("stored before", forKey: "key")
        let error = #expect(throws: TSUDError.self) { try store(text, of: key) }
        #expect(error?.description == "Text for key 'key': \(problem).\nExpected \(input).")
        #expect(error?.code == .unreadable)
        #expect(error?.key == "key")
        #expect(throws: TSUDError.self) { try key.parse(text) }
        #expect(self.store.object(forKey: "key") as? String == "stored before")
    }

    @Test(arguments: ["(", "{a=", "[", "<array>", "<dict><key>a</key>", "\"", "bplist00", "{\"a\":"])
    func `A pathological string is rejected with little work`(_ part: String) {
        for count in [1, 50_000] {
            let text = String(repeating: part, count: count)
            for key in [key<[[Int]]>.self, key<Tree>.self, key<URL?>.self, key<Date>.self] as [any TSUD.Type] {
                #expect(throws: TSUDError.self) { try key.parse(text) }
            }
        }
    }
}

private enum nested: TSUD { static let defaultValue: String?? = nil }
private enum Shape: Codable, CaseIterable, Defaulted {
    case round, square
    static var standIn: Self { .round }
}
enum Word: String, Codable, CaseIterable, Defaulted {
    case null, other
    static var standIn: Self { .other }
}
private enum Digit: Int, Codable, CaseIterable, Defaulted {
    case zero, one, two, three, four, five
    static var standIn: Self { .zero }
}

/// A value that tries one type after another when it is decoded.
enum Guess: Codable, Equatable, Defaulted {
    case date(Date)
    case number(Double)
    case flag(Bool)
    case data(Data)
    case text(String)
    static var standIn: Self { .flag(false) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let typed =
            (try? container.decode(Date.self)).map(Self.date)
            ?? (try? container.decode(Bool.self)).map(Self.flag)
            ?? (try? container.decode(Double.self)).map(Self.number)
            ?? (try? container.decode(Data.self)).map(Self.data)
        self = try typed ?? .text(container.decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .date(let date): try container.encode(date)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .data(let data): try container.encode(data)
        case .text(let text): try container.encode(text)
        }
    }
}

private let ann = Contact(name: "Ann", age: 7)
private let relative = URL(string: "a/b") ?? .standIn
private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
