#if os(Linux)
import Foundation
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
private enum shown: TSUD {
    static let defaultValue = true
    static let memberKey = "*_shown"
}
private enum limited: TSUD {
    static let defaultValue = 1
    static func validate(_ value: Int) throws {
        struct TooLarge: LocalizedError { var errorDescription: String? { "at most 9" } }
        if value > 9 { throw TooLarge() }
    }
}
private final class Mutable<Value: Sendable>: Sendable {
    private let value: Locked<Value>
    init(_ value: Value) { self.value = Locked(value) }
    var copy: Value { value.withLock { $0 } }
    func set(_ new: Value) { value.withLock { $0 = new } }
}

private var settings: [any TSUD.Type] { [size.self, count.self, title.self, shown.self, limited.self] }

/// Isolates tests, and TSUD's own readings of changed files, which would otherwise run at the same time.
@globalActor actor FileReading { static let shared = FileReading() }

/// The files in which an administrator gives defaults and locked values.
@Suite(.mayBlock) @FileReading struct SystemFilesTests {
    private let directory: SystemDirectory
    private let suite: UserDefaults
    private let places: SystemPlaces

    init() throws {
        directory = try SystemDirectory()
        for name in ["a", "b", "a/s.d", "a/s.locked.d"] { mkdir(directory.path(name), 0o755) }
        suite = try #require(UserDefaults(suiteName: directory.path("own")))
        places = SystemPlaces(bases: ["a/s", "b/s"].map(directory.path))
    }

    private func apply() -> AppliedFiles {
        let places = places
        return AppliedFiles.apply(to: settings, in: suite, places: { _ in places })
    }

    nonisolated static let sources: [(String, files: [String: String], origin: ValueOrigin, value: Double)] = [
        ("a default", ["a/s.json": #"{"size": 1}"#], .system, 1),
        ("the first directory", ["a/s.json": #"{"size": 1}"#, "b/s.json": #"{"size": 2}"#], .system, 1),
        ("the first directory with a value", ["a/s.json": "{}", "b/s.json": #"{"size": 2}"#], .system, 2),
        ("a locked value", ["a/s.json": #"{"size": 1}"#, "b/s.locked.json": #"{"size": 2}"#], .managed, 2),
        ("a file in NAME.d", ["a/s.json": #"{"size": 1}"#, "a/s.d/1.json": #"{"size": 2}"#], .system, 2),
        ("the last file in NAME.d", ["a/s.d/1.json": #"{"size": 1}"#, "a/s.d/2.json": #"{"size": 2}"#], .system, 2),
        (
            "the last file in NAME.locked.d",
            ["a/s.locked.d/b.json": #"{"size": 2}"#, "a/s.locked.d/B.json": #"{"size": 1}"#], .managed, 2
        ),
        ("the first directory before NAME.d", ["a/s.json": #"{"size": 1}"#, "b/s.json": #"{"size": 2}"#], .system, 1),
        ("a file of another kind", ["a/s.d/1.txt": #"{"size": 1}"#], .defaultValue, 12),
        ("no value", ["a/s.json": #"{"count": 1}"#], .defaultValue, 12),
    ]

    @Test(arguments: sources)
    func `A setting has the first value of the administrator's files`(
        _: String,
        files: [String: String],
        origin: ValueOrigin,
        value: Double
    ) throws {
        for (name, contents) in files { try directory.install(contents, as: name) }
        let applied = apply()
        #expect((size.in(suite).value, size.in(suite).origin) == (value, origin))
        withExtendedLifetime(applied) {}
    }

    @Test func `Each source takes precedence over the next one, and an end of a lock uncovers the value below`() throws
    {
        try directory.install(#"{"size": 3}"#, as: "a/s.json")
        let (applied, setting) = (apply(), size.in(suite))
        #expect((setting.value, setting.origin) == (3, .system))
        setting.value = 4
        try directory.install(#"{"size": 6}"#, as: "a/s.locked.json")
        applied.refresh()
        #expect((setting.value, setting.origin) == (6, .managed))
        let error = #expect(throws: TSUDError.self) { try setting.store(5) }
        #expect(error?.code == .managed && error?.path == directory.path("a/s.locked.json"))
        unlink(directory.path("a/s.locked.json"))
        applied.refresh()
        #expect((setting.value, setting.origin) == (4, .stored))
    }

    @Test func `Each spelling of an independent member's name has its own value`() throws {
        let names = ["e\u{301}", "\u{E9}"]
        try directory.install("{\"\(names[0])_shown\": false, \"shown/\(names[1])\": false}", as: "a/s.json")
        try directory.install("{\"shown/\(names[1])\": true}", as: "a/s.locked.json")
        let (applied, setting) = (apply(), shown.in(suite))
        #expect(names.map { setting[$0] } == [false, true])
        #expect(names.map { setting.of($0).origin } == [.system, .managed])
        try directory.install("{}", as: "a/s.json")
        applied.refresh()
        #expect(names.map { setting.of($0).origin } == [.defaultValue, .managed])
    }

    @Test func `A locked setting locks its members without their own locked value`() throws {
        try directory.install(#"{"size": 5, "size/c": 6}"#, as: "a/s.locked.json")
        try directory.install(#"{"size/b": 2}"#, as: "a/s.json")
        let before = size.in(suite)
        before["a.pdf"] = 4
        let (applied, size) = (apply(), before)
        #expect(["a.pdf", "b", "c", "d"].map { size[$0] } == [5, 5, 6, 5])
        #expect(size.of("a.pdf").origin == .managed)
        let error = #expect(throws: TSUDError.self) { try size.of("a.pdf").store(2) }
        #expect(error?.code == .managed && error?.description.contains("'size/a.pdf'") == true)
        #expect(throws: TSUDError.self) { try updateSettings { $0[size.of("d")] = 1 } }
        size.of("a.pdf").reset()
        #expect(!size.of("a.pdf").isSet)
        withExtendedLifetime(applied) {}
    }

    @Test(arguments: ["shown/CPU.1", "shown/CPU%2E1", "CPU.1_shown"])
    func `A file has an independent member by its name or its key`(_ name: String) throws {
        try directory.install("{\"\(name)\": false}", as: "a/s.locked.json")
        let applied = apply()
        let member = shown.in(suite).of("CPU.1")
        #expect(!member.value && member.origin == .managed)
        #expect(shown.in(suite).of("GPU").value && shown[suite])
        withExtendedLifetime(applied) {}
    }

    @Test(arguments: [#""x""#, "10", "null", #"{"a": 1}"#])
    func `An invalid value leaves the last valid one, and a lock locked`(_ invalid: String) throws {
        try directory.install(#"{"limited": 2}"#, as: "a/s.json")
        try directory.install(#"{"limited": 3}"#, as: "a/s.locked.json")
        let (applied, limited) = (apply(), limited.in(suite))
        limited.reset()
        #expect(limited.value == 3)
        try directory.install("{\"limited\": \(invalid)}", as: "a/s.locked.json")
        applied.refresh()
        #expect((limited.value, limited.origin) == (3, .managed))
        // In a program that starts, the administrator's default takes the place.
        let started = apply()
        #expect((limited.value, limited.origin) == (2, .system))
        suite.set(9, forKey: "limited")
        suite.launchArguments = ["limited": "8"]
        #expect(limited.value == 2)
        #expect(throws: TSUDError.self) { try limited.store(4) }
        unlink(directory.path("a/s.json"))
        started.refresh()
        #expect((limited.value, limited.origin) == (1, .defaultValue))
        withExtendedLifetime((applied, started)) {}
    }

    @Test(arguments: ["{", "", "[1]", #"{"size": 1,}"#, "<plist/>"])
    func `A running program keeps the last valid values of a damaged file, which stays as it is`(
        _ damage: String
    ) throws {
        try directory.install(#"{"size": 2}"#, as: "a/s.locked.json")
        let (applied, size) = (apply(), size.in(suite))
        try directory.install(damage, as: "a/s.locked.json")
        for _ in 0..<2 { applied.refresh() }
        #expect((size.value, size.origin) == (2, .managed))
        #expect(try directory.bytes(of: "a/s.locked.json") == Array(damage.utf8))
        try directory.install(#"{"size": 3}"#, as: "a/s.locked.json")
        applied.refresh()
        #expect(size.value == 3)
    }

    @Test func `Resetting a locked setting removes the stored value below the lock`() throws {
        size.in(suite).value = 7
        try directory.install(#"{"size": 1}"#, as: "a/s.locked.json")
        let (applied, size) = (apply(), size.in(suite))
        size.reset()
        #expect((size.value, suite.object(forKey: "size") == nil) == (1, true))
        size.reset()
        try updateSettings { $0.reset(size) }
        [TSUDCommandsTests.size.self].reset(in: suite)
        withExtendedLifetime(applied) {}
    }

    @Test func `A change between the first reading and the watch is applied`() async throws {
        let values = size.in(suite).values()
        try directory.install(#"{"size": 1}"#, as: "a/s.json")
        let applied = apply()
        // The queue watches the files only after a pause.
        try directory.install(#"{"size": 2}"#, as: "a/s.json")
        for await value in values where value == 2 { break }
        #expect(size.in(suite).value == 2)
        withExtendedLifetime(applied) {}
    }

    @Test func `A directory that is replaced while it is being watched is watched again`() async throws {
        let (directory, looks) = (directory, TaskSemaphore(0))
        let (isFirst, path) = (Mutable(true), directory.path("a/s.json"))
        SaveQueue.shared.watch(
            for: path,
            {
                if isFirst.copy {
                    isFirst.set(false)
                    return [FilePath(directory.path("b/s.json"))]
                }
                return [FilePath(path)]
            },
            { looks.signal() }
        )
        await looks.wait()
        try directory.install("{}", as: "a/s.json")
        await looks.wait()
    }

    @Test func `A member's value in any source comes before the setting's, unless the setting is locked`() throws {
        try directory.install(#"{"size/a.pdf": 1, "size/b%2Epdf": 2, "size/100%": 3}"#, as: "a/s.json")
        let (applied, size) = (apply(), size.in(suite))
        size.value = 9
        #expect(["a.pdf", "b.pdf", "100%", "c"].map { size[$0] } == [1, 2, 3, 9])
        #expect(size.of("a.pdf").origin == .system)
        #expect(size.members().isEmpty)
        size["a.pdf"] = 4
        try directory.install(#"{"size": 5}"#, as: "a/s.locked.json")
        applied.refresh()
        #expect((size.value, size["a.pdf"], size["b.pdf"], size["c"]) == (5, 5, 5, 5))
        unlink(directory.path("a/s.locked.json"))
        applied.refresh()
        #expect((size.value, size["a.pdf"], size["b.pdf"], size["c"]) == (9, 4, 2, 9))
    }

    @Test func `The end of a lock uncovers the value below it, and sequences and lists deliver both`() async throws {
        let (applied, setting) = (apply(), size.in(suite))
        let steps: [(origin: ValueOrigin, value: Double, begin: () -> Void)] = [
            (.defaultValue, 12, {}), (.stored, 3, { setting.value = 3 }),
            (.launchArgument, 5, { suite.launchArguments = ["size": "5"] }),
        ]
        for step in steps {
            step.begin()
            #expect((setting.value, setting.origin) == (step.value, step.origin))
            var values = setting.values().makeAsyncIterator()
            var changes = settings.changes(in: suite).makeAsyncIterator()
            #expect(await values.next() == step.value)
            try directory.install(#"{"size": 9}"#, as: "a/s.locked.json")
            applied.refresh()
            #expect(await values.next() == 9)
            #expect(await changes.next().map { $0 == size.self } == true)
            #expect((setting.value, setting.origin) == (9, .managed))
            unlink(directory.path("a/s.locked.json"))
            applied.refresh()
            #expect(await values.next() == step.value)
            #expect((setting.value, setting.origin) == (step.value, step.origin))
        }
    }

    @Test func `A lock concerns one suite alone`() throws {
        try directory.install(#"{"size": 1}"#, as: "a/s.locked.json")
        let applied = apply()
        let other = try #require(UserDefaults(suiteName: directory.path("other")))
        let (locked, free) = (size.in(suite), size.in(other))
        #expect((locked.value, free.value) == (1, 12))
        free.value = 3
        #expect(throws: TSUDError.self) {
            try updateSettings { settings in
                settings[free] = 4
                settings[locked] = 4
            }
        }
        #expect((free.value, free.origin, locked.origin) == (3, .stored, .managed))
        withExtendedLifetime(applied) {}
    }

    @Test func `A reader always finds a value that an administrator moves between files`() async throws {
        try directory.install(#"{"size": 1}"#, as: "a/s.json")
        let (applied, setting) = (apply(), size.in(suite))
        #expect(setting.value == 1)
        let reading = Task.detached {
            var missing = 0
            while !Task.isCancelled {
                if setting.value != 1 { missing += 1 }
            }
            return missing
        }
        for turn in 0..<300 {
            let names = ["a/s.json", "a/s.locked.json", "a/s.d/1.json"]
            let (old, new) = (names[turn % 3], names[(turn + 1) % 3])
            try directory.install(#"{"size": 1}"#, as: new)
            unlink(directory.path(old))
            applied.refresh()
        }
        reading.cancel()
        #expect(await reading.value == 0)
    }

    @Test(arguments: ["a/s.json", "a/s.d/1.json", "a"])
    func `A change of the mode of a file or its directory is noticed`(_ name: String) throws {
        for name in ["a/s.json", "a/s.d/1.json"] { try directory.install("{}", as: name) }
        let watch = try DirectoryWatch()
        try watch.watch([], andDirectoriesOf: places.watchedPaths, for: "1")
        _ = watch.changedOwners()
        chmod(directory.path(name), 0o700)
        #expect(watch.changedOwners() == ["1"])
    }

    @Test(.enabled(if: geteuid() == 0, "Only root's directories are examined."))
    func `A directory whose mode changes while it is examined is found or not`() throws {
        let path = directory.path("changing")
        mkdir(path, 0o755)
        try directory.install("{}", as: "changing/s.json")
        let changer = Thread {
            while !Thread.current.isCancelled { for mode in [0o777, 0o755] as [mode_t] { chmod(path, mode) } }
        }
        changer.start()
        for _ in 0..<5_000 {
            let found = FilePath(path + "/s.json").rightsOfOthers
            #expect(found == nil || found == "a user other than root can write the directory '\(path)'")
        }
        changer.cancel()
    }

    nonisolated static let locations: [(String, file: String, directories: String?, bases: [String])] = [
        ("no variable", "/x/e.plist", nil, ["/etc/xdg/e"]),
        ("an empty variable", "/x/e.plist", "", ["/etc/xdg/e"]),
        ("several directories", "/x/e.plist", "/a:/b/", ["/a/e", "/b/e"]),
        ("a relative directory", "/x/e.plist", "a:/b", ["/b/e"]),
        ("the user's own directory", "/x/e.plist", "/x:/b", ["/b/e"]),
        ("a suite in a folder", "/x/f/e.plist", "/a", ["/a/f/e"]),
        ("a suite elsewhere", "/e.plist", "/a", []),
        ("a suite beside the directory", "/xy/e.plist", "/a", []),
    ]

    @Test(arguments: locations)
    func `An administrator's files are in the directories of the environment`(
        _: String,
        file: String,
        directories: String?,
        bases: [String]
    ) {
        let found = SystemPlaces(ofFileAt: file, in: "/x", variable: directories, isElevated: false)
        #expect(found.bases == bases)
        let elevated = SystemPlaces(ofFileAt: file, in: "/x", variable: directories, isElevated: true)
        #expect(elevated.bases.allSatisfy { $0.hasPrefix("/etc/xdg/") })
    }
}
#endif
