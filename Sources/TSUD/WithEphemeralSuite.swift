public import Foundation

/// Runs a test or a trial with settings of its own, which nobody else sees and which are gone afterwards.
///
/// ```swift
/// await withEphemeralSuite { _ in
///     fontSize.value = 99         // the real setting stays as it is
///     async let size = fontSize.value
///     print(await size)           // 99.0: child tasks see it
/// }
/// ```
///
/// On this task and its child tasks, every key's `value` reads and writes a fresh, empty suite instead of the key's own.
/// Suites that are named explicitly, as in `fontSize[shared]`, are not redirected. Detached tasks, threads and dispatch
/// queues use the real settings.
///
/// On Linux it is a suite in memory, where nothing reaches a file, another suite or the real registered defaults. On
/// Apple systems it is a suite whose name is a path in the temporary directory, removed afterwards, so that
/// `@AppStorage(store:)` and key-value observing work with it; there the registered defaults and launch arguments of the
/// process show in it, as in every suite.
///
/// - Parameter body: what runs meanwhile. It receives the suite, for plain `UserDefaults` calls.
/// - Returns: what `body` returns.
public func withEphemeralSuite<Result>(
    _ body: (UserDefaults) async throws -> Result
) async rethrows -> Result {
    let settings = EphemeralSettings.make()
    KnownKeys.shared.noteEphemeralUse()
    defer { settings.remove() }
    return try await EphemeralSettings.$current.withValue(settings) { try await body(settings.suite) }
}

/// Runs a synchronous test or trial with settings of its own, which nobody else sees and which are gone afterwards.
///
/// ```swift
/// withEphemeralSuite { suite in
///     suite.set("huge", forKey: "fontSize")
///     print(fontSize.value)       // 12.0: the default, as "huge" is no number
/// }
/// ```
///
/// It does for a synchronous closure what the function of the same name does for an asynchronous one.
///
/// - Parameter body: what runs meanwhile. It receives the suite, for plain `UserDefaults` calls.
/// - Returns: what `body` returns.
public func withEphemeralSuite<Result>(_ body: (UserDefaults) throws -> Result) rethrows -> Result {
    let settings = EphemeralSettings.make()
    KnownKeys.shared.noteEphemeralUse()
    defer { settings.remove() }
    return try EphemeralSettings.$current.withValue(settings) { try body(settings.suite) }
}
