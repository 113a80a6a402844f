import Foundation
import TSUD

/// The suite that a test is given: one with a name, or that of `withEphemeralSuite`.
enum GivenSuite: CaseIterable {
    case named
    case ephemeral

    func with(_ body: (UserDefaults) throws -> Void) rethrows {
        switch self {
        case .named:
            let store = TestStore()
            try withExtendedLifetime(store) { try body(store.suite) }
        case .ephemeral: try withEphemeralSuite { try body($0) }
        }
    }

    func with(_ body: (UserDefaults) async throws -> Void) async rethrows {
        switch self {
        case .named:
            let store = TestStore()
            try await body(store.suite)
            withExtendedLifetime(store) {}
        case .ephemeral: try await withEphemeralSuite { try await body($0) }
        }
    }

    /// Calls a closure with each suite of each kind.
    static func each(_ body: (Self, UserDefaults) async throws -> Void) async throws {
        for kind in SuiteKind.tested {
            try await kind.run { for given in allCases { try await given.with { try await body(given, $0) } } }
        }
    }
}
