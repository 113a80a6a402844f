import Foundation

/// The suite that replaces every setting's own, on a task and its child tasks or in the whole process.
final class EphemeralSettings: Sendable {
    /// The settings of a task and its child tasks.
    enum OfTask {
        case real
        case ephemeral(EphemeralSettings)
    }

    /// The settings that a task has instead of those of the process.
    @TaskLocal static var ofTask: OfTask?
    static var ofProcess: EphemeralSettings? { process.copy }
    private static let process = Locked(first)
    static var current: EphemeralSettings? {
        switch ofTask {
        case .real: nil
        case .ephemeral(let settings): settings
        case nil: ofProcess
        }
    }

    /// Creates the platform's kind of settings.
    ///
    /// Tests replace it.
    @TaskLocal static var make: @Sendable () -> EphemeralSettings = { makeForSystem() }

    private let shared: Unchecked<UserDefaults>
    var suite: UserDefaults { shared.value }
    /// The suite with a file, and the file's path without the extension; `nil` for a suite in memory.
    private let file: (suite: AppleSuite, path: String)?

    init(inMemory suite: UserDefaults) {
        shared = Unchecked(suite)
        file = nil
    }

    /// Creates settings in a file, with which `@AppStorage` and key-value observing work.
    ///
    /// - Parameters:
    ///   - file: The suite.
    ///   - path: The suite's name, a path from ``newPath``.
    init(in file: AppleSuite, at path: String) {
        shared = Unchecked(file.defaults)
        self.file = (file, path)
    }

    /// A new path in the temporary directory, for the name of a suite.
    static var newPath: String {
        FileManager.default.temporaryDirectory.appendingPathComponent("TSUD-\(UUID().uuidString)").path
    }

    /// The settings that the process begins with, if it tests with TSUDTesting or shows previews.
    private static let first: EphemeralSettings? = beginsEphemeral || isPreview ? makeForProcess(makeForSystem) : nil
    private static let isPreview = getenv("XCODE_RUNNING_FOR_PREVIEWS").map { String(cString: $0) } == "1"

    private static func makeForProcess(_ make: () -> EphemeralSettings) -> EphemeralSettings {
        // A C function can't capture Self.
        // swiftlint:disable:next prefer_self_in_static_references
        atexit { EphemeralSettings.ofProcess?.remove() }
        return make()
    }

    /// Logs once that the process has begun with ephemeral settings, and still has them.
    static func noteUse() {
        guard let first, ofProcess === first else { return }
        Log.once(
            """
            Settings are ephemeral in this process, because it \(isPreview ? "shows previews" : "uses TSUDTesting"). Direct \
            UserDefaults calls are not. See Testing in the documentation of TSUD.
            """
        )
    }

    /// Makes settings for the rest of the process.
    ///
    /// - Returns: Whether the process had none.
    static func beginForProcess() -> Bool {
        let made = makeForProcess(make)
        let isFirst = process.withLock { process in
            defer { process = process ?? made }
            return process == nil
        }
        if !isFirst { made.remove() }
        return isFirst
    }

    /// Makes the process use the real settings from now on.
    static func endForProcess() {
        let old = process.withLock { process in
            defer { process = nil }
            return process
        }
        old?.remove()
    }

    /// Removes the settings and their file.
    ///
    /// Later writes are lost, or in a new file.
    func remove() {
        guard let file else { return }
        file.suite.noteSaved()
        // The daemon writes the file now, and not later. After `removePersistentDomain`, it would.
        file.suite.synchronizeDomain()
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

nonisolated(unsafe) private var beginsEphemeral = false

/// Makes the process begin with ephemeral settings.
///
/// A constructor of TSUDTesting calls it before `main`.
@_cdecl("TSUDBeginWithEphemeralSettings")
package func beginWithEphemeralSettings() { beginsEphemeral = true }
