package import Testing

/// A trait that runs each test several times, in other surroundings each time.
package struct Surroundings: SuiteTrait, TestTrait, TestScoping {
    package typealias Body = @concurrent @Sendable () async throws -> Void
    private let run: @Sendable (Body) async throws -> Void

    package init(_ run: @escaping @Sendable (_ test: Body) async throws -> Void) { self.run = run }

    package var isRecursive: Bool { true }

    package func provideScope(for test: Test, testCase: Test.Case?, performing function: Body) async throws {
        try await run(function)
    }
}
