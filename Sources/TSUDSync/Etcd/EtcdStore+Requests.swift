import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension EtcdStore {
    /// A JSON object of etcd, which leaves out what is zero, false or empty.
    typealias Answer = [String: Any]

    /// Why a member did not answer.
    struct Unreachable: Error, CustomStringConvertible { let description: String }

    /// Asks a member, or the next one if it does not answer.
    ///
    /// - Throws: ``SharedStoreRefusal``, or ``Unreachable`` if no member answers.
    func post(_ path: String, _ body: [String: Any]) async throws -> Answer {
        var answer = Answer()
        // Once more than there are members, since a login may have ended.
        try await send(path, body, attempts: endpoints.count + 1) { answer = $0 }
        return answer
    }

    /// Sends a request to the current member, and passes on each line of its answer, until it has nothing more to say.
    func send(_ path: String, _ body: [String: Any], attempts: Int = 1, _ note: (Answer) throws -> Void) async throws {
        if endpoints.isEmpty { throw SharedStoreRefusal("etcd has no address") }
        if let login, path != "auth/authenticate", lock.withLock({ token == nil }) {
            try await send("auth/authenticate", login, attempts: attempts) { answer in
                lock.withLock { token = answer["token"] as? String }
            }
        }
        let number = lock.withLock { current }
        let endpoint = endpoints[number % endpoints.count]
        // When nothing has come for so long, nobody knows whether the member is still there.
        let timeout = Self.timeout * (path == "watch" ? 12 : 1)
        var request = URLRequest(url: endpoint.appending(path: "v3/" + path), timeoutInterval: timeout)
        request.httpMethod = "POST"
        request.httpBody = try JSONSerialization.data(withJSONObject: body)
        request.setValue(lock.withLock { token }, forHTTPHeaderField: "Authorization")
        var (rest, hasAnswered) = (Data(), false)
        do {
            for try await piece in TSUDSync.body(of: request) {
                rest += piece
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = Data(rest[..<end])
                    rest = Data(rest[(end + 1)...])
                    // No line of the answer's head begins like this.
                    if line.first != UInt8(ascii: "{") { continue }
                    hasAnswered = true
                    try note(answer(in: line))
                }
            }
            try Task.checkCancellation()
            if !hasAnswered || !rest.isEmpty { try note(answer(in: rest)) }
        } catch let error where error is SharedStoreRefusal || error is CancellationError {
            throw error
        } catch {
            if hasAnswered, (error as? URLError)?.code == .timedOut { return }
            // Another member may answer.
            lock.withLock { if current == number { current += 1 } }
            // The address without what may be secret in it.
            let address = "\(endpoint.host() ?? "?"):\(endpoint.port.map(String.init) ?? "")"
            let reason = (error as? Unreachable)?.description ?? error.localizedDescription
            guard attempts > 1 else { throw Unreachable(description: "etcd at \(address) can't be reached: \(reason)") }
            try await send(path, body, attempts: attempts - 1, note)
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
