#if os(Linux)
import Foundation
import TestSupport
import Testing

/// How etcd says its errors: 3.4 by `error`, `message` and `code`, 3.6 without `error`.
enum Dialect: CaseIterable {
    case asInstalled, etcd36
    @TaskLocal static var current = Dialect.asInstalled
}

extension Trait where Self == Surroundings {
    /// Runs each test with the etcd that is installed, and again through a proxy that says its errors as etcd 3.6 does.
    static var eachDialect: Self { dialects(Dialect.allCases) }
    /// One of them each day, and both in a full trial, for tests that take long.
    static var someDialect: Self { dialects(Extent.sample(1, of: Dialect.allCases)) }

    private static func dialects(_ dialects: [Dialect]) -> Self {
        Self { test in
            for dialect in dialects { try await Dialect.$current.withValue(dialect) { try await test() } }
        }
    }
}
#endif
