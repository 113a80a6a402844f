#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

private enum size: TSUD { static let defaultValue = 12.0 }
/// Registered defaults are those of the whole process.
private enum registered: TSUD { static let defaultValue = 12.0 }
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

private enum shown: TSUD {
    static let defaultValue = true
    static let memberKey = "*_shown"
}

private struct Window: Codable, Equatable {
    var width = 1
    var from: Date?
}

private var all: [any TSUD.Type] { [size.self, count.self, title.self] }

/// The description of an error of an operation, or "done".
private func result(_ body: () throws -> Void) -> String {
    do {
        try body()
        return "done"
    } catch {
        return (error as? TSUDError).map { "\($0.code) \($0.path ?? "")" } ?? "\(error)"
    }
}

extension TemporaryDirectory {
    /// Writes a file that only its owner can write.
    fileprivate func install(_ contents: String, as name: String) throws {
        try Data(contents.utf8).write(to: URL(fileURLWithPath: path(name)))
        chmod(path(name), 0o644)
    }
}

extension Linux {
    /// The files in which an administrator gives defaults and locked values.
    @Suite struct SystemFilesTests {
        private let directory = TemporaryDirectory.new()
        private let store = TestStore()

        init() {
            // Root trusts no file in a directory that others can write, unless it is sticky, as the temporary one is.
            chmod(directory.path, 0o1777)
            for name in ["a", "b"] { mkdir(directory.path(name), 0o755) }
        }

        /// Writes files, and calls a closure with a suite that finds them in the directories "a" and "b".
        private func withFiles<Result>(
            _ files: [String: String],
            _ body: (UserDefaults) throws -> Result
        ) throws -> Result {
            for (name, contents) in files { try write(contents, to: name) }
            let paths = ["a/s", "b/s"].map(directory.path)
            return try withExtendedLifetime(SavedSuite.named(store.name, systemPaths: paths)) { try body(store.suite) }
        }

        /// The environment of a process with an administrator's files.
        private var environment: [String: String?] { ["XDG_CONFIG_DIRS": directory.path("a")] }

        /// A process that observes a number, and watches the files.
        private func observer(_ number: Int, in environment: [String: String?]? = nil) throws -> Helper {
            let environment = environment ?? self.environment
            let helper = try Helper(directory, "observe → observed \(number)", environment: environment)
            try wait { try helper("watches") != "0" }
            return helper
        }

        private func write(_ contents: String, to name: String) throws { try directory.install(contents, as: name) }

        /// Writes a file in one step, so a process that watches it reads no part of it.
        private func replace(_ name: String, with contents: String) throws {
            try write(contents, to: "new")
            #expect(rename(directory.path("new"), directory.path(name)) == 0)
        }

        /// An error's text without the directory of the files.
        private func words(of error: TSUDError?) -> String? {
            store.words(of: error)?.replacingOccurrences(of: directory.path + "/", with: "")
        }

        // MARK: Independent members

        static let filesOfMember: [(files: [String: String], origin: ValueOrigin)] = [
            (["a/s.json": #"{"shown/CPU.1": false}"#], .system),
            (["a/s.json": #"{"shown/CPU%2E1": false}"#], .system),
            (["a/s.json": #"{"CPU.1_shown": false}"#], .system),
            (["a/s.plist": "<plist><dict><key>CPU.1_shown</key><false/></dict></plist>"], .system),
            (["a/s.locked.json": #"{"shown/CPU.1": false}"#], .managed),
        ]

        @Test(arguments: filesOfMember)
        func `A file has an independent member by its name or its key`(
            _ files: [String: String],
            _ origin: ValueOrigin
        ) throws {
            try withFiles(files) { suite in
                let member = shown.in(suite).of("CPU.1")
                #expect(!member.value && member.origin == origin)
                #expect(shown.in(suite).of("GPU").value && shown[suite])
                #expect(result { try member.store(true) }.hasPrefix("managed") == (origin == .managed))
            }
        }

        // MARK: The search list

        static let sources: [(String, files: [String: String], origin: ValueOrigin, value: Double)] = [
            ("a default of an administrator", ["a/s.json": #"{"size": 1}"#], .system, 1),
            ("a property list", ["a/s.plist": plist("<real>2</real>")], .system, 2),
            ("the first directory", ["a/s.json": #"{"size": 1}"#, "b/s.json": #"{"size": 2}"#], .system, 1),
            ("the first directory with a value", ["a/s.json": "{}", "b/s.json": #"{"size": 2}"#], .system, 2),
            (
                "the first of two locked values",
                ["a/s.locked.json": #"{"size": 1}"#, "b/s.locked.json": #"{"size": 2}"#], .managed, 1
            ),
            (
                "a locked value before a default", ["a/s.json": #"{"size": 1}"#, "b/s.locked.json": #"{"size": 2}"#],
                .managed, 2
            ),
            ("a locked property list", ["a/s.locked.plist": plist("<integer>3</integer>")], .managed, 3),
            ("no value", ["a/s.json": #"{"count": 1}"#], .defaultValue, 12),
        ]

        private static func plist(_ size: String) -> String { "<plist><dict><key>size</key>\(size)</dict></plist>" }

        @Test(arguments: sources)
        func `A setting has the first value of the administrator's files`(
            _: String,
            files: [String: String],
            origin: ValueOrigin,
            value: Double
        ) throws {
            try withFiles(files) { #expect((size.in($0).value, size.in($0).origin) == (value, origin)) }
        }

        @Test func `Each source takes precedence over the next one of the search list`() throws {
            try withFiles(["a/s.json": #"{"registered": 3}"#]) { suite in
                let setting = registered.in(suite)
                suite.register(defaults: ["registered": 2.0])
                #expect(setting.origin == .system)
                setting.value = 4
                #expect((setting.value, setting.origin) == (4, .stored))
                suite.launchArguments = ["registered": "5"]
                #expect((setting.value, setting.origin) == (5, .launchArgument))
                try write(#"{"registered": 6}"#, to: "b/s.locked.json")
                follow(suite)
                #expect((setting.value, setting.origin) == (6, .managed))
                #expect(try setting.storedValue() == 6)
                // In the reverse order.
                unlink(directory.path("b/s.locked.json"))
                follow(suite)
                #expect((setting.value, setting.origin) == (5, .launchArgument))
                suite.launchArguments = [:]
                setting.reset()
                #expect((setting.value, setting.origin) == (3, .system))
                #expect(!setting.isSet)
                unlink(directory.path("a/s.json"))
                follow(suite)
                #expect((setting.value, setting.origin) == (2, .registered))
            }
        }

        private func follow(_ suite: UserDefaults) { SavedSuite.named(store.name).followSystem() }

        @Test func `A member's value in any source comes before the setting's`() throws {
            try withFiles(["a/s.json": #"{"size/a.pdf": 1, "size/b%2Epdf": 2, "size/100%": 3}"#]) { suite in
                let size = size.in(suite)
                size.value = 9
                #expect(["a.pdf", "b.pdf", "100%", "c"].map { size[$0] } == [1, 2, 3, 9])
                #expect(size.of("a.pdf").origin == .system)
                #expect(size.members().isEmpty)
                size["a.pdf"] = 4
                try write(#"{"size": 5}"#, to: "a/s.locked.json")
                follow(suite)
                #expect((size.value, size["a.pdf"], size["b.pdf"], size["c"]) == (5, 4, 2, 5))
            }
        }

        @Test func `A former key's stored value comes before a default, and a former key in a file counts for nothing`()
            throws
        {
            try withFiles(["a/s.json": #"{"renamed": 3, "old": 4}"#]) { suite in
                #expect(renamed.in(suite).value == 3)
                suite.set(2, forKey: "old")
                #expect(renamed.in(suite).value == 2)
                renamed.in(suite).value = 5
                #expect((renamed.in(suite).value, renamed.in(suite).origin) == (5, .stored))
            }
        }

        @Test func `The end of a lock uncovers the value below it, and readers receive both`() async throws {
            let (directory, store) = (directory, store)
            let saved = SavedSuite.named(store.name, systemPaths: [directory.path("a/s")])
            defer { withExtendedLifetime(saved) {} }
            let setting = size.in(store.suite)
            let variable = Override(key: "size", object: 4.0, origin: .variable("SIZE"))
            let steps: [(origin: ValueOrigin, value: Double, begin: () -> Void)] = [
                (.defaultValue, 12, {}), (.stored, 3, { setting.value = 3 }),
                (
                    .variable("SIZE"), 4,
                    {
                        SuiteRegistry.backend(of: store.suite).appliedOverrides.byKey.withLock { $0["size"] = variable }
                        store.suite.launchArguments = ["size": 4.0]
                    }
                ),
                (.launchArgument, 5, { store.suite.launchArguments = ["size": "5"] }),
            ]
            for step in steps {
                step.begin()
                #expect((setting.value, setting.origin) == (step.value, step.origin))
                var values = setting.values().makeAsyncIterator()
                #expect(await values.next() == step.value)
                try write(#"{"size": 9}"#, to: "a/s.locked.json")
                follow(store.suite)
                #expect(await values.next() == 9)
                #expect((setting.value, setting.origin) == (9, .managed))
                unlink(directory.path("a/s.locked.json"))
                follow(store.suite)
                #expect(await values.next() == step.value)
                #expect((setting.value, setting.origin) == (step.value, step.origin))
            }
        }

        @Test func `A lock concerns one suite alone`() throws {
            let other = TestStore()
            try write(#"{"size": 1}"#, to: "a/s.locked.json")
            let saved = SavedSuite.named(store.name, systemPaths: [directory.path("a/s")])
            withExtendedLifetime(saved) {
                let (locked, free) = (size.in(store.suite), size.in(other.suite))
                #expect((locked.value, free.value) == (1, 12))
                free.value = 3
                #expect((locked.value, free.value) == (1, 3))
                #expect(throws: TSUDError.self) {
                    try updateSettings { settings in
                        settings[free] = 4
                        settings[locked] = 4
                    }
                }
                #expect((free.value, free.origin, locked.origin) == (3, .stored, .managed))
            }
        }

        @Test func `A reader always finds a value that an administrator moves between files`() async throws {
            let (directory, store) = (directory, store)
            try write(#"{"size": 1}"#, to: "a/s.json")
            let saved = SavedSuite.named(store.name, systemPaths: [directory.path("a/s")])
            defer { withExtendedLifetime(saved) {} }
            let setting = size.in(store.suite)
            #expect(setting.value == 1)
            let reading = Task.detached {
                var missing = 0
                while !Task.isCancelled {
                    if setting.value != 1 { missing += 1 }
                }
                return missing
            }
            for turn in 0..<300 {
                let names = ["a/s.json", "a/s.locked.json", "a/s.plist"]
                let (old, new) = (names[turn % 3], names[(turn + 1) % 3])
                try write(new.hasSuffix("plist") ? Self.plist("<real>1</real>") : #"{"size": 1}"#, to: new)
                unlink(directory.path(old))
                follow(store.suite)
            }
            reading.cancel()
            #expect(await reading.value == 0)
        }

        // MARK: Values

        typealias Value = (json: String, expected: String, read: @Sendable (UserDefaults) -> String)

        private static func value(
            _ description: String,
            _ json: String,
            _ expected: String,
            _ read: @escaping @Sendable (UserDefaults) -> String
        ) -> Row<Value> {
            Row(description, (json, expected, read))
        }

        static let values: [Row<Value>] = [
            value("a number", #"{"size": 1.5}"#, "1.5") { "\(size.in($0).value)" },
            value("a number in a string", #"{"size": "1.5"}"#, "1.5") { "\(size.in($0).value)" },
            value("an integer", #"{"count": 9223372036854775807}"#, "\(Int.max)") { "\(count.in($0).value)" },
            value("a string", #"{"title": "a \"b\" é"}"#, "a \"b\" é") { title.in($0).value },
            value("a string of digits", #"{"title": "014"}"#, "014") { title.in($0).value },
            value("the string null", #"{"user": "null"}"#, "null") { user.in($0).value ?? "nil" },
            value("null", #"{"user": null}"#, "nil") { user.in($0).value ?? "nil" },
            value("null for no optional", #"{"title": null}"#, "default") { title.in($0).value },
            value("a boolean", #"{"isOn": true}"#, "true") { "\(isOn.in($0).value)" },
            value("a word for a boolean", #"{"isOn": "on"}"#, "true") { "\(isOn.in($0).value)" },
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
            value("structures with dates", #"{"windows": {"a": {"width": 3, "from": "2001-01-01T00:00:01Z"}}}"#, "1.0")
            {
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
        func `A value in JSON is read like a string representation`(
            _ row: Row<Value>
        ) throws {
            try withFiles(["a/s.json": row.content.json]) { suite in
                #expect(row.content.read(suite) == row.content.expected)
                // Once more, from the cache.
                #expect(row.content.read(suite) == row.content.expected)
            }
        }

        @Test func `The error of an unreadable value names the file`() throws {
            let files = ["a/s.locked.json": #"{"size": "x", "title": null, "limited": 10}"#]
            try withFiles(files) { suite in
                func error<Setting: TSUD>(_ setting: Setting.Type) -> String? {
                    do throws(TSUDError) {
                        _ = try setting.in(suite).storedValue()
                        return nil
                    } catch {
                        return words(of: error)
                    }
                }
                let (place, input) = ("in 'a/s.locked.json':", "\nExpected")
                #expect(
                    error(size.self)
                        == "Value for key 'size' \(place) 'x' is not a number.\(input) a number such as 12.0."
                )
                #expect(
                    error(title.self)
                        == "Value for key 'title' \(place) 'null' is not a string.\(input) a string such as default."
                )
                #expect(
                    error(limited.self)
                        == "Value for key 'limited' \(place) '10' is invalid: at most 9.\(input) a whole number such as 1."
                )
            }
        }

        // MARK: Writing

        static let writes: [Row<@Sendable (UserDefaults) throws -> Void>] = [
            Row("store", { try size.in($0).store(2) }),
            Row("store(text:)", { try size.in($0).store(text: "2") }),
            Row("update", { suite in try size.in(suite).update { $0 += 1 } }),
            Row("a transaction") { suite in
                try updateSettings {
                    $0[count.in(suite)] = 2
                    $0[size.in(suite)] = 2
                }
            },
            Row("a reset in a transaction", { suite in try updateSettings { $0.reset(size.in(suite)) } }),
            Row("restore") {
                let data = try PropertyListSerialization.data(
                    fromPropertyList: ["size": 2],
                    format: .xml,
                    options: 0
                )
                try all.restore(from: data, in: $0)
            },
        ]

        @Test(arguments: writes)
        func `A write to a locked setting throws and stores nothing`(
            _ row: Row<@Sendable (UserDefaults) throws -> Void>
        ) throws {
            try withFiles([:]) { suite in
                size.in(suite).value = 7
                try write(#"{"size": 1}"#, to: "a/s.locked.json")
                follow(suite)
                #expect(result { try row.content(suite) } == "managed \(directory.path("a/s.locked.json"))")
                #expect(suite.object(forKey: "size") as? Double == 7)
                #expect(!count.in(suite).isSet)
            }
        }

        @Test func `Setting and resetting a locked setting report it`() throws {
            try withFiles(["a/s.locked.json": #"{"theme": "dark"}"#]) { suite in
                let recorder = Recorder<String>()
                theme.$reports.withValue(recorder) {
                    theme.in(suite).value = "blue"
                    theme.in(suite).reset()
                    [theme.self].reset(in: suite)
                }
                let path = directory.path("a/s.locked.json")
                #expect(
                    recorder.all
                        == Array(repeating: "Setting 'theme' is locked by the administrator in '\(path)'.", count: 3)
                )
                #expect(suite.object(forKey: "theme") == nil)
                #expect(theme.in(suite).value == "dark")
            }
        }

        @Test func `The error of a locked member has its name as typed`() throws {
            try withFiles(["a/s.locked.json": #"{"size/a.pdf": 1}"#]) { suite in
                let error = #expect(throws: TSUDError.self) { try size.in(suite).of("a.pdf").store(2) }
                let path = directory.path("a/s.locked.json")
                #expect(error?.description == "Setting 'size/a.pdf' is locked by the administrator in '\(path)'.")
                #expect(error?.key == "size/a%2Epdf")
            }
        }

        @Test func `A restoration accepts the value of a locked setting, and stores none`() throws {
            try withFiles(["a/s.locked.json": #"{"size": 1, "place": {"x": 2}, "count": 3}"#]) { suite in
                let settings: [any TSUD.Type] = [size.self, place.self, title.self]
                let data = { (x: Int) throws -> Data in
                    let objects: [String: Any] = ["size": 1, "place": ["x": x], "title": "new"]
                    return try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
                }
                let restoration = try settings.restore(from: data(2), in: suite)
                #expect((restoration.stored, restoration.skipped) == (["place", "size", "title"], []))
                #expect(suite.object(forKey: "size") == nil)
                #expect(title.in(suite).value == "new")
                #expect(throws: TSUDError.self) { try settings.restore(from: data(3), in: suite) }
            }
        }

        @Test func `A restoration skips a locked setting that it would change, and only this one`() throws {
            try withFiles([:]) { suite in
                size.in(suite).value = 7
                title.in(suite).value = "kept"
                try write(#"{"size": 1, "title": "locked"}"#, to: "a/s.locked.json")
                follow(suite)
                let new: [String: Any] = ["size": 2.0, "count": 2, "title": "kept"]
                let data = try PropertyListSerialization.data(fromPropertyList: new, format: .xml, options: 0)
                let restoration = try all.restore(from: data, in: suite, skippingInvalid: true)
                #expect((restoration.stored, restoration.skipped) == (["count", "title"], ["size"]))
                #expect(suite.object(forKey: "size") as? Double == 7)
                // Without data, it would be reset.
                let none = try PropertyListSerialization.data(fromPropertyList: ["count": 3], format: .xml, options: 0)
                #expect(throws: TSUDError.self) { try all.restore(from: none, in: suite) }
                try all.restore(from: none, in: suite, keepingAbsent: true)
                #expect((count.in(suite).value, suite.object(forKey: "size") as? Double) == (3, 7))
            }
        }

        @Test func `A write to a default stores it, and an update begins with it`() throws {
            let files = ["a/s.json": #"{"size": 3, "note": "from a file", "count": 5}"#]
            try withFiles(files) { suite in
                try size.in(suite).update { $0 += 1 }
                #expect((size.in(suite).value, size.in(suite).origin) == (4, .stored))
                note.in(suite).value = nil
                #expect((note.in(suite).value, note.in(suite).origin) == (nil, .stored))
                try updateSettings { $0[size.in(suite)] += Double($0[count.in(suite)]) }
                #expect(size.in(suite).value == 9)
                #expect(!count.in(suite).isSet)
                // They are not exported either.
                let exported = try all.exported(in: suite)
                let objects = try PropertyListSerialization.propertyList(from: exported, format: nil)
                #expect((objects as? [String: Any])?.keys.sorted() == ["size"])
            }
        }

        // MARK: Files

        static let ignored: [(String, name: String, contents: String, reason: String)] = [
            ("no JSON", "a/s.json", "{", "line 1, column 2: expected a name in quotation marks, found the end"),
            (
                "a repeated name", "a/s.json", #"{"size": 1, "size": 2}"#,
                "line 1, column 13: the name 'size' is repeated"
            ),
            ("another JSON value", "a/s.json", "[1]", "line 1, column 1: expected an object of names and values"),
            ("an empty file", "a/s.locked.json", "", "it is empty"),
            ("no property list", "a/s.plist", "<plist>", "it is not a property list"),
        ]

        @Test(arguments: ignored)
        func `An administrator's damaged file counts as absent and stays as it is`(
            _ file: (String, String, String, String)
        ) throws {
            let (_, name, contents, _) = file
            try withFiles([name: contents, "b/s.json": #"{"size": 2}"#]) { suite in
                #expect(size.in(suite).value == 2)
                size.in(suite).value = 3
                try suite.flush()
                #expect(try directory.bytes(of: name) == Array(contents.utf8))
                #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path("a")).count == 1)
            }
        }

        @Test(arguments: ignored)
        func `An administrator's damaged file is logged once with its path`(
            _ file: (String, String, String, String)
        ) throws {
            let (_, given, contents, reason) = file
            let name = given.replacingOccurrences(of: "/s.", with: "/saving-helper.")
            try write(contents, to: name)
            let log = try directory.run("get size → none", "get size → none", environment: environment)
            let path = directory.path(name)
            #expect(log == "TSUD: Settings in '\(path)' can't be read, \(reason); TSUD ignores the file.\n")
        }

        @Test(arguments: ["{", "", #"{"size": 1,}"#])
        func `A running program keeps the last valid values of a damaged file`(_ damage: String) throws {
            try withFiles(["a/s.locked.json": #"{"size": 1}"#, "a/s.json": #"{"count": 2}"#]) { suite in
                let (size, count) = (size.in(suite), count.in(suite))
                #expect((size.value, count.value) == (1, 2))
                for name in ["a/s.locked.json", "a/s.json"] { try write(damage, to: name) }
                for _ in 0..<2 {
                    follow(suite)
                    #expect((size.value, size.origin) == (1, .managed))
                    #expect((count.value, count.origin) == (2, .system))
                    #expect(result { try size.store(2) }.hasPrefix("managed"))
                }
                try write(#"{"size": 3}"#, to: "a/s.locked.json")
                unlink(directory.path("a/s.json"))
                follow(suite)
                #expect((size.value, size.origin) == (3, .managed))
                #expect((count.value, count.origin) == (1, .defaultValue))
            }
        }

        @Test func `Each new damage of a file is logged`() throws {
            let name = "a/saving-helper.locked.json"
            try write(#"{"observed": 1}"#, to: name)
            let helper = try observer(1)
            for number in 2..<4 {
                try replace(name, with: "{")
                let line = try #require(helper.nextLogLine())
                #expect(line.contains("line 1, column 2") && line.hasSuffix("TSUD keeps the file's last values."))
                try replace(name, with: #"{"observed": \#(number)}"#)
                #expect(helper.nextLine() == "observed \(number)")
            }
        }

        @Test func `A damaged file of an administrator is read without a pause`() throws {
            try write("{", to: "a/s.json")
            let pauses = Recorder<Int>()
            for isOfSystem in [true, false] {
                let file = SharedFile(path: directory.path("a/s.json"), isOfSystem: isOfSystem) { pauses.record(1) }
                #expect(try file.refresh(by: .now + .seconds(60)))
                #expect(file.damage != nil)
                #expect(pauses.all.isEmpty == isOfSystem)
            }
        }

        @Test(arguments: ["a/s.json", "a"])
        func `A change of the mode of a file or its directory is noticed`(_ name: String) throws {
            try write("{}", to: "a/s.json")
            let path = directory.path("a/s")
            let files = SystemFiles(at: [path])
            let watch = try DirectoryWatch()
            try watch.watch([], andDirectoriesOf: files.watchedPaths, for: "1")
            _ = watch.changedOwners()
            chmod(directory.path(name), 0o700)
            #expect(watch.changedOwners() == ["1"])
        }

        @Test func `An administrator's file is read when its mode allows it again`() throws {
            let name = "a/saving-helper.json"
            try write(#"{"observed": 1}"#, to: name)
            for (place, mode) in [(name, 0o644), ("a", 0o755)] as [(String, mode_t)] {
                chmod(directory.path(place), geteuid() == 0 ? 0o666 | mode : 0)
                let helper = try observer(0)
                chmod(directory.path(place), mode)
                #expect(helper.nextLine() == "observed 1")
            }
        }

        @Test func `A file that the process may not read is logged once, and stays as it is`() throws {
            let name = "a/saving-helper.json"
            try write(#"{"size": 1}"#, to: name)
            chmod(directory.path(name), 0)
            let before = directory.status(of: name).map(FileStamp.init)
            let log = try directory.run(
                "leave-root",
                "get size → none",
                "set size 2",
                "flush",
                "reset size",
                "get size → none",
                environment: environment
            )
            let path = directory.path(name)
            #expect(log == "TSUD: Settings in '\(path)' can't be read, it may not be read; TSUD ignores the file.\n")
            #expect(directory.status(of: name).map(FileStamp.init) == before)
        }

        @Test func `Without an administrator's files, TSUD lists each directory once`() throws {
            try write("{}", to: "a/other.json")
            let events = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
            defer { close(events) }
            inotify_add_watch(events, directory.path("a"), UInt32(IN_OPEN))
            let paths = ["a/s", "missing/s"].map(directory.path)
            _ = SystemFiles(at: paths)
            var buffer = [UInt8](repeating: 0, count: 4_096)
            // One event, without a name.
            #expect(read(events, &buffer, buffer.count) == MemoryLayout<inotify_event>.size)
        }

        @Test func `Without an administrator's files, TSUD opens no file in their directories`() throws {
            for name in ["system", "system/a"] { mkdir(directory.path(name), 0o755) }
            try write("{}", to: "system/a/other.json")
            let faults = try Faults(in: directory, "any", EIO, "/system/")
            let directories = ["system/a", "system/missing"].map(directory.path).joined(separator: ":")
            let environment = faults.environment.merging(["XDG_CONFIG_DIRS": directories]) { $1 }
            let log = try directory.run("get size → none", environment: environment)
            #expect(!log.contains("can't be read"))
        }

        @Test(.enabled(if: geteuid() == 0, "only root distrusts other users' files"))
        func `Root ignores and logs a file that another user can write`() throws {
            let name = "a/saving-helper.json"
            let changes: [(mode: mode_t, owner: uid_t, value: String)] = [
                (0o644, 0, "1"), (0o664, 0, "none"), (0o646, 0, "none"), (0o600, 65_534, "none"),
            ]
            for (mode, owner, value) in changes {
                try write(#"{"size": 1}"#, to: name)
                chmod(directory.path(name), mode)
                chown(directory.path(name), owner, 0)
                let log = try directory.run("get size → \(value)", environment: environment)
                #expect(log.contains("a user other than root can write it") == (value == "none"))
            }
            // Another user may use such a file.
            chmod(directory.path(name), 0o666)
            try directory.run("leave-root", "get size → 1", environment: environment)
        }

        static let replaceable: [(String, directories: [(name: String, mode: mode_t, owner: uid_t)], value: String)] = [
            ("directories of root", [("a", 0o755, 0), ("real", 0o755, 0)], "1"),
            ("a directory that all can write", [("a", 0o777, 0)], "none"),
            ("a directory that a group can write", [("a", 0o775, 0)], "none"),
            ("a sticky directory that all can write", [("a", 0o1777, 0)], "none"),
            ("another user's directory", [("a", 0o755, 65_534)], "none"),
            ("a link into a directory that all can write", [("real", 0o777, 0)], "none"),
            ("a link into another user's directory", [("real", 0o755, 65_534)], "none"),
            ("a directory in another user's", [(".", 0o755, 65_534)], "none"),
            ("a directory in a sticky one that all can write", [(".", 0o1777, 0)], "1"),
        ]

        @Test(.enabled(if: geteuid() == 0, "only root distrusts other users' files"), arguments: replaceable)
        func `Root ignores and logs a file that another user can replace`(
            _: String,
            directories: [(name: String, mode: mode_t, owner: uid_t)],
            value: String
        ) throws {
            mkdir(directory.path("real"), 0o755)
            try write(#"{"size": 1}"#, to: "real/file")
            symlink("../real/file", directory.path("a/saving-helper.json"))
            for (name, mode, owner) in directories {
                chmod(directory.path(name), mode)
                chown(directory.path(name), owner, 0)
            }
            let log = try directory.run("get size → \(value)", environment: environment)
            #expect(log.contains("a user other than root can write the directory") == (value == "none"))
            // Another user may use such a file.
            chmod(directory.path, 0o755)
            try directory.run("leave-root", "get size → 1", environment: environment)
        }

        private static let tools = ["/usr/sbin/setcap", "/usr/bin/setpriv"]

        @Test(
            .enabled(
                if: geteuid() == 0 && tools.allSatisfy { access($0, X_OK) == 0 },
                "root gives a file capabilities with setcap, and starts it as another user with setpriv"
            )
        )
        func `A program with file capabilities ignores XDG_CONFIG_DIRS`() throws {
            try write(#"{"size": 1}"#, to: "a/saving-helper.json")
            chmod(directory.path, 0o755)
            let program = directory.path("saving-helper")
            try Program.copy("saving-helper", to: program)
            chmod(program, 0o755)
            let user = ["--reuid", "65534", "--regid", "65534", "--clear-groups"]
            for (capability, value) in [(nil, "1"), ("cap_net_raw+ep", "none")] as [(String?, String)] {
                if let capability {
                    let setcap = try Program(Self.tools[0], [capability, program], in: directory)
                    #expect(setcap.finish() == .exited(0))
                }
                let process = try Program(Self.tools[1], user + [program], in: directory, environment: environment)
                try process.run("get size → \(value)")
                process.end()
            }
        }

        @Test(.enabled(if: geteuid() == 0, "only root makes a program of another user"))
        func `A setuid program ignores XDG_CONFIG_DIRS`() throws {
            try write(#"{"size": 1}"#, to: "a/saving-helper.json")
            let program = directory.path("saving-helper")
            try Program.copy("saving-helper", to: program)
            for (mode, value) in [(0o755, "1"), (0o4755, "none"), (0o2755, "none")] as [(mode_t, String)] {
                chown(program, 65_534, 65_534)
                chmod(program, mode)
                let process = try Program(program, in: directory, environment: environment)
                try process.run("get size → \(value)")
                process.end()
            }
        }

        static let locations: [(String, name: String, directories: String?, paths: [String])] = [
            ("no variable", "e", nil, ["/etc/xdg/e"]),
            ("an empty variable", "e", "", ["/etc/xdg/e"]),
            ("several directories", "e", "/a:/b/", ["/a/e", "/b/e"]),
            ("a relative directory", "e", "a:/b", ["/b/e"]),
            ("the user's own directory", "e", "/x:/b", ["/b/e"]),
            ("a suite in a folder", "./f/e", "/a", ["/a/f/e"]),
            ("a suite elsewhere", "/e", "/a", []),
            ("a suite beside the directory", "../e", "/a", []),
        ]

        @Test(arguments: locations)
        func `An administrator's files are in the directories of the environment`(
            _: String,
            name: String,
            directories: String?,
            paths: [String]
        ) {
            var environment = ["XDG_CONFIG_HOME": "/x"]
            environment["XDG_CONFIG_DIRS"] = directories
            let found = FileLocation.systemPaths(ofSuiteNamed: name, environment: environment, isElevated: false)
            #expect(found == paths)
            let elevated = FileLocation.systemPaths(ofSuiteNamed: name, environment: environment, isElevated: true)
            #expect(elevated.allSatisfy { $0.hasPrefix("/etc/xdg/") })
        }

        @Test func `Neither direct calls nor ephemeral suites have an administrator's values`() throws {
            try withFiles(["a/s.json": #"{"size": 1}"#, "a/s.locked.json": #"{"count": 2}"#]) { suite in
                #expect((size.in(suite).value, count.in(suite).value) == (1, 2))
                #expect(suite.object(forKey: "size") == nil)
                #expect(suite.object(forKey: "count") == nil)
                withEphemeralSettings { ephemeral in
                    #expect((size.in(ephemeral).value, count.in(ephemeral).value) == (12, 1))
                }
            }
        }

        // MARK: Changes

        /// Ways to give a file other contents.
        static let replacements: [Row<@Sendable (TemporaryDirectory) throws -> Void>] = [
            Row("in place", { try $0.install(#"{"observed": 2}"#, as: "a/saving-helper.json") }),
            Row("by a rename") {
                try $0.install(#"{"observed": 2}"#, as: "a/new")
                rename($0.path("a/new"), $0.path("a/saving-helper.json"))
            },
            Row("locked, in another directory") {
                try $0.install(#"{"observed": 2}"#, as: "b/saving-helper.locked.json")
            },
            Row("in a new directory") {
                mkdir($0.path("c"), 0o755)
                try $0.install(#"{"observed": 2}"#, as: "c/saving-helper.locked.json")
            },
        ]

        @Test(arguments: replacements)
        func `A change of an administrator's file is observed`(
            _ row: Row<@Sendable (TemporaryDirectory) throws -> Void>
        ) throws {
            try write(#"{"observed": 1}"#, to: "a/saving-helper.json")
            let directories = ["a", "b", "c"].map(directory.path).joined(separator: ":")
            let helper = try observer(1, in: ["XDG_CONFIG_DIRS": directories])
            try row.content(directory)
            #expect(helper.nextLine(within: 60) == "observed 2")
        }

        @Test func `A ConfigMap that Kubernetes replaces is observed`() throws {
            for number in 1...2 {
                mkdir(directory.path("a/..\(number)"), 0o755)
                try write(#"{"observed": \#(number)}"#, to: "a/..\(number)/saving-helper.json")
            }
            symlink("..1", directory.path("a/..data"))
            symlink("..data/saving-helper.json", directory.path("a/saving-helper.json"))
            let helper = try observer(1)
            symlink("..2", directory.path("a/..data_tmp"))
            rename(directory.path("a/..data_tmp"), directory.path("a/..data"))
            #expect(helper.nextLine(within: 60) == "observed 2")
        }

        @Test func `Sequences and lists deliver a change of the files`() async throws {
            let (directory, store) = (directory, store)
            let saved = SavedSuite.named(store.name, systemPaths: [directory.path("a/s")])
            defer { withExtendedLifetime(saved) {} }
            let suite = store.suite
            var values = size.in(suite).values().makeAsyncIterator()
            var changes = all.changes(in: suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            try write(#"{"size": 2}"#, to: "a/s.locked.json")
            follow(suite)
            #expect(await values.next() == 2)
            #expect(await changes.next().map { $0 == size.self } == true)
        }
    }
}

private enum theme: TSUD {
    static let defaultValue = "light"
    @TaskLocal static var reports = Recorder<String>()
    static func report(_ error: TSUDError) { reports.record(error.description) }
}
#endif
