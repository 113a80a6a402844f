package import Foundation

/// Runs a closure with launch arguments in a suite, as if the process had been started with them.
///
/// On Apple systems they affect all suites of the process. They are therefore removed afterwards, only one test at a
/// time has any, and no other test reads their keys.
package func withLaunchArguments<Result>(
    _ arguments: [String: Any],
    in suite: UserDefaults,
    _ body: () async throws -> Result
) async rethrows -> Result {
    await oneTest.wait()
    let before = LaunchArguments(arguments, in: suite)
    defer { before.restore() }
    return try await body()
}

/// The launch arguments that a suite had before a test.
private struct LaunchArguments {
    private let before: [String: Any]
    private let suite: UserDefaults

    init(_ arguments: [String: Any], in suite: UserDefaults) {
        self.suite = suite
        before = suite.volatileDomain(forName: UserDefaults.argumentDomain)
        set(before.merging(arguments) { $1 })
    }

    func restore() {
        set(before)
        oneTest.signal()
    }

    /// Removes the domain first: an existing one can't be set on Apple systems, and is merged on Linux.
    private func set(_ arguments: [String: Any]) {
        suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        suite.setVolatileDomain(arguments, forName: UserDefaults.argumentDomain)
    }
}

/// Only one test at a time may have launch arguments.
private let oneTest = TaskSemaphore(1)
