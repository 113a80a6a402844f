import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Asks the members of a cluster, in turn.
final class EtcdClient: Sendable {
    /// A JSON object of etcd, which leaves out what is zero, false or empty.
    typealias Answer = [String: Any]

    /// Why a member did not answer.
    struct Unreachable: Error, CustomStringConvertible { let description: String }
    /// A member has answered, and then nothing for as long as it may.
    struct Silence: Error {}

    private let endpoints: [URL]
    private let login: [String: String]?
    private let limit: TimeInterval
    private let silence: TimeInterval
    private let lock = NSLock()
    /// The number of the member that answered last.
    private nonisolated(unsafe) var current = 0
    private nonisolated(unsafe) var token: String?

    /// - Parameters:
    ///   - endpoints: the addresses of the members.
    ///   - user: the user.
    ///   - password: the user's password.
    ///   - limit: how many seconds a member may take to answer.
    ///   - silence: how many seconds a watch may be silent.
    init(
        _ endpoints: [URL],
        user: String? = nil,
        password: String = "",
        limit: TimeInterval = 5,
        silence: TimeInterval = 60
    ) {
        (self.endpoints, self.limit, self.silence) = (endpoints, limit, silence)
        login = user.map { ["name": $0, "password": password] }
    }

    /// Asks a member, or the next one if it does not answer.
    ///
    /// - Throws: ``SharedStoreRefusal``, or ``Unreachable`` if no member answers.
    func post(_ path: String, _ body: [String: Any]) async throws -> Answer {
        var failure: any Error = CancellationError()
        // Once more than there are members, since a login may have ended.
        for _ in 0...endpoints.count {
            do {
                var answer = Answer()
                try await send(path, body, limit) { answer = $0 }
                return answer
            } catch let unreachable as Unreachable {
                failure = unreachable
            }
        }
        throw failure
    }

    /// Hears from one member, until that fails.
    ///
    /// - Throws: ``Silence``, or as ``post(_:_:)``.
    func watch(_ body: [String: Any], _ note: (Answer) throws -> Void) async throws {
        try await send("watch", body, silence) { try note($0["result"] as? Answer ?? [:]) }
    }

    /// Sends a request to the current member, and passes on each line of its answer.
    private func send(
        _ path: String,
        _ body: [String: Any],
        _ limit: TimeInterval,
        _ note: (Answer) throws -> Void
    ) async throws {
        if endpoints.isEmpty { throw SharedStoreRefusal("etcd has no address") }
        let isLogin = path == "auth/authenticate"
        if !isLogin, let login, lock.withLock({ token == nil }) {
            try await send("auth/authenticate", login, self.limit) { answer in
                lock.withLock { token = answer["token"] as? String }
            }
        }
        let (number, known) = lock.withLock { (current, isLogin ? nil : token) }
        let endpoint = endpoints[number % endpoints.count]
        var request = URLRequest(url: endpoint.appending(path: "v3").appending(path: path), timeoutInterval: limit)
        request.httpMethod = "POST"
        request.httpBody = try JSONSerialization.data(withJSONObject: body)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(known, forHTTPHeaderField: "Authorization")
        var hasAnswered = false
        do {
            var rest = Data()
            for try await piece in TSUDSync.body(of: request) {
                rest += piece
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    hasAnswered = true
                    try note(answer(in: rest[..<end]))
                    rest = Data(rest[(end + 1)...])
                }
            }
            try Task.checkCancellation()
            if !hasAnswered || !rest.isEmpty { try note(answer(in: rest)) }
        } catch let error where error is SharedStoreRefusal || error is CancellationError {
            throw error
        } catch {
            if hasAnswered, (error as? URLError)?.code == .timedOut { throw Silence() }
            // Another member may answer.
            lock.withLock { if current == number { current += 1 } }
            // The address without what may be secret in it.
            let address = "\(endpoint.host() ?? "?"):\(endpoint.port.map(String.init) ?? "")"
            let words = (error as? Unreachable)?.description ?? error.localizedDescription
            throw Unreachable(description: "etcd at \(address) can't be reached: \(words)")
        }
    }

    /// The answer in a line.
    ///
    /// - Throws: the error in it: a refusal, unless etcd may answer something else in a while.
    private func answer(in line: Data) throws -> Answer {
        guard let answer = try? JSONSerialization.jsonObject(with: line) as? Answer else {
            throw Unreachable(description: "what answers there is not etcd, or not its version 3.4 or later")
        }
        guard let error = answer["error"] else { return answer }
        // Of one answer, or of a watch.
        let details = error as? Answer ?? answer
        let message = details["message"] as? String ?? "\(error)"
        // The status codes of gRPC; 16 is a login that has ended.
        let code = (details["grpc_code"] ?? details["code"]) as? Int ?? 0
        if code == 16 { lock.withLock { token = nil } }
        if [3, 7, 8, 9, 11, 12].contains(code) || code == 16 && login == nil {
            throw SharedStoreRefusal("etcd says '\(message)'")
        }
        throw Unreachable(description: message)
    }
}
