import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Asks the members of a cluster, in turn.
final class EtcdClient: @unchecked Sendable {
    /// Why no member answered.
    struct Unreachable: Error, CustomStringConvertible { let description: String }
    /// The token of the login is not valid, or not any more.
    private struct LoginNeeded: Error {}

    /// How long a request may take, and a watch that is being set up.
    let limit: TimeInterval
    /// How long a watch may be silent.
    let silence: TimeInterval
    private let endpoints: [URL]
    private let credentials: (user: String, password: String)?
    private let lock = NSLock()
    /// The index of the member that answered last.
    private var current = 0
    private var token: String?

    init(
        _ endpoints: [URL],
        user: String? = nil,
        password: String = "",
        limit: TimeInterval = 5,
        silence: TimeInterval = 60
    ) {
        self.endpoints = endpoints
        self.limit = limit
        self.silence = silence
        credentials = user.map { ($0, password) }
    }

    /// Asks a member, or the next one if it does not answer.
    ///
    /// - Throws: ``SharedStoreRefusal``, or ``Unreachable`` if no member answers.
    func post(_ path: String, _ body: [String: Any]) async throws -> EtcdAnswer {
        let body = try JSONSerialization.data(withJSONObject: body)
        var failure = Unreachable(description: "etcd has no address")
        for _ in endpoints {
            let index = lock.withLock { current }
            do {
                do {
                    return try await post(path, body, to: index)
                } catch is LoginNeeded {
                    return try await post(path, body, to: index)
                }
            } catch let refusal as SharedStoreRefusal {
                throw refusal
            } catch {
                if Task.isCancelled { throw CancellationError() }
                failure = Unreachable(description: "etcd at \(name(index)) can't be reached: \(words(of: error))")
                avoid(index)
            }
        }
        throw failure
    }

    /// Goes on to the next member.
    func avoid(_ index: Int) {
        lock.withLock { if current == index { current = (index + 1) % endpoints.count } }
    }

    /// A request to the current member, with its index.
    func request(_ path: String, _ body: [String: Any]) async throws -> (URLRequest, Int) {
        let index = lock.withLock { current }
        if endpoints.isEmpty { throw SharedStoreRefusal("etcd has no address") }
        let body = try JSONSerialization.data(withJSONObject: body)
        return (try await request(path, body, to: index), index)
    }

    private func request(_ path: String, _ body: Data, to index: Int) async throws -> URLRequest {
        var request = plainRequest(path, body, to: index)
        if let token = try await login(at: index) { request.setValue(token, forHTTPHeaderField: "Authorization") }
        return request
    }

    private func plainRequest(_ path: String, _ body: Data, to index: Int) -> URLRequest {
        var request = URLRequest(url: endpoints[index].appending(path: "v3").appending(path: path))
        request.httpMethod = "POST"
        request.httpBody = body
        request.timeoutInterval = limit
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return request
    }

    private func post(_ path: String, _ body: Data, to index: Int) async throws -> EtcdAnswer {
        try await answer(to: request(path, body, to: index))
    }

    private func answer(to request: URLRequest) async throws -> EtcdAnswer {
        var (status, data) = (0, Data())
        for try await part in parts(of: request) {
            switch part {
            case .status(let number): status = number
            case .line(let line): data += line
            }
        }
        try Task.checkCancellation()
        if status == 200, let answer = try? JSONDecoder.etcd.decode(EtcdAnswer.self, from: data) { return answer }
        let failure = try? JSONDecoder.etcd.decode(EtcdFailure.self, from: data)
        throw error(failure, status: status)
    }

    /// The error for what a member answers: a refusal, unless it may answer something else in a while.
    func error(_ failure: EtcdFailure?, status: Int = 0) -> any Error {
        guard let failure else {
            let reason = "what answers there is not etcd, or not its version 3.4 or later (HTTP status \(status))"
            return status >= 500 ? Unreachable(description: reason) : SharedStoreRefusal(reason)
        }
        switch failure.code {
        case 16 where credentials != nil:
            lock.withLock { token = nil }
            return LoginNeeded()
        case 3, 7, 8, 9, 11, 12, 16: return SharedStoreRefusal("etcd says '\(failure.message)'")
        default: return Unreachable(description: failure.message)
        }
    }

    /// The token to send; `nil` without a user.
    private func login(at index: Int) async throws -> String? {
        guard let credentials else { return nil }
        if let known = lock.withLock({ token }) { return known }
        let body = try JSONSerialization.data(
            withJSONObject: ["name": credentials.user, "password": credentials.password]
        )
        let fresh = try await answer(to: plainRequest("auth/authenticate", body, to: index)).token
        lock.withLock { token = fresh }
        return fresh
    }

    /// The address, without what may be secret in it.
    private func name(_ index: Int) -> String {
        "\(endpoints[index].host() ?? "?"):\(endpoints[index].port.map(String.init) ?? "")"
    }

    private func words(of error: any Error) -> String {
        (error as? Unreachable)?.description ?? (error as? URLError).map { "\($0.localizedDescription)" } ?? "\(error)"
    }
}
