import Foundation
import TestSupport
import Testing

@testable import TSUD

/// A suite for one test, outside of the user's home directory.
///
/// A test suite that has one in a stored property gets a new one for each of its tests.
final class TestStore {
    let name: String
    let suite: UserDefaults

    private let kind = SuiteKind.current
    /// Otherwise, the suites of other tests would make the library release the keys of a test that counts decodings.
    private static let isKeepingKeys: Void = BoundKeyCache.setLimit(.max)

    init() {
        WaitLimit.raise()
        _ = Self.isKeepingKeys
        name = kind == .apple ? "stand-in-\(UUID().uuidString)" : TestHome.freshName()
        suite = kind == .apple ? FakeDefaults.named(name) : TestHome.suite(named: name)
    }

    /// Another `UserDefaults` object of the same suite.
    func anotherObject() -> UserDefaults {
        (suite as? FakeDefaults).map { FakeDefaults.named(name, in: $0.system) } ?? TestHome.suite(named: name)
    }

    /// The description of an error without the name of this suite, which differs in each run and is unknown on Apple
    /// systems.
    func words(of error: TSUDError?) -> String? {
        error?.description.replacingOccurrences(of: " in '\(name)'", with: "")
    }

    #if canImport(Darwin)
    deinit { if kind != .apple { TestHome.remove(suite, named: name) } }
    #endif

    /// The objects stored in the suite itself.
    var stored: [String: Any] {
        #if os(Linux)
        if kind == .native { return WholeSuite.contents(named: name) }
        #endif
        return suite.persistentDomain(forName: name) ?? [:]
    }
}

/// Saves the values of direct calls in a suite, which an update otherwise doesn't read.
///
/// Only suites that TSUD saves need it.
///
/// Not by `synchronize()`, which saves the suites of all tests.
func savePlainValues(of suite: UserDefaults) {
    #if os(Linux)
    guard type(of: suite) == UserDefaults.self,
        let name = Mirror(reflecting: suite).descendant("suite") as? String
    else { return }
    let target = FilePath(name + ".plist")
    do {
        // A save of earlier writes of keys may be under way.
        let lock = try FileLock.take(for: target, by: .now + .seconds(300))
        defer { lock.unlock() }
        let object = try #require(PropertyListObject(WholeSuite.contents(named: name)))
        try Data(BinaryPropertyList.encode(object)).write(to: URL(fileURLWithPath: target.path), options: .atomic)
    } catch {
        Issue.record(error, "plain values can't be saved")
    }
    #endif
}

/// The directory for the suites of the test process, which is removed at exit.
///
/// A suite whose name is a path is a file at that path, separate from the user's preferences.
private enum TestHome {
    private static func newName() -> String { directory.appending(path: UUID().uuidString).path }

    static func suite(named name: String) -> UserDefaults {
        guard let suite = UserDefaults(suiteName: name) else { fatalError("Foundation refused the suite \(name)") }
        return suite
    }

    #if os(Linux)
    static func freshName() -> String {
        guard let name = lock.withLock({ supply.popLast() }) else { fatalError("The tests need a larger supply") }
        return name
    }

    private static let lock = NSLock()
    /// Suites that Foundation has already loaded, because it loses another test's write while it loads one.
    nonisolated(unsafe) private static var supply = {
        RegistrationDomain.load()
        WholeSuite.load()
        // Outside of a test, this is the child process of one, which needs fewer.
        return (0..<(Test.current == nil ? 400 : 4_000)).map { _ in
            let name = newName()
            _ = suite(named: name).object(forKey: "")
            return name
        }
    }()
    #else
    static func freshName() -> String { newName() }

    /// Removes a suite and its file.
    static func remove(_ suite: UserDefaults, named name: String) {
        suite.removePersistentDomain(forName: name)
        try? FileManager.default.removeItem(atPath: name + ".plist")
    }
    #endif

    private static let directory: URL = {
        let directory = FileManager.default.temporaryDirectory.appending(path: "TSUDTests-\(UUID().uuidString)")
        guard (try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)) != nil else {
            fatalError("No directory for the tests at \(directory.path)")
        }
        // Handlers run in reverse order. The one here runs after the library's own, which may still save.
        atexit { try? FileManager.default.removeItem(at: Self.directory) }
        return directory
    }()
}

extension TestStore {
    /// Everything stored in the suite itself, so precisely that a 1 differs from a 1.0.
    var contents: String { objectFingerprint(of: stored) }

    /// The object stored in the suite itself under a key.
    func object(forKey key: String) -> Any? {
        guard let object = stored[key] else { return nil }
        // Foundation on Linux returns an optional inside the `Any`.
        let mirror = Mirror(reflecting: object)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : object
    }
}
