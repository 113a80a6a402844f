import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Hears of the changes in a range of keys.
struct EtcdWatch: Sendable {
    private let client: EtcdClient
    private let key: String
    private let end: String
    private let name: @Sendable (EtcdAnswer.Value) -> String?
    private let report: @Sendable (SharedChange) -> Void
    /// The first revision that has not been heard of; `nil` if changes may have been missed.
    private var next: Int?
    private var pace = Pace()

    init(
        _ client: EtcdClient,
        key: String,
        end: String,
        name: @escaping @Sendable (EtcdAnswer.Value) -> String?,
        report: @escaping @Sendable (SharedChange) -> Void
    ) {
        self.client = client
        self.key = key
        self.end = end
        self.name = name
        self.report = report
    }

    /// Runs until the task is cancelled.
    mutating func run() async throws {
        while !Task.isCancelled {
            do {
                try await watch()
            } catch {
                // After a minute of silence, nobody knows whether the member is still there; it is asked anew.
                if next != nil, (error as? URLError)?.code == .timedOut { continue }
                try await Task.sleep(for: pace.next())
            }
        }
    }

    /// Listens until the connection ends.
    private mutating func watch() async throws {
        var creation: [String: Any] = ["key": key, "range_end": end]
        if let next { creation["start_revision"] = String(next) }
        var (request, index) = try await client.request("watch", ["create_request": creation])
        request.timeoutInterval = client.silence
        let lines = EtcdLines(request)
        defer { lines.cancel() }
        let limit = Task { [limit = client.limit] in
            try await Task.sleep(for: .seconds(limit))
            lines.cancel()
        }
        defer { limit.cancel() }
        do {
            for try await line in lines.stream {
                guard let answer = try? JSONDecoder().decode(EtcdLine.self, from: line).result else {
                    throw client.error(try? JSONDecoder().decode(EtcdFailure.self, from: line))
                }
                if answer.created == true { limit.cancel() }
                try note(answer)
            }
        } catch {
            if (error as? URLError)?.code != .timedOut { client.avoid(index) }
            throw error
        }
    }

    private mutating func note(_ answer: EtcdAnswer) throws {
        guard let revision = answer.revision, answer.canceled != true, next ?? 0 <= revision + 1 else {
            // The revision has been compacted or, if the store has fewer revisions than it had, it has been emptied.
            next = nil
            throw EtcdClient.Unreachable(description: answer.cancel_reason ?? "the watch begins anew")
        }
        pace.reset()
        if let events = answer.events {
            report(.names(events.compactMap { name($0.kv) }))
            next = revision + 1
        } else {
            // Without a name, it only tells that the store can be reached again.
            report(next == nil ? .anything : .names([]))
            next = next ?? revision + 1
        }
    }
}

/// The lines of an answer, as they arrive.
final class EtcdLines: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    let stream: AsyncThrowingStream<Data, any Error>
    private let continuation: AsyncThrowingStream<Data, any Error>.Continuation
    private var session: URLSession?
    /// The beginning of a line; the session calls on one queue.
    private var rest = Data()

    init(_ request: URLRequest) {
        (stream, continuation) = AsyncThrowingStream.makeStream()
        super.init()
        let session = URLSession(configuration: EtcdClient.configuration, delegate: self, delegateQueue: nil)
        self.session = session
        session.dataTask(with: request).resume()
    }

    /// Ends the request, and the session, which would keep this object otherwise.
    func cancel() { session?.invalidateAndCancel() }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        var start = data.startIndex
        while let end = data[start...].firstIndex(of: UInt8(ascii: "\n")) {
            continuation.yield(rest + data[start..<end])
            rest = Data()
            start = end + 1
        }
        rest += data[start...]
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if !rest.isEmpty { continuation.yield(rest) }
        continuation.finish(throwing: error ?? URLError(.networkConnectionLost))
    }
}
