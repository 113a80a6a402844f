import Foundation

/// The suite that replaces every key's own, on a task and its child tasks or in the whole process.
final class EphemeralSettings: Sendable {
    @TaskLocal static var ofTask: EphemeralSettings?
    static var ofProcess: EphemeralSettings? { process.withLock { $0 } }
    private static let process = Locked<EphemeralSettings?>(nil)
    static var current: EphemeralSettings? { ofTask ?? ofProcess }

    /// Creates settings as the platform has them; replaced in tests.
    @TaskLocal static var make: @Sendable () -> EphemeralSettings = { makeForSystem() }

    private let shared: Unchecked<UserDefaults>
    var suite: UserDefaults { shared.value }
    /// The suite with a file, and the path of that without the extension; `nil` for a suite in memory.
    private let file: (suite: SynchronizedSuite, path: String)?

    init(inMemory suite: UserDefaults) {
        shared = Unchecked(suite)
        file = nil
    }

    /// The settings are in a file, so that `@AppStorage` and key-value observing work with them.
    ///
    /// - Parameters:
    ///   - file: the suite.
    ///   - path: its name, a path from ``newPath``.
    init(in file: SynchronizedSuite, at path: String) {
        shared = Unchecked(file.defaults)
        self.file = (file, path)
    }

    /// A new path in the temporary directory, for the name of a suite.
    static var newPath: String {
        FileManager.default.temporaryDirectory.appendingPathComponent("TSUD-\(UUID().uuidString)").path
    }

    /// Makes settings for the rest of the process.
    ///
    /// - Returns: `false` if it has some already.
    static func beginForProcess() -> Bool {
        let made = make()
        let isFirst = process.withLock { process in
            defer { process = process ?? made }
            return process == nil
        }
        if !isFirst { made.remove() }
        // A C function can't capture Self.
        // swiftlint:disable:next prefer_self_in_static_references
        if isFirst { atexit { EphemeralSettings.ofProcess?.remove() } }
        return isFirst
    }

    /// Removes the settings and their file; what is written later is lost or in a new file.
    func remove() {
        guard let file else { return }
        file.suite.noteSaved()
        suite.removePersistentDomain(forName: file.path)
        // Waits for the daemon, which could otherwise write the file later.
        suite.synchronize()
        try? FileManager.default.removeItem(atPath: file.path + ".plist")
    }
}

/// Tests that write the real settings, because nobody has given them any of their own.
enum UnisolatedTests {
    /// Logs that tests write the real settings, if this is a process of tests in which nothing was ever isolated.
    ///
    /// It is asked for at each write to the standard suite, and answered at the first one.
    static let warning: Void = {
        if BoundKeyCache.isEphemeralUsed || !isProcessOfTests { return }
        Log.once(
            """
            A test writes the real settings: give each test its own with the trait .ephemeralSettings of TSUDTesting or, \
            in XCTest, with withEphemeralSettings, or the whole process with useEphemeralSettings().
            """
        )
    }()

    private static var isProcessOfTests: Bool {
        let environment = ProcessInfo.processInfo.environment
        if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return false }
        // Xcode loads the libraries into the app that hosts tests only after its launch.
        return environment["XCTestConfigurationFilePath"] != nil || symbols.contains(where: isLoaded)
    }

    /// What a program has in it with Swift Testing or XCTest: `Testing.Test` and, on Linux and Apple systems, `XCTestCase`.
    static let symbols = ["$s7Testing4TestVMa", "$s6XCTest0A4CaseCMa", "OBJC_CLASS_$_XCTestCase"]

    static func isLoaded(_ symbol: String) -> Bool {
        #if canImport(Darwin) || os(Linux)
        guard let process = dlopen(nil, RTLD_LAZY) else { return false }
        defer { dlclose(process) }
        return dlsym(process, symbol) != nil
        #else
        return false
        #endif
    }
}
