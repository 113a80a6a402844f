#if os(Linux)
import Foundation
import TestSupport
import Testing

/// How etcd says its errors: 3.4 by `error`, `message` and `code`, 3.6 without `error`.
enum Dialect: CaseIterable {
    case asInstalled, etcd36
    @TaskLocal static var current = Dialect.asInstalled
}

/// Runs each test with the etcd that is installed, and again through a proxy that says its errors as etcd 3.6 does.
struct DialectsTrait: SuiteTrait, TestTrait, TestScoping {
    fileprivate let dialects: [Dialect]
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        for dialect in dialects { try await Dialect.$current.withValue(dialect) { try await function() } }
    }
}

extension Trait where Self == DialectsTrait {
    static var eachDialect: Self { DialectsTrait(dialects: Dialect.allCases) }
    /// One of them each day, and both in a full trial, for tests that take long.
    static var someDialect: Self { DialectsTrait(dialects: Extent.sample(1, of: Dialect.allCases)) }
}
#endif
