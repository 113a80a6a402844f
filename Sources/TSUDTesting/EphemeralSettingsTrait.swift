import TSUD
public import Testing

/// A trait that gives each test, and each case of a parameterized test, its own settings or the real ones.
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
/// It runs the test in `withEphemeralSettings`, so tests run in parallel. The suites inside a suite inherit the trait.
/// If a test and its suites have it, they share the settings: the closure of the outermost suite runs first, and the
/// test's own closure last.
public struct EphemeralSettingsTrait: SuiteTrait, TestTrait, TestScoping {
    /// The closure that stores the first values; `nil` for the real settings.
    private let begin: (@MainActor () async throws -> Void)?

    fileprivate init(_ begin: (@MainActor () async throws -> Void)?) { self.begin = begin }

    /// True: suites inside a suite inherit the trait.
    public var isRecursive: Bool { true }

    /// Runs a test, or a case of it, with its own settings, for Swift Testing.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The case.
    ///   - function: The closure that runs it.
    /// - Throws: The error of the test, or of the closure that stores the first values.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard let begin else {
            return try await withRealSettings {
                try await Scope.$isEntered.withValue(false) { try await function() }
            }
        }
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
    /// A trait that gives each test and each case its own settings: `@Suite(.ephemeralSettings)`.
    public static var ephemeralSettings: Self { ephemeralSettings {} }

    /// Returns a trait that also stores the first values: `@Test(.ephemeralSettings { fontSize.value = 14 })`.
    ///
    /// - Parameter begin: The closure that stores the values, on the main actor, before each test and each case. If it
    ///   throws, the test fails and does not run.
    /// - Returns: The trait.
    public static func ephemeralSettings(_ begin: @escaping @MainActor () async throws -> Void) -> Self {
        EphemeralSettingsTrait(begin)
    }

    /// A trait that gives a test, or the tests of a suite, the real settings: `@Test(.realSettings)`.
    ///
    /// Detached tasks, threads, and dispatch queues have the settings of the process; see ``useRealSettings()``.
    public static var realSettings: Self { EphemeralSettingsTrait(nil) }
}

/// Makes the process use the real settings from this call on.
///
/// Without this call, a process that links TSUDTesting begins with ephemeral settings, which this call discards.
/// `useEphemeralSettings()` gives it new ones. ``EphemeralSettingsTrait`` and `withEphemeralSettings` still work.
public func useRealSettings() { endEphemeralSettings() }
