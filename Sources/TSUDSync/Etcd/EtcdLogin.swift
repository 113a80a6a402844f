import Foundation

/// The login of a store: all requests share one login at a time, and its token.
///
/// etcd spends at least 70 ms of processor time on each password, even if the client has given up. TSUDSync therefore
/// waits before it repeats a failed login. In a model, 5,000 programs start together, and etcd has two processors. If
/// each program retries within a minute, no login ever succeeds. If a program doubles its wait after each login without
/// a response, all succeed.
actor EtcdLogin {
    let user: String
    private let password: @Sendable () async throws -> String
    /// The token of the last login; `nil` before the first login, or if etcd has no authentication.
    private(set) var token: String?
    private var running: Task<Void, any Error>?
    private var unanswered = 0
    /// The last failure; until `end`, TSUDSync throws its error instead of logging in again.
    private var failure: (error: any Error, end: ContinuousClock.Instant)?

    init(_ user: String, _ password: @escaping @Sendable () async throws -> String) {
        (self.user, self.password) = (user, password)
    }

    /// Logs in, unless the token has changed since the rejected request.
    ///
    /// Concurrent callers wait for the same login.
    ///
    /// - Parameters:
    ///   - refused: the token of the rejected request.
    ///   - minute: the longest pause after the first failure.
    ///   - requestToken: the function that requests a token. It returns `nil` if authentication is off.
    /// - Returns: the token to use; `nil` if etcd has no authentication.
    /// - Throws: ``SharedStoreRejection``, or an error of `requestToken`.
    func renew(
        _ refused: String?,
        spreadOver minute: Duration,
        _ requestToken: @escaping @Sendable (_ user: String, _ password: String) async throws -> String?
    ) async throws -> String? {
        if token != refused { return token }
        if let failure, failure.end > .now { throw failure.error }
        let login = running ?? Task { try await logIn(minute, requestToken) }
        running = login
        try await login.value
        return token
    }

    private func logIn(
        _ minute: Duration,
        _ requestToken: @Sendable (String, String) async throws -> String?
    ) async throws {
        defer { running = nil }
        let secret: String
        do {
            secret = try await password()
        } catch {
            throw SharedStoreRejection("can't get the password for etcd: \(error.localizedDescription)")
        }
        do {
            token = try await requestToken(user, secret)
            (failure, unanswered) = (nil, 0)
        } catch let error as FailedRequest where error == .lost {
            // Another endpoint may return a token.
            throw error
        } catch {
            // The pause doubles each time, up to sixteen minutes.
            unanswered = error is EtcdStore.Refused ? 0 : min(unanswered + 1, 5)
            let spread = minute * (1 << max(unanswered - 1, 0))
            failure = (error, .now + spread * Double.random(in: 0.1...1))
            throw error
        }
    }
}
