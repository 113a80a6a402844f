import Foundation

/// The suite that replaces every setting's own, on a task and its child tasks or in the whole process.
final class EphemeralSettings: Sendable {
    @TaskLocal static var ofTask: EphemeralSettings?
    static var ofProcess: EphemeralSettings? { process.copy }
    private static let process = Locked<EphemeralSettings?>(nil)
    static var current: EphemeralSettings? { ofTask ?? ofProcess }

    /// Creates the platform's kind of settings.
    ///
    /// Tests replace it.
    @TaskLocal static var make: @Sendable () -> EphemeralSettings = { makeForSystem() }

    private let shared: Unchecked<UserDefaults>
    var suite: UserDefaults { shared.value }
    /// The suite with a file, and the file's path without the extension; `nil` for a suite in memory.
    private let file: (suite: SynchronizedSuite, path: String)?

    init(inMemory suite: UserDefaults) {
        shared = Unchecked(suite)
        file = nil
    }

    /// Creates settings in a file, with which `@AppStorage` and key-value observing work.
    ///
    /// - Parameters:
    ///   - file: The suite.
    ///   - path: The suite's name, a path from ``newPath``.
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
    /// - Returns: Whether the process had none.
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

    /// Removes the settings and their file.
    ///
    /// Later writes are lost, or in a new file.
    func remove() {
        guard let file else { return }
        file.suite.noteSaved()
        suite.removePersistentDomain(forName: file.path)
        // Waits for the daemon, which could otherwise write the file later.
        suite.synchronize()
        try? FileManager.default.removeItem(atPath: file.path + ".plist")
    }
}

extension SuiteRegistry {
    /// The keys of the settings that were used in their own suites, which ephemeral settings would replace.
    var keysInOwnSuites: [String] {
        all.flatMap { suite in
            suite.observations.usedTypes.all
                .filter { existing($0.suite)?.observations === suite.observations }.map { $0.stringKey }
        }
    }
}

/// Tests that write the real settings.
enum UnisolatedTests {
    /// Logs that a test writes a real setting, once for each key, if this process runs tests.
    static func noteWrite(of key: String) {
        guard isProcessOfTests else { return }
        Log.once(
            """
            A test writes the real setting '\(key)'. Give each test its own settings: use the trait .ephemeralSettings of \
            TSUDTesting, or withEphemeralSettings in XCTest, or useEphemeralSettings() for the whole process. A detached \
            task, thread or queue doesn't have the settings of its test.
            """
        )
    }

    private static let isProcessOfTests: Bool = {
        let environment = ProcessInfo.processInfo.environment
        if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return false }
        // Xcode loads the libraries into the app that hosts tests only after its launch.
        return environment["XCTestConfigurationFilePath"] != nil || symbols.contains(where: isLoaded)
    }()

    /// The symbols of Swift Testing and XCTest in a program: `Testing.Test` and, on Linux and Apple systems, `XCTestCase`.
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
