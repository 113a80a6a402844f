import Foundation
import TSUD

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension EtcdStore {
    /// A JSON object of etcd, which omits zero, false, and empty values.
    typealias Answer = [String: Any]

    /// The reason why etcd can't be reached, or why its response is unusable.
    struct Unreachable: LocalizedError, CustomStringConvertible {
        let description: String
        var errorDescription: String? { description }
    }

    /// The error of a request that etcd rejects, with etcd's message.
    struct Refused: Error {
        let message: String
        /// Whether a login may help; etcd has many messages and codes for a missing or expired token.
        var wantsLogin: Bool { ["auth", "user", "token"].contains { message.lowercased().contains($0) } }
    }

    /// The error of a response that is longer than 16 MB, or that is still arriving at the time limit.
    struct TooLong: Error {}

    /// The error of a transaction with more operations than etcd's option `--max-txn-ops` allows.
    struct TooManyOperations: Error {}

    /// The error of a reading at a revision that etcd has compacted.
    struct Compacted: Error {}

    /// Sends a request, and returns the response.
    ///
    /// - Throws: ``SharedStoreRejection`` if etcd rejects the request, ``Unreachable`` if no endpoint responds,
    ///   ``TooLong``, or ``Compacted``.
    func post(_ path: String, _ body: Answer) async throws -> Answer {
        var answer = Answer()
        try await send(path, [body]) { answer = $0 }
        return answer
    }

    /// Watches ranges by one request, and calls `note` for each response, until the endpoint has been silent for about a minute.
    ///
    /// - Throws: the errors of ``post(_:_:)``, also if the watch ends earlier.
    func watch(_ ranges: [Answer], _ note: (Answer) throws -> Void) async throws {
        try await send("watch", ranges.map { ["create_request": $0] }) { answer in
            guard let result = answer["result"] as? Answer, result["header"] is Answer else {
                throw FailedRequest(reason: "its response to a watch has no 'header', so it is not etcd")
            }
            let fields = EtcdFields(result)
            if try fields.flag("canceled") {
                throw Refused(message: try fields.string("cancel_reason") ?? "it is over")
            }
            try note(result)
        }
    }

    // MARK: Endpoints

    /// Sends a request to the current endpoint, and then to each of the others until one succeeds.
    private func send(_ path: String, _ body: [Answer], _ note: (Answer) throws -> Void) async throws {
        if endpoints.isEmpty { throw SharedStoreRejection("the list of etcd's endpoints is empty") }
        try checkAddresses()
        var (refusal, failure): (SharedStoreRejection?, Unreachable?)
        // Whether an endpoint may still receive the request, whose outcome no other endpoint's response shows then.
        var isUnderWay = false
        for _ in endpoints {
            let number = state.withLock(\.current)
            let endpoint = endpoints[number % endpoints.count]
            do {
                return try await requestWithLogin(endpoint, path, body, note)
            } catch let refused as Refused {
                if refused.message.contains("required revision has been compacted") { throw Compacted() }
                if refused.message.contains("too many operations in txn request") { throw TooManyOperations() }
                refusal = SharedStoreRejection("etcd at \(address(of: endpoint)) responds with '\(refused.message)'")
            } catch let error as SharedStoreRejection {
                refusal = error
            } catch let error as Unreachable {
                (failure, isUnderWay) = (error, true)
            } catch let error as FailedRequest {
                failure = Unreachable(description: "etcd at \(address(of: endpoint)) can't be reached: \(error.reason)")
                isUnderWay = isUnderWay || !error.isUnsent
            }
            state.withLock { if $0.current == number { $0.current += 1 } }
        }
        if isUnderWay, let failure { throw failure }
        throw refusal ?? failure ?? Unreachable(description: "etcd can't be reached")
    }

    /// Throws an error for an address that can't be used as it is, and logs a password that is sent in clear.
    private func checkAddresses() throws {
        for endpoint in endpoints {
            let scheme = endpoint.scheme?.lowercased() ?? ""
            if !["http", "https"].contains(scheme) {
                throw SharedStoreRejection("the scheme of etcd's address '\(scheme)' is neither http nor https")
            }
            if endpoint.user() != nil || endpoint.password() != nil {
                throw SharedStoreRejection(
                    "an address of etcd contains a user; use EtcdStore(at:prefix:user:password:)"
                )
            }
            let host = endpoint.host()?.trimmingCharacters(in: CharacterSet(charactersIn: "[]")) ?? ""
            // A name may begin like an address: 127.example.com.
            let isAddress = host.allSatisfy { $0.isNumber || $0 == "." }
            let isHere = host == "localhost" || host == "::1" || isAddress && host.hasPrefix("127.")
            if login != nil, scheme == "http", !isHere {
                Log.once("TSUDSync sends the password for etcd in clear to \(address(of: endpoint)). Use https.")
            }
        }
    }

    /// Returns the host and the port of an address, because its other parts may be secret.
    private func address(of endpoint: URL) -> String {
        "\(endpoint.host() ?? "?"):\(endpoint.port ?? (endpoint.scheme?.lowercased() == "https" ? 443 : 80))"
    }

    /// Sends a request to one endpoint, and repeats it after a login if etcd requires one.
    ///
    /// A request costs etcd less than a login. The first attempt therefore uses the current token, or none.
    private func requestWithLogin(
        _ endpoint: URL,
        _ path: String,
        _ body: [Answer],
        _ note: (Answer) throws -> Void
    ) async throws {
        guard let login else { return try await request(endpoint, path, body, token: nil, note) }
        var token = await login.token
        do {
            try await request(endpoint, path, body, token: token, note)
        } catch let refused as Refused where refused.wantsLogin {
            token = try await login.renew(token, spreadOver: timeout * 12) { user, password in
                try await self.logIn(endpoint, user, password)
            }
            do {
                try await request(endpoint, path, body, token: token, note)
            } catch let refused as Refused where refused.wantsLogin {
                // The login has ended already, for example because an operator has enabled authentication.
                throw FailedRequest(reason: "it says '\(refused.message)' after a login", isUnsent: true)
            }
        }
        if token == nil { Log.once("etcd has no authentication, so TSUDSync doesn't use the user.") }
    }

    /// Returns a token from an endpoint; `nil` if etcd has no authentication.
    private func logIn(_ endpoint: URL, _ user: String, _ password: String) async throws -> String? {
        var token: String?
        do {
            let body = ["name": user, "password": password]
            try await request(endpoint, "auth/authenticate", [body], token: nil) { token = $0["token"] as? String }
        } catch let refused as Refused where refused.message.contains("authentication is not enabled") {}
        return token
    }

    // MARK: One request

    private func request(
        _ endpoint: URL,
        _ path: String,
        _ body: [Answer],
        token: String?,
        _ note: (Answer) throws -> Void
    ) async throws {
        let limit = path == "auth/authenticate" ? timeout * 6 : timeout
        var request = URLRequest(url: endpoint.appending(path: "v3/" + path))
        request.timeoutInterval = limit / .seconds(1)
        request.httpMethod = "POST"
        request.httpBody = try body.reduce(Data()) { try $0 + JSONSerialization.data(withJSONObject: $1) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(token, forHTTPHeaderField: "Authorization")
        try await requireHTTP2(endpoint)
        if path == "watch" {
            request.timeoutInterval *= 20
            // With this header, an endpoint that is cut off from the cluster ends the watch.
            request.setValue("true", forHTTPHeaderField: "Grpc-Metadata-hasleader")
            try await listen(HTTPRequest(request), within: limit, note)
        } else {
            try note(try await answer(to: HTTPRequest(request), within: limit))
        }
    }

    /// Rejects an `https` endpoint that doesn't respond in HTTP/2, before it sends a response with trailers.
    ///
    /// On Linux, `URLSession` ends the process if a response of HTTP/1.1 has trailers (Swift 6.3), and every error of
    /// etcd 3.4 has trailers. The version of etcd has none.
    private func requireHTTP2(_ endpoint: URL) async throws {
        #if os(Linux)
        if endpoint.scheme?.lowercased() != "https" || state.withLock({ $0.safeEndpoints.contains(endpoint) }) {
            return
        }
        var request = URLRequest(url: endpoint.appending(path: "version"))
        request.timeoutInterval = timeout / .seconds(1)
        request.setValue("close", forHTTPHeaderField: "Connection")
        let http = HTTPRequest(request)
        let timer = http.end(after: timeout)
        defer { timer.cancel() }
        do {
            try await http.read { _ in }
        } catch is HTTPRequest.TimedOut {
            throw FailedRequest.timedOut
        }
        try Task.checkCancellation()
        if http.hasFieldOfHTTP1 {
            throw SharedStoreRejection("etcd at \(address(of: endpoint)) responds in HTTP/1.1; https needs HTTP/2")
        }
        state.withLock { _ = $0.safeEndpoints.insert(endpoint) }
        #endif
    }

    /// Returns the whole response to a request.
    private func answer(to http: HTTPRequest, within limit: Duration) async throws -> Answer {
        var (body, lastStatus) = (Data(), 0)
        let timer = http.end(after: limit)
        defer { timer.cancel() }
        do {
            try await http.read { status, piece in
                lastStatus = status
                body += piece
                if body.count > HTTPRequest.limit { throw TooLong() }
            }
        } catch is HTTPRequest.TimedOut {
            // Fewer bytes mean a lost connection rather than a long response.
            if body.count > 10_000 { throw TooLong() }
            throw FailedRequest.timedOut
        }
        try Task.checkCancellation()
        let answer = try answer(in: body, lastStatus)
        if answer["header"] is Answer { return answer }
        throw FailedRequest(reason: "its response has no 'header', so it is not etcd")
    }

    /// Calls `note` for each line of the response to a watch.
    private func listen(_ http: HTTPRequest, within limit: Duration, _ note: (Answer) throws -> Void) async throws {
        var (line, lastStatus) = (Data(), 0)
        var start: ContinuousClock.Instant?
        var timer = http.end(after: limit)
        defer { timer.cancel() }
        // A proxy may end a silent watch. After half a minute, this is no failure.
        func hasLasted() -> Bool { start.map { $0 + limit * 6 < .now } ?? false }
        do {
            try await http.read { status, received in
                var piece = received
                lastStatus = status
                while let end = piece.firstIndex(of: UInt8(ascii: "\n")) {
                    try note(answer(in: line + piece[..<end], status))
                    start = start ?? .now
                    (line, piece) = (Data(), piece[(end + 1)...])
                    // After such a silence, the endpoint may be gone.
                    timer.cancel()
                    timer = http.end(after: limit * Double.random(in: 6...18))
                }
                line += piece
                // The next watch begins with a reading, which TSUDSync can divide.
                if line.count > HTTPRequest.limit { throw TooLong() }
            }
            try Task.checkCancellation()
        } catch is TooLong {
            return
        } catch is HTTPRequest.TimedOut {
            if start == nil { throw FailedRequest.timedOut }
            return
        } catch is FailedRequest where hasLasted() {
            return
        }
        if start == nil || !line.isEmpty { try note(answer(in: line, lastStatus)) }
        if !hasLasted() { throw FailedRequest(reason: "it has ended the request for changes") }
    }

    /// Returns the JSON object in a response.
    ///
    /// - Throws: ``Refused`` if etcd rejects the request, or ``FailedRequest`` if a retry may succeed.
    private func answer(in data: Data, _ status: Int) throws -> Answer {
        let answer = try? JSONSerialization.jsonObject(with: data) as? Answer
        guard let answer, status != 404 else {
            let words = status == 200 ? "" : ", with the status \(status),"
            throw FailedRequest(reason: "its response\(words) is not from etcd 3.4 or later")
        }
        // Some versions of etcd return all three fields, and others only two of them.
        let isError = ["error", "code", "message"].contains { answer[$0] != nil }
        if status == 200, !isError { return answer }
        if (200..<400).contains(status), !isError {
            throw FailedRequest(reason: "it has the status \(status) instead of 200")
        }
        // The error of a watch is a nested object.
        let details = answer["error"] as? Answer ?? answer
        let message = details["message"] as? String ?? details["error"] as? String ?? "the status \(status)"
        // These are status codes of gRPC. A proxy may return only an HTTP status.
        let code = (details["grpc_code"] ?? details["code"]) as? Int ?? [400: 3, 401: 16, 403: 7][status] ?? 14
        if [3, 7, 8, 9, 11, 12, 16].contains(code) { throw Refused(message: message) }
        throw FailedRequest(reason: "it responds with '\(message)'")
    }
}
