public import Foundation

/// Runs a closure with settings of its own, which no other code sees and which are discarded afterwards.
///
/// ```swift
/// await withEphemeralSuite { _ in
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
public func withEphemeralSuite<Result>(
    _ body: (UserDefaults) async throws -> Result
) async rethrows -> Result {
    let settings = EphemeralSettings.make()
    BoundKeys.noteEphemeralUse()
    defer { settings.remove() }
    return try await EphemeralSettings.$ofTask.withValue(settings) { try await body(settings.suite) }
}

/// Runs a synchronous closure with settings of its own, which no other code sees and which are discarded afterwards.
///
/// ```swift
/// withEphemeralSuite { suite in
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
public func withEphemeralSuite<Result>(_ body: (UserDefaults) throws -> Result) rethrows -> Result {
    let settings = EphemeralSettings.make()
    BoundKeys.noteEphemeralUse()
    defer { settings.remove() }
    return try EphemeralSettings.$ofTask.withValue(settings) { try body(settings.suite) }
}
