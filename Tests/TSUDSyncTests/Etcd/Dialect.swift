#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUDSync

/// The form of etcd's errors: 3.4 has `error`, `message` and `code`, and 3.6 has no `error`.
enum Dialect: CaseIterable {
    case asInstalled, etcd36
    @TaskLocal static var current = Dialect.asInstalled
}

extension Trait where Self == Surroundings {
    /// Runs each test with the installed etcd, or through a proxy with the errors of etcd 3.6, and with both in a full
    /// trial.
    static var someDialect: Self {
        Self { test in
            for dialect in Extent.sample(1, of: Dialect.allCases) {
                try await Dialect.$current.withValue(dialect) { try await test() }
            }
        }
    }
}

extension EtcdStore {
    /// A store whose requests may take minutes, so that no result depends on how busy the machine is.
    static func patient(
        at endpoints: [URL],
        prefix: String,
        user: String? = nil,
        password: String = "",
        timeout: Duration = .seconds(900)
    ) -> EtcdStore {
        EtcdStore(at: endpoints, prefixes: [prefix], login: user.map { EtcdLogin($0) { password } }, timeout: timeout)
    }
}
#endif
