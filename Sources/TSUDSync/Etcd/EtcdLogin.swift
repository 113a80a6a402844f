import Foundation

/// The login of a store: one at a time, whose token all requests share.
///
/// etcd spends 70 ms of a processor or more on each password, also for a client that has given up. So a login that has
/// failed is not repeated at once. In a model of 5,000 programs that start together against two processors, none ever
/// succeeds if each tries again within a minute; all do if those that get no answer wait twice as long each time.
actor EtcdLogin {
    let user: String
    private let password: @Sendable () async throws -> String
    /// What the last login has given; `nil` before the first one, and where etcd has no authentication.
    private(set) var token: String?
    private var running: Task<Void, any Error>?
    private var unanswered = 0
    /// The last failure, which is told instead of another login until this moment.
    private var failure: (error: any Error, end: ContinuousClock.Instant)?

    init(_ user: String, _ password: @escaping @Sendable () async throws -> String) {
        (self.user, self.password) = (user, password)
    }

    /// Logs in, unless there is another token already than the one that was refused; who comes meanwhile waits for the
    /// same login.
    ///
    /// - Parameters:
    ///   - refused: the token with which a request was refused.
    ///   - minute: how long failures are spread over.
    ///   - ask: asks etcd for a token; `nil` if it has no authentication.
    /// - Returns: the token to go on with; `nil` if etcd has no authentication.
    /// - Throws: ``SharedStoreRejection``, or an error of `ask`.
    func renew(
        _ refused: String?,
        spreadOver minute: Duration,
        _ ask: @escaping @Sendable (_ user: String, _ password: String) async throws -> String?
    ) async throws -> String? {
        if token != refused { return token }
        if let failure, failure.end > .now { throw failure.error }
        let login = running ?? Task { try await logIn(minute, ask) }
        running = login
        try await login.value
        return token
    }

    private func logIn(_ minute: Duration, _ ask: @Sendable (String, String) async throws -> String?) async throws {
        defer { running = nil }
        let secret: String
        do {
            secret = try await password()
        } catch {
            throw SharedStoreRejection("there is no password for etcd: \(error.localizedDescription)")
        }
        do {
            token = try await ask(user, secret)
            (failure, unanswered) = (nil, 0)
        } catch let error as NoAnswer where error == .lost {
            // Another member may have a token.
            throw error
        } catch {
            // At most sixteen minutes.
            unanswered = error is EtcdStore.Refused ? 0 : min(unanswered + 1, 5)
            let spread = minute * (1 << max(unanswered - 1, 0))
            failure = (error, .now + spread * Double.random(in: 0.1...1))
            throw error
        }
    }
}
