#if os(Linux)
import Foundation
import TSUDText
import TestSupport
import Testing

@testable import TSUD
@testable import TSUDCommands

private enum size: DescribedSetting {
    static let defaultValue = 12.0
    static let summary = "the size"
    static let hasMembers = true
}
private enum count: TSUD { static let defaultValue = 1 }
private enum title: TSUD { static let defaultValue = "default" }
private enum user: TSUD { static let defaultValue: String? = "default" }
private enum note: TSUD { static let defaultValue: String? = nil }
private enum isOn: TSUD { static let defaultValue = false }
private enum opened: TSUD { static let defaultValue = Date.distantPast }
private enum home: TSUD { static let defaultValue = URL(fileURLWithPath: "/") }
private enum sizes: TSUD { static let defaultValue: [Int] = [] }
private enum frame: TSUD { static let defaultValue = Window() }
private enum aliases: TSUD { static let defaultValue: [String?] = [] }
private enum dates: TSUD { static let defaultValue: [Date] = [] }
private enum blobs: TSUD { static let defaultValue: [Data] = [] }
private enum delays: TSUD { static let defaultValue: [Duration] = [] }
private enum windows: TSUD { static let defaultValue: [String: Window] = [:] }
/// A value that can't be compared.
private enum place: TSUD {
    static let defaultValue = Place()
    struct Place: Codable { var x = 0 }
}
private enum limited: TSUD {
    static let defaultValue = 1
    static func validate(_ value: Int) throws {
        struct TooLarge: LocalizedError { var errorDescription: String? { "at most 9" } }
        if value > 9 { throw TooLarge() }
    }
}
private enum renamed: TSUD {
    static let defaultValue = 1
    static let formerKeys = ["old"]
}
private enum theme: TSUD {
    static let defaultValue = "light"
    @TaskLocal static var reports = Recorder<String>()
    static func report(_ error: TSUDError) { reports.record(error.description) }
}

private struct Window: Codable, Equatable {
    var width = 1
    var from: Date?
}

private var settings: [any TSUD.Type] {
    [
        size.self, count.self, title.self, user.self, note.self, isOn.self, opened.self, home.self, sizes.self,
        frame.self, aliases.self, dates.self, blobs.self, delays.self, windows.self, place.self, limited.self,
        renamed.self, theme.self,
    ]
}

/// The list that is restored and exported.
private var some: [any TSUD.Type] { [size.self, count.self, title.self] }

/// The values in an administrator's files, and writes below them.
@Suite(.mayBlock) struct SystemValuesTests {
    private let directory: SystemDirectory
    private let suite: UserDefaults

    init() throws {
        directory = try SystemDirectory()
        suite = try #require(UserDefaults(suiteName: directory.path("own")))
    }

    /// Writes files, and calls a closure while they are applied.
    private func withFiles<Result>(
        _ files: [String: String],
        _ body: (UserDefaults) throws -> Result
    ) throws -> Result {
        for (name, contents) in files { try directory.install(contents, as: name) }
        let places = SystemPlaces(bases: [directory.path("s")])
        let applied = AppliedFiles.apply(to: settings, in: suite, places: { _ in places })
        return try withExtendedLifetime(applied) { try body(suite) }
    }

    /// Not a tuple, with which a release build of this test crashes the compiler (Swift 6.3.1).
    struct Value {
        let json: String
        let expected: String
        let read: @Sendable (UserDefaults) -> String
    }

    private static func value(
        _ description: String,
        _ json: String,
        _ expected: String,
        _ read: @escaping @Sendable (UserDefaults) -> String
    ) -> Row<Value> {
        Row(description, Value(json: json, expected: expected, read: read))
    }

    static let values: [Row<Value>] = [
        value("a number", #"{"size": 1.5}"#, "1.5") { "\(size.in($0).value)" },
        value("a number in a string", #"{"size": "1.5"}"#, "12.0") { "\(size.in($0).value)" },
        value("an integer", #"{"count": 9223372036854775807}"#, "\(Int.max)") { "\(count.in($0).value)" },
        value("a string", #"{"title": "a \"b\" é"}"#, "a \"b\" é") { title.in($0).value },
        value("a string of digits", #"{"title": "014"}"#, "014") { title.in($0).value },
        value("the string null", #"{"user": "null"}"#, "null") { user.in($0).value ?? "nil" },
        value("null", #"{"user": null}"#, "nil") { user.in($0).value ?? "nil" },
        value("null for no optional", #"{"title": null}"#, "default") { title.in($0).value },
        value("a boolean", #"{"isOn": true}"#, "true") { "\(isOn.in($0).value)" },
        value("a word for a boolean", #"{"isOn": "on"}"#, "false") { "\(isOn.in($0).value)" },
        value("no word for a boolean", #"{"isOn": "yellow"}"#, "false") { "\(isOn.in($0).value)" },
        value("a date", #"{"opened": "2026-01-31"}"#, "791510400.0") {
            "\(opened.in($0).value.timeIntervalSinceReferenceDate)"
        },
        value("a URL", #"{"home": "https://example.org/a?b"}"#, "https://example.org/a?b") {
            home.in($0).value.absoluteString
        },
        value("an array", #"{"sizes": [3, 1]}"#, "[3, 1]") { "\(sizes.in($0).value)" },
        value("a structure with a date", #"{"frame": {"width": 3, "from": "2001-01-01T00:00:01Z"}}"#, "3 1.0") {
            let frame = frame.in($0).value
            return "\(frame.width) \(frame.from?.timeIntervalSinceReferenceDate ?? 0)"
        },
        value("an invalid value", #"{"limited": 10}"#, "1") { "\(limited.in($0).value)" },
        value("not a number", #"{"size": "nan"}"#, "nan") { "\(size.in($0).value)" },
        value("nulls in an array", #"{"aliases": ["a", null]}"#, "a nil") {
            aliases.in($0).value.map { $0 ?? "nil" }.joined(separator: " ")
        },
        value("a null in an array of no optionals", #"{"sizes": [1, null]}"#, "[]") { "\(sizes.in($0).value)" },
        value("dates", #"{"dates": ["2001-01-01", "2001-01-01T00:00:01.5Z"]}"#, "[0.0, 1.5]") {
            "\(dates.in($0).value.map(\.timeIntervalSinceReferenceDate))"
        },
        value("data", #"{"blobs": ["AQI=", ""]}"#, "[[1, 2], []]") { "\(blobs.in($0).value.map { Array($0) })" },
        value("durations", #"{"delays": ["1m30s", "250ms"]}"#, "[90.0 seconds, 0.25 seconds]") {
            "\(delays.in($0).value)"
        },
        value("structures with dates", #"{"windows": {"a": {"width": 3, "from": "2001-01-01T00:00:01Z"}}}"#, "1.0") {
            "\(windows.in($0).value["a"]?.from?.timeIntervalSinceReferenceDate ?? 0)"
        },
        value("the schema of the file", #"{"$schema": "editor.schema.json", "size": 2}"#, "2.0") {
            "\(size.in($0).value)"
        },
        value("the name of a member as typed", #"{"size/a.b/c%": 2}"#, "2.0") { "\(size.in($0)["a.b/c%"])" },
        value("the key of a member", #"{"size/a%2Eb/c%25": 2}"#, "2.0") { "\(size.in($0)["a.b/c%"])" },
        value("both names of a member", #"{"size/a.b": 1, "size/a%2Eb": 2}"#, "2.0") { "\(size.in($0)["a.b"])" },
    ]

    @Test(arguments: values)
    func `A value in JSON is read like a string representation`(_ row: Row<Value>) throws {
        try withFiles(["s.json": row.content.json]) { suite in
            #expect(row.content.read(suite) == row.content.expected)
            // Once more, from the cache.
            #expect(row.content.read(suite) == row.content.expected)
        }
    }

    @Test func `The fault of an unreadable value names the file`() throws {
        try directory.install(#"{"size": "x", "title": null, "limited": 10}"#, as: "s.locked.json")
        let places = SystemPlaces(bases: [directory.path("s")])
        let applied = AppliedFiles.apply(to: settings, in: suite, places: { _ in places })
        let place = "in '\(directory.path("s.locked.json"))':"
        #expect(
            applied.faults.sorted() == [
                "Value for key 'limited' \(place) '10' is invalid: at most 9. Expected a whole number such as 1.",
                "Value for key 'size' \(place) 'x' is not a number. Expected a number such as 12.0.",
                "Value for key 'title' \(place) 'null' is not a string. Expected a string such as default.",
            ]
        )
    }

    // MARK: Writing

    static let writes: [Row<@Sendable (UserDefaults) throws -> Void>] = [
        Row("store", { try size.in($0).store(2) }),
        Row("storeText", { try size.in($0).storeText("2") }),
        Row("update", { suite in try size.in(suite).update { $0 += 1 } }),
        Row("a transaction") { suite in
            try updateSettings {
                $0[count.in(suite)] = 2
                $0[size.in(suite)] = 2
            }
        },
        Row("restore", { try some.restore(from: data(of: ["size": 2]), in: $0) }),
    ]

    private static func data(of objects: [String: Any]) throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
    }

    @Test(arguments: writes)
    func `A write to a locked setting throws and stores nothing`(
        _ row: Row<@Sendable (UserDefaults) throws -> Void>
    ) throws {
        size.in(suite).value = 7
        try withFiles(["s.locked.json": #"{"size": 1}"#]) { suite in
            let error = #expect(throws: TSUDError.self) { try row.content(suite) }
            #expect(error?.code == .managed && error?.path == directory.path("s.locked.json"))
            #expect(suite.object(forKey: "size") as? Double == 7)
            #expect(!count.in(suite).isSet)
        }
    }

    @Test func `Setting a locked setting reports it, and resetting doesn't`() throws {
        try withFiles(["s.locked.json": #"{"theme": "dark"}"#]) { suite in
            let recorder = Recorder<String>()
            theme.$reports.withValue(recorder) {
                theme.in(suite).value = "blue"
                theme.in(suite).reset()
                [theme.self].reset(in: suite)
            }
            let path = directory.path("s.locked.json")
            #expect(recorder.all == ["Setting 'theme' is locked by the administrator in '\(path)'."])
            #expect(suite.object(forKey: "theme") == nil)
            #expect(theme.in(suite).value == "dark")
        }
    }

    @Test func `The error of a locked member has its name as typed`() throws {
        try withFiles(["s.locked.json": #"{"size/a.pdf": 1}"#]) { suite in
            let error = #expect(throws: TSUDError.self) { try size.in(suite).of("a.pdf").store(2) }
            let path = directory.path("s.locked.json")
            #expect(error?.description == "Setting 'size/a.pdf' is locked by the administrator in '\(path)'.")
            #expect(error?.key == "size/a%2Epdf")
        }
    }

    @Test func `A restoration accepts the value of a locked setting, and stores none`() throws {
        try withFiles(["s.locked.json": #"{"size": 1, "place": {"x": 2}, "count": 3}"#]) { suite in
            let settings: [any TSUD.Type] = [size.self, place.self, title.self]
            func data(_ x: Int) throws -> Data { try Self.data(of: ["size": 1, "place": ["x": x], "title": "new"]) }
            let restoration = try settings.restore(from: data(2), in: suite)
            #expect((restoration.stored, restoration.skipped) == (["place", "size", "title"], []))
            #expect(suite.object(forKey: "size") == nil)
            #expect(title.in(suite).value == "new")
            #expect(throws: TSUDError.self) { try settings.restore(from: data(3), in: suite) }
        }
    }

    @Test func `A restoration skips a locked setting that it would change, and only this one`() throws {
        size.in(suite).value = 7
        title.in(suite).value = "kept"
        try withFiles(["s.locked.json": #"{"size": 1, "title": "locked"}"#]) { suite in
            let data = try Self.data(of: ["size": 2.0, "count": 2, "title": "kept"])
            let restoration = try some.restore(from: data, in: suite, skippingInvalid: true)
            #expect((restoration.stored, restoration.skipped) == (["count", "title"], ["size"]))
            #expect(suite.object(forKey: "size") as? Double == 7)
            // A setting that is absent from the data is reset, below the lock too.
            try some.restore(from: Self.data(of: ["count": 3]), in: suite, keepingAbsent: true)
            #expect((count.in(suite).value, suite.object(forKey: "size") as? Double) == (3, 7))
            try some.restore(from: Self.data(of: ["count": 4]), in: suite)
            #expect(count.in(suite).value == 4 && suite.object(forKey: "size") == nil)
        }
    }

    @Test func `A write to a default stores it, and an update begins with it`() throws {
        try withFiles(["s.json": #"{"size": 3, "note": "from a file", "count": 5}"#]) { suite in
            try size.in(suite).update { $0 += 1 }
            #expect((size.in(suite).value, size.in(suite).origin) == (4, .stored))
            note.in(suite).value = nil
            #expect((note.in(suite).value, note.in(suite).origin) == (nil, .stored))
            try updateSettings { $0[size.in(suite)] += Double($0[count.in(suite)]) }
            #expect(size.in(suite).value == 9)
            #expect(!count.in(suite).isSet)
            // They are not exported either.
            let exported = try some.exported(in: suite)
            let objects = try PropertyListSerialization.propertyList(from: exported, format: nil)
            #expect((objects as? [String: Any])?.keys.sorted() == ["size"])
        }
    }

    @Test func `A former key's stored value comes before a default, and a former key in a file counts for nothing`()
        throws
    {
        try withFiles(["s.json": #"{"renamed": 3, "old": 4}"#]) { suite in
            #expect(renamed.in(suite).value == 3)
            suite.set(2, forKey: "old")
            #expect(renamed.in(suite).value == 2)
            renamed.in(suite).value = 5
            #expect((renamed.in(suite).value, renamed.in(suite).origin) == (5, .stored))
        }
    }

    @Test func `Neither direct calls nor ephemeral suites have an administrator's values`() throws {
        try withFiles(["s.json": #"{"size": 1}"#, "s.locked.json": #"{"count": 2}"#]) { suite in
            #expect((size.in(suite).value, count.in(suite).value) == (1, 2))
            #expect(suite.object(forKey: "size") == nil)
            #expect(suite.object(forKey: "count") == nil)
            withEphemeralSettings { ephemeral in
                #expect((size.in(ephemeral).value, count.in(ephemeral).value) == (12, 1))
            }
        }
    }
}
#endif
