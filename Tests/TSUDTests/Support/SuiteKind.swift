import Foundation
import TestSupport
import Testing

@testable import TSUD

/// A kind of suite that tests run against.
enum SuiteKind: String, CaseIterable {
    /// The suites of Foundation and the library on this platform.
    case native
    /// A suite whose Foundation is ``FakeSystem``.
    case apple

    @TaskLocal static var current = Self.native

    /// Whether the current kind follows the rules of Apple systems.
    static var isApple: Bool {
        #if canImport(Darwin)
        true
        #else
        current == .apple
        #endif
    }

    /// Whether a named suite distinguishes stored objects from registered defaults and launch arguments.
    ///
    /// On Apple systems `UserDefaults` doesn't return the origin of an object, and only the standard suite has a known
    /// name. There, a stored object that equals the registered one may seem registered, and one below a launch argument
    /// may seem absent. Nothing else may differ.
    static var namedSuitesTellWhatTheyHold: Bool { !isApple }

    /// The kinds that are tested; the variable `TSUD_SUITES` names only one, to find out which one a failure is of.
    static var tested: [Self] {
        ProcessInfo.processInfo.environment["TSUD_SUITES"].map { name in allCases.filter { $0.rawValue == name } }
            ?? allCases
    }

    /// Runs a closure with suites of this kind, as in a new process.
    func run(_ body: () async throws -> Void) async rethrows {
        try await Self.$current.withValue(self) {
            guard self == .apple else { return try await body() }
            try await FakeSystem.$current.withValue(FakeSystem()) {
                try await EphemeralSettings.$make.withValue(.init(Self.ephemeral)) {
                    try await NamedSuites.$make.withValue(.init { FakeDefaults.named($0) }) { try await body() }
                }
            }
        }
    }

    private static let ephemeral: @Sendable () -> EphemeralSettings = {
        let path = EphemeralSettings.newPath
        return EphemeralSettings(in: FakeDefaults.named(path, isKnown: true).appleBackend, at: path)
    }
}

extension Trait where Self == Surroundings {
    /// Runs each test against both kinds of suite, one after the other.
    static var bothKinds: Self {
        Self { test in for kind in SuiteKind.tested { try await kind.run { try await test() } } }
    }
}
