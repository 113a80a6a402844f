import Foundation

/// A suite of a test's own, in a directory that is not anybody's home.
///
/// A test suite that holds one in a stored property gets a fresh one for each of its tests.
final class TestStore {
    let name: String
    let suite: UserDefaults

    init() {
        name = "TSUDTests-\(UUID().uuidString)"
        suite = TestHome.suite(named: name)
    }

    /// Another `UserDefaults` object of the same suite.
    func anotherObject() -> UserDefaults { TestHome.suite(named: name) }

    deinit {
        for key in suite.persistentDomain(forName: name)?.keys.map(\.self) ?? [] { suite.removeObject(forKey: key) }
    }
}

/// The directory that takes the place of the home directory for the whole test process, and is gone after it.
private enum TestHome {
    static func suite(named name: String) -> UserDefaults {
        _ = directory
        guard let suite = UserDefaults(suiteName: name) else { fatalError("Foundation refused the suite \(name)") }
        return suite
    }

    private static let directory: URL = {
        let directory = FileManager.default.temporaryDirectory.appending(path: "TSUDTests-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        } catch {
            fatalError("No directory for the tests: \(error)")
        }
        setenv("XDG_CONFIG_HOME", directory.path, 1)
        // Handlers run in the reverse of their order: this one after the library's own, which may still save.
        atexit { try? FileManager.default.removeItem(at: TestHome.directory) }
        return directory
    }()
}
