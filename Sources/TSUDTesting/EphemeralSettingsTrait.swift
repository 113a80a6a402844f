import TSUD
public import Testing

/// Gives each test, and each case of a parameterized one, settings of its own, which are discarded afterwards.
///
/// ```swift
/// @Suite(.ephemeralSettings) struct EditorTests {
///     @Test func `Enlarging adds two`() {
///         fontSize.value += 2
///         #expect(fontSize.value == 14)
///     }
///
///     @Test(.ephemeralSettings { fontSize.value = 40 })
///     func `Enlarging ends at forty`() {
///         #expect(fontSize.value == 40)
///     }
/// }
/// ```
///
/// It is `withEphemeralSettings` around the test, so tests run in parallel, and what holds for that holds for it. A suite
/// hands the trait on to the suites in it. Where a test and its suites have it, they share the settings: those of the
/// outermost suite begin, and the test's own values come last.
public struct EphemeralSettingsTrait: SuiteTrait, TestTrait, TestScoping {
    private let begin: @MainActor () async throws -> Void

    fileprivate init(_ begin: @escaping @MainActor () async throws -> Void) { self.begin = begin }

    /// Whether suites inside a suite have the trait as well: they do.
    public var isRecursive: Bool { true }

    /// Runs a test, or a case of it, with settings of its own; Swift Testing calls this.
    ///
    /// - Parameters:
    ///   - test: the test.
    ///   - testCase: the case.
    ///   - function: runs it.
    /// - Throws: what the test throws, or what the closure that stores the first values throws.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        if Scope.isEntered {
            try await begin()
            try await function()
        } else {
            try await withEphemeralSettings { _ in
                try await begin()
                try await Scope.$isEntered.withValue(true) { try await function() }
            }
        }
    }
}

/// Whether the trait of a suite has given the current case its settings already.
private enum Scope {
    @TaskLocal static var isEntered = false
}

extension Trait where Self == EphemeralSettingsTrait {
    /// Gives each test, and each case of a parameterized one, settings of its own: `@Suite(.ephemeralSettings)`.
    public static var ephemeralSettings: Self { ephemeralSettings {} }

    /// The same, with values to begin with: `@Test(.ephemeralSettings { fontSize.value = 14 })`.
    ///
    /// - Parameter begin: stores the values, on the main actor; it is called before each test and each case. If it
    ///   throws, the test fails and does not run.
    /// - Returns: the trait.
    public static func ephemeralSettings(_ begin: @escaping @MainActor () async throws -> Void) -> Self {
        EphemeralSettingsTrait(begin)
    }
}
