public import Foundation

/// Runs a test, a preview or a trial with settings of its own, which nobody else sees and which are gone afterwards.
///
/// ```swift
/// await withEphemeralSuite { _ in
///     fontSize.value = 99        // seen here and in child tasks, stored nowhere
/// }
/// ```
///
/// On this task and its children every key's `value` reads and writes a fresh, empty suite in memory instead of the
/// key's own suite. Suites that are named explicitly, as in `fontSize[shared]`, are not redirected; nor are detached
/// tasks, threads and dispatch queues. Launch arguments and registered defaults don't reach the suite.
///
/// - Parameter body: what runs meanwhile. It is given the suite, for plain `UserDefaults` calls.
/// - Returns: what `body` returns.
public func withEphemeralSuite<Result>(
    _ body: (UserDefaults) async throws -> Result
) async rethrows -> Result {
    let suite = EphemeralSuite()
    return try await EphemeralSuite.$current.withValue(EphemeralSuite.Reference(suite: suite)) {
        try await body(suite)
    }
}

/// Runs a test, a preview or a trial with settings of its own; the synchronous twin of the one above.
///
/// - Parameter body: what runs meanwhile. It is given the suite, for plain `UserDefaults` calls.
/// - Returns: what `body` returns.
public func withEphemeralSuite<Result>(_ body: (UserDefaults) throws -> Result) rethrows -> Result {
    let suite = EphemeralSuite()
    return try EphemeralSuite.$current.withValue(EphemeralSuite.Reference(suite: suite)) {
        try body(suite)
    }
}
