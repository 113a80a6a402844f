public import Foundation

/// Runs a closure with settings of its own, which no other code sees and which are discarded afterwards.
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
/// On this task and its child tasks, every key's `value` reads and writes a new, empty suite instead of the key's own.
/// Suites that are named explicitly, as in `fontSize[shared]`, are not redirected. Two keys of one name that have
/// different suites share a value in the closure. Detached tasks, threads and dispatch queues use the real settings.
///
/// On Linux it is a suite in memory, which never affects a file, another suite or the process's registered defaults. On
/// Apple systems it is a suite whose name is a path in the temporary directory; it is removed afterwards. So
/// `@AppStorage(store:)` and key-value observing work with it. There, as in every suite, the registered defaults and
/// launch arguments of the process are visible in it.
///
/// - Parameter body: the closure. It receives the suite, for plain `UserDefaults` calls.
/// - Returns: what `body` returns.
public func withEphemeralSettings<Result>(
    _ body: (UserDefaults) async throws -> Result
) async rethrows -> Result {
    let settings = EphemeralSettings.make()
    BoundKeyCache.noteEphemeralUse()
    defer { settings.remove() }
    return try await EphemeralSettings.$ofTask.withValue(settings) { try await body(settings.suite) }
}

/// Runs a synchronous closure with settings of its own, which no other code sees and which are discarded afterwards.
///
/// ```swift
/// withEphemeralSettings { suite in
///     suite.set("huge", forKey: "fontSize")
///     // 12.0: the default, because "huge" is not a number
///     print(fontSize.value)
/// }
/// ```
///
/// This is the synchronous counterpart of the asynchronous function of the same name.
///
/// - Parameter body: the closure. It receives the suite, for plain `UserDefaults` calls.
/// - Returns: what `body` returns.
public func withEphemeralSettings<Result>(_ body: (UserDefaults) throws -> Result) rethrows -> Result {
    let settings = EphemeralSettings.make()
    BoundKeyCache.noteEphemeralUse()
    defer { settings.remove() }
    return try EphemeralSettings.$ofTask.withValue(settings) { try body(settings.suite) }
}

/// Gives the process settings of its own for as long as it runs, which are discarded when it exits.
///
/// ```swift
/// if ProcessInfo.processInfo.environment["UI_TESTING"] != nil {
///     useEphemeralSettings()
/// }
/// ```
///
/// From then on, on every thread and queue and in every task, a key without a given suite reads and writes a new, empty
/// suite instead of its own; so does a handle, a `@Stored` property or a list without one, from the next call on. It is
/// for programs under UI tests, for hosted tests and for previews, whose work `withEphemeralSettings` does not reach. That
/// function still gives its closure a suite of its own.
///
/// Call it first thing. Sequences, observations and bindings that exist already stay with the real settings; so a call
/// after the first use of a key is logged. What keys have written before is saved. A second call does nothing.
///
/// Suites that are named explicitly, plain `UserDefaults.standard` calls, and `@AppStorage` without `store:` are not
/// redirected. Synchronizing a list without a given suite is refused.
public func useEphemeralSettings() {
    let used = BoundKeyCache.firstInOwnSuite
    guard EphemeralSettings.beginForProcess() else { return }
    BoundKeyCache.noteEphemeralUse()
    guard let used else { return }
    Log.once(
        """
        useEphemeralSettings() was called after the key '\(used)' was used: what was observed or bound before \
        stays with the real settings. Call it first thing.
        """
    )
}

/// Whether the settings of `useEphemeralSettings()` replace those of keys without a given suite here.
package var isProcessEphemeral: Bool { EphemeralSettings.ofTask == nil && EphemeralSettings.ofProcess != nil }
