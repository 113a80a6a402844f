import TSUD
import Testing

/// Gives each test, and each of its cases, settings of its own.
struct OwnSettings: TestTrait, SuiteTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withEphemeralSuite { _ in try await function() }
    }
}

extension Trait where Self == OwnSettings {
    static var ownSettings: Self { Self() }
}
