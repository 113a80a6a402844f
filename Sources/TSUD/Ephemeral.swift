public import Foundation

/// Runs a closure with ephemeral settings, which are discarded afterwards.
///
/// ```swift
/// await withEphemeralSettings { _ in
///     // The real setting stays as it is.
///     fontSize.value = 99
///     // Child tasks see it: 99.0
///     async let size = fontSize.value
///     print(await size)
/// }
/// ```
///
/// In this task and its child tasks, settings read and write a new, empty suite. Suites that you
/// name, as in `fontSize[shared]`, stay in use. Detached tasks, threads, and dispatch queues use those of the process.
///
/// On Linux, the suite is in memory, and reaches no file, no other suite, and no registered defaults. On Apple systems, its
/// name is a path in the temporary directory, so `@AppStorage(store:)` and key-value observing work with it. There, the
/// process's registered defaults and launch arguments are visible in it.
///
/// - Parameter body: The closure, which receives the suite for direct `UserDefaults` calls.
/// - Returns: The result of `body`.
/// - Throws: The errors of `body`.
public func withEphemeralSettings<Result>(
    _ body: (UserDefaults) async throws -> Result
) async rethrows -> Result {
    let settings = EphemeralSettings.make.value()
    defer { settings.remove() }
    return try await EphemeralSettings.$ofTask.withValue(.ephemeral(settings)) { try await body(settings.suite) }
}

/// Runs a synchronous closure with ephemeral settings, which are discarded afterwards.
///
/// ```swift
/// withEphemeralSettings { suite in
///     suite.set("huge", forKey: "fontSize")
///     // 12.0: the default, because "huge" is not a number
///     print(fontSize.value)
/// }
/// ```
///
/// This function works like the asynchronous one.
///
/// - Parameter body: The closure, which receives the suite for direct `UserDefaults` calls.
/// - Returns: The result of `body`.
/// - Throws: The errors of `body`.
public func withEphemeralSettings<Result>(_ body: (UserDefaults) throws -> Result) rethrows -> Result {
    let settings = EphemeralSettings.make.value()
    defer { settings.remove() }
    return try EphemeralSettings.$ofTask.withValue(.ephemeral(settings)) { try body(settings.suite) }
}

/// Gives the rest of the process ephemeral settings, which are discarded when it exits.
///
/// ```swift
/// if ProcessInfo.processInfo.environment["UI_TESTING"] != nil {
///     useEphemeralSettings()
/// }
/// ```
///
/// From the next call on, on every thread, settings read and write a new, empty suite. This includes
/// handles, `@Stored` properties, and lists without a given suite. Use this function for UI tests, hosted tests, and
/// previews, which `withEphemeralSettings` doesn't reach.
///
/// Call this function before the first use of a setting. TSUD logs a late call, because existing sequences, observations,
/// and bindings keep the real settings. It saves earlier writes. A second call does nothing.
///
/// Suites that you name, direct `UserDefaults.standard` calls, and `@AppStorage` without `store:` use the real settings.
/// TSUDSync rejects lists without a given suite.
public func useEphemeralSettings() {
    let used = EphemeralSettings.firstKey
    guard EphemeralSettings.beginForProcess() else { return }
    guard let used else { return }
    Log.once(
        """
        useEphemeralSettings() was called after the first use of key '\(used)'. Existing observations and bindings \
        keep the real settings. Call it before the first use of a setting.
        """
    )
}

// MARK: Tests

/// Whether ephemeral settings of the process replace those of keys without a given suite here.
package var isProcessEphemeral: Bool { EphemeralSettings.ofTask == nil && EphemeralSettings.ofProcess != nil }

/// Makes the process use the real settings from now on.
package func endEphemeralSettings() { EphemeralSettings.endForProcess() }

/// Runs a closure with the real settings.
package func withRealSettings(_ body: () async throws -> Void) async rethrows {
    try await EphemeralSettings.$ofTask.withValue(.real) { try await body() }
}
