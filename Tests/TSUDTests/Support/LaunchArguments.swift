import Foundation

/// Runs a closure with launch arguments in a suite, as if the process had been started with them.
///
/// On Apple systems they affect all suites of the process. They are therefore removed afterwards, only one test at a
/// time has any, and they use keys that no other test reads meanwhile.
func withLaunchArguments<Result>(
    _ arguments: [String: Any],
    in suite: UserDefaults,
    _ body: () throws -> Result
) rethrows -> Result {
    try argumentsLock.withLock {
        let before = suite.volatileDomain(forName: UserDefaults.argumentDomain)
        setLaunchArguments(before.merging(arguments) { $1 }, in: suite)
        defer { setLaunchArguments(before, in: suite) }
        return try body()
    }
}

/// Removes the domain first: an existing one can't be set on Apple systems, and is merged on Linux.
private func setLaunchArguments(_ arguments: [String: Any], in suite: UserDefaults) {
    suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
    suite.setVolatileDomain(arguments, forName: UserDefaults.argumentDomain)
}

private let argumentsLock = NSLock()
