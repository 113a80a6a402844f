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
    func post(_ path: String, _ body: Answer) async throws -> Answer {
        var answer = Answer()
        try await send(path, body) { answer = $0 }
        return answer
    }

    /// Watches a range, and passes on each answer, until the member ends that or has been silent for about a minute.
    func watch(_ range: Answer, _ note: (Answer) -> Void) async throws {
        try await send("watch", ["create_request": range]) { answer in
            let result = answer["result"] as? Answer ?? [:]
            if result["canceled"] != nil { throw Refused(message: result["cancel_reason"] as? String ?? "it is over") }
            note(result)
        }
    }

    /// Makes a request, and passes on each line of its answer; only a watch has more than one.
    private func ask(_ http: HTTPRequest, isWatch: Bool, _ note: (Answer) throws -> Void) async throws {
        var (line, hasAnswered, lastStatus) = (Data(), false, 0)
        var timer = http.end(after: Self.timeout)
        defer { timer.cancel() }
        do {
            for try await (status, received) in http.answer() {
                var piece = received
                lastStatus = status
                while let end = piece.firstIndex(of: UInt8(ascii: "\n")) {
                    try note(answer(in: line + piece[..<end], status))
                    if !isWatch { return }
                    (line, piece, hasAnswered) = (Data(), piece[(end + 1)...], true)
                    // When nothing has come for so long, nobody knows whether the member is still there.
                    timer.cancel()
                    timer = http.end(after: Self.timeout * Double.random(in: 6...18))
                }
                line += piece
                if line.count > 64 << 20 { throw SharedStoreRefusal("etcd's answer is longer than 64 MB") }
            }
            try Task.checkCancellation()
        } catch is URLError where hasAnswered {
            return
        }
        if !hasAnswered || !line.isEmpty { try note(answer(in: line, lastStatus)) }
    }

    /// What etcd does not do, in its words; a login that has ended may be the cause.
    private struct Refused: Error { let message: String }

    /// Makes a request to the current member, then to each of the others until one answers.
    private func send(_ path: String, _ body: Answer, _ note: (Answer) throws -> Void) async throws {
        if endpoints.isEmpty { throw SharedStoreRefusal("etcd has no address") }
        var failures = 0
        while true {
            let (number, known) = lock.withLock { (current, session) }
            let endpoint = endpoints[number % endpoints.count]
            do {
                if login != nil, known == nil, path != "auth/authenticate" { try await logIn() }
                let token = lock.withLock { session?.token }
                var request = URLRequest(url: endpoint.appending(path: "v3/" + path))
                request.timeoutInterval = Self.timeout / .seconds(1)
                request.httpMethod = "POST"
                request.httpBody = try JSONSerialization.data(withJSONObject: body)
                request.setValue(token, forHTTPHeaderField: "Authorization")
                return try await ask(HTTPRequest(request), isWatch: path == "watch", note)
            } catch let refused as Refused {
                // The words for a login that has ended are many; a new login was not the cause.
                guard let known, known.start + .seconds(1) < .now else {
                    throw SharedStoreRefusal("etcd says '\(refused.message)'")
                }
                lock.withLock { if session?.token == known.token { session = nil } }
            } catch let error where error is SharedStoreRefusal || error is CancellationError {
                throw error
            } catch {
                lock.withLock { if current == number { current += 1 } }
                failures += 1
                if failures < endpoints.count { continue }
                // The address without what may be secret in it.
                let address = "\(endpoint.host() ?? "?"):\(endpoint.port.map(String.init) ?? "")"
                let reason = (error as? Unreachable)?.description ?? error.localizedDescription
                throw Unreachable(description: "etcd at \(address) can't be reached: \(reason)")
            }
        }
    }

    private func logIn() async throws {
        guard let login else { return }
        let password: String
        do {
            password = try await login.password()
        } catch {
            throw SharedStoreRefusal("there is no password for etcd: \(error.localizedDescription)")
        }
        let answer = try await post("auth/authenticate", ["name": login.user, "password": password])
        lock.withLock { session = (answer["token"] as? String).map { ($0, .now) } }
    }

    /// The answer in some data.
    ///
    /// - Throws: the error in it: ``Refused``, unless etcd may answer something else in a while.
    private func answer(in data: Data, _ status: Int) throws -> Answer {
        guard let answer = try? JSONSerialization.jsonObject(with: data) as? Answer else {
            let words = status == 200 ? "" : ", with the status \(status)"
            throw Unreachable(description: "what answers there\(words) is not etcd, or not its version 3.4 or later")
        }
        guard let error = answer["error"] else { return answer }
        // Of one answer, or of a watch.
        let details = error as? Answer ?? answer
        let message = details["message"] as? String ?? "\(error)"
        // The status codes of gRPC.
        let code = (details["grpc_code"] ?? details["code"]) as? Int ?? 0
        if [3, 7, 8, 9, 11, 12, 16].contains(code) { throw Refused(message: message) }
        throw Unreachable(description: message)
    }
}
