import Foundation

/// Runs a closure with launch arguments before what a suite holds, as if the process had been started with them.
///
/// On Apple systems they stand before all suites of the process. So they are taken back afterwards and one test at a
/// time has some; what a test gives some for is named as nothing is that another test reads meanwhile.
func withLaunchArguments<Result>(
    _ arguments: [String: Any],
    in suite: UserDefaults,
    _ body: () throws -> Result
) rethrows -> Result {
    try turn.withLock {
        let before = suite.volatileDomain(forName: UserDefaults.argumentDomain)
        setLaunchArguments(before.merging(arguments) { $1 }, in: suite)
        defer { setLaunchArguments(before, in: suite) }
        return try body()
    }
}

/// A domain that is there can't be set on Apple systems, and is added to on Linux.
private func setLaunchArguments(_ arguments: [String: Any], in suite: UserDefaults) {
    suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
    suite.setVolatileDomain(arguments, forName: UserDefaults.argumentDomain)
}

private let turn = NSLock()
