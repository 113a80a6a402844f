public import Foundation

/// Runs a test, a preview or a trial with settings of its own, which nobody else sees and which are gone afterwards.
///
/// ```swift
/// await withEphemeralSuite { _ in
///     fontSize.value = 99         // stored nowhere
///     async let size = fontSize.value
///     print(await size)           // 99.0: child tasks see it
/// }
/// ```
///
/// On this task, and on those that it starts, every key's `value` reads and writes a fresh, empty suite in memory
/// instead of the key's own. Suites that are named explicitly, as in `fontSize[shared]`, are not redirected; nor are
/// detached tasks, threads and dispatch queues. Launch arguments and registered defaults don't reach the suite.
///
/// - Parameter body: what runs meanwhile. It is given the suite, for plain `UserDefaults` calls.
/// - Returns: what `body` returns.
public func withEphemeralSuite<Result>(
    _ body: (UserDefaults) async throws -> Result
) async rethrows -> Result {
    let settings = EphemeralSettings.make()
    KnownKeys.shared.noteEphemeralUse()
    defer { settings.remove() }
    return try await EphemeralSettings.$current.withValue(settings) { try await body(settings.suite) }
}

/// Runs a synchronous test, preview or trial with settings of its own, which nobody else sees.
///
/// ```swift
/// withEphemeralSuite { suite in
///     suite.set("huge", forKey: "fontSize")
///     print(fontSize.value)       // 12.0: the default, as "huge" is no number
/// }
/// ```
///
/// It does for a synchronous closure what the other function of this name does for an asynchronous one.
///
/// - Parameter body: what runs meanwhile. It is given the suite, for plain `UserDefaults` calls.
/// - Returns: what `body` returns.
public func withEphemeralSuite<Result>(_ body: (UserDefaults) throws -> Result) rethrows -> Result {
    let settings = EphemeralSettings.make()
    KnownKeys.shared.noteEphemeralUse()
    defer { settings.remove() }
    return try EphemeralSettings.$current.withValue(settings) { try body(settings.suite) }
}
