import Foundation
import TSUD
import TestSupport
import Testing

/// The suite that a test is given: one with a name, or that of `withEphemeralSettings`.
enum GivenSuite: CaseIterable {
    case named
    case ephemeral

    /// The suite of a test with the trait `.givenSuites`.
    static var suite: UserDefaults {
        guard let suite = current?.value else { fatalError("The test needs the trait .givenSuites") }
        return suite
    }

    @TaskLocal fileprivate static var current: Unchecked<UserDefaults>?

    func with(_ body: (UserDefaults) async throws -> Void) async rethrows {
        switch self {
        case .named:
            let store = TestStore()
            try await body(store.suite)
            withExtendedLifetime(store) {}
        case .ephemeral: try await withEphemeralSettings { try await body($0) }
        }
    }

    /// Calls a closure with each suite of each kind.
    static func each(_ body: (Self, UserDefaults) async throws -> Void) async throws {
        for kind in SuiteKind.tested {
            try await kind.run { for given in allCases { try await given.with { try await body(given, $0) } } }
        }
    }
}

extension Trait where Self == Surroundings {
    /// Runs each test against a suite with a name, and again against an ephemeral one.
    static var givenSuites: Self { given(GivenSuite.allCases) }

    /// Runs each test against an ephemeral suite, in which direct calls make members at once on every platform.
    static var givenEphemeralSuite: Self { given([.ephemeral]) }

    private static func given(_ kinds: [GivenSuite]) -> Self {
        Self { test in
            for given in kinds {
                try await given.with { suite in
                    try await GivenSuite.$current.withValue(Unchecked(suite)) { try await test() }
                }
            }
        }
    }
}
