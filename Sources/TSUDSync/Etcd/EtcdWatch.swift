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
        do {
            try await withLimit(request)
            throw URLError(.networkConnectionLost)
        } catch {
            if (error as? URLError)?.code != .timedOut { client.avoid(index) }
            throw error
        }
    }

    /// Listens; ends if the watch is not set up in time.
    private mutating func withLimit(_ request: URLRequest) async throws {
        let (lines, continuation) = AsyncThrowingStream.makeStream(of: Data.self)
        let reading = Task {
            do {
                for try await case .line(let line) in parts(of: request) { continuation.yield(line) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        let limit = Task { [limit = client.limit] in
            try await Task.sleep(for: .seconds(limit))
            reading.cancel()
        }
        defer {
            reading.cancel()
            limit.cancel()
        }
        for try await line in lines {
            guard let answer = try? JSONDecoder.etcd.decode(EtcdLine.self, from: line).result else {
                throw client.error(try? JSONDecoder.etcd.decode(EtcdFailure.self, from: line))
            }
            if answer.created == true { limit.cancel() }
            try note(answer)
        }
    }

    private mutating func note(_ answer: EtcdAnswer) throws {
        guard let revision = answer.revision, answer.canceled != true, next ?? 0 <= revision + 1 else {
            // The revision has been compacted or, if the store has fewer revisions than it had, it has been emptied.
            next = nil
            throw EtcdClient.Unreachable(description: answer.cancelReason ?? "the watch begins anew")
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
