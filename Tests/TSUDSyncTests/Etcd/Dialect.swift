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
    /// Runs each test with the etcd that is installed, or through a proxy that says its errors as etcd 3.6 does: one of
    /// them each day, and both in a full trial.
    static var someDialect: Self {
        Self { test in
            for dialect in Extent.sample(1, of: Dialect.allCases) {
                try await Dialect.$current.withValue(dialect) { try await test() }
            }
        }
    }
}
#endif
