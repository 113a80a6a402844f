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
    static var ofProcess: EphemeralSettings? { process.withLock(\.settings) }
    private static let process = Locked((settings: first, firstKey: String?.none))
    /// The key of the first setting that used its own suite.
    static var firstKey: String? { process.withLock(\.firstKey) }
    static var current: EphemeralSettings? {
        switch ofTask {
        case .real: nil
        case .ephemeral(let settings): settings
        case nil: ofProcess
        }
    }

    /// Finds the suite that replaces a setting's own.
    ///
    /// - Parameter key: The setting's key, of which the first one is recorded.
    /// - Returns: The suite; `nil` if the setting uses its own.
    static func suite(replacingThatOf key: @autoclosure () -> String) -> UserDefaults? {
        if let ofTask { return if case .ephemeral(let settings) = ofTask { settings.suite } else { nil } }
        let (settings, isUsed) = process.withLock { ($0.settings, $0.firstKey != nil) }
        if settings == nil, !isUsed {
            let key = key()
            process.withLock { $0.firstKey = $0.firstKey ?? key }
        }
        return settings?.suite
    }

    /// Creates the platform's kind of settings.
    ///
    /// Tests replace it. It's in a structure, because binding a closure itself crashes in optimized code of Swift 6.3.
    @TaskLocal static var make = Unchecked<@Sendable () -> EphemeralSettings> { makeForSystem() }

    private let shared: Unchecked<UserDefaults>
    var suite: UserDefaults { shared.value }
    /// Removes the suite's file, if it has one.
    private let removeFile: @Sendable () -> Void

    init(in suite: UserDefaults, removeFile: @escaping @Sendable () -> Void = {}) {
        shared = Unchecked(suite)
        self.removeFile = removeFile
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
        let made = makeForProcess(make.value)
        let isFirst = process.withLock { process in
            defer { process.settings = process.settings ?? made }
            return process.settings == nil
        }
        if !isFirst { made.remove() }
        return isFirst
    }

    /// Makes the process use the real settings from now on.
    static func endForProcess() {
        let old = process.withLock { process in
            defer { process.settings = nil }
            return process.settings
        }
        old?.remove()
    }

    /// Removes the settings and their file.
    ///
    /// Later writes are lost, or in a new file.
    func remove() { removeFile() }
}

nonisolated(unsafe) private var beginsEphemeral = false

/// Makes the process begin with ephemeral settings.
///
/// A constructor of TSUDTesting calls it before `main`.
@_cdecl("TSUDBeginWithEphemeralSettings")
package func beginWithEphemeralSettings() { beginsEphemeral = true }
