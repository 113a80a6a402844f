import Foundation
import TSUD

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request, and its response as it arrives.
///
/// It ends with the iteration of the response, or with the task.
final class HTTPRequest: NSObject, URLSessionDataDelegate {
    /// The status of a response, such as 200, and a part of its body.
    typealias Part = (status: Int, data: Data)

    /// The error of a request whose time limit has passed.
    struct TimedOut: Error {}

    /// The most bytes that wait for the reader.
    static let limit = 16 << 20

    private let request: URLRequest
    private let (parts, continuation) = AsyncThrowingStream.makeStream(of: Part.self)
    private let waiting = WaitingBytes()
    private let isHTTP1 = Locked(false)

    init(_ request: URLRequest) { self.request = request }

    /// Whether the response has a field that HTTP/2 forbids.
    ///
    /// Foundation doesn't return the version. A server of HTTP/1.1 responds with `Connection: close` to the same field.
    var hasFieldOfHTTP1: Bool { isHTTP1.withLock(\.self) }

    /// Sends the request, and calls a closure for each part of the response.
    ///
    /// While the closure runs, and for the time that it has taken, nothing is read: a server that sends without end
    /// uses neither the memory nor a whole processor.
    ///
    /// - Throws: ``FailedRequest`` if the request fails, ``TimedOut``, or an error of the closure.
    func read(_ body: (Part) throws -> Void) async throws {
        for try await part in send() {
            let start = ContinuousClock.now
            try body(part)
            waiting.remove(part.data.count)
            try? await Task.sleep(for: start.duration(to: .now) * 2)
        }
    }

    private func send() -> AsyncThrowingStream<Part, any Error> {
        #if os(Linux)
        if request.url?.scheme?.lowercased() == "http" {
            sendOverSocket(request, continuation, waiting)
            return parts
        }
        #endif
        // No cookies, caches or credentials on disk. The session keeps its delegate until it is invalidated.
        let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
        continuation.onTermination = { _ in session.invalidateAndCancel() }
        session.dataTask(with: request).resume()
        return parts
    }

    /// Ends the response with ``TimedOut`` after a time, unless the returned task is cancelled.
    func end(after limit: Duration) -> Task<Void, any Error> {
        Task { [continuation] in
            try await Task.sleep(for: limit)
            continuation.finish(throwing: TimedOut())
        }
    }

    // MARK: URLSession

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let response = dataTask.response as? HTTPURLResponse
        continuation.yield((response?.statusCode ?? 0, data))
        // `URLSession` can't wait for a reader.
        if waiting.add(data.count) > Self.limit { continuation.finish(throwing: FailedRequest.tooFast) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let response = task.response as? HTTPURLResponse
        let fields = ["Connection", "Keep-Alive", "Transfer-Encoding"]
        isHTTP1.withLock { $0 = fields.contains { response?.value(forHTTPHeaderField: $0) != nil } }
        // This delivers the status even without a body.
        if let response { continuation.yield((response.statusCode, Data())) }
        continuation.finish(throwing: error.map { FailedRequest($0) })
    }

    /// Follows no redirect, because another address must not receive the token.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

/// The bytes of a response that have arrived, and that its reader has not taken yet.
final class WaitingBytes: @unchecked Sendable {
    private let condition = NSCondition()
    private var count = 0
    private var isOver = false

    /// Adds some bytes, and returns how many wait.
    func add(_ more: Int) -> Int {
        condition.withLock {
            count += max(more, 1)
            return count
        }
    }

    func remove(_ some: Int) {
        condition.withLock {
            count -= max(some, 1)
            condition.broadcast()
        }
    }

    /// Waits until the reader has taken all but a megabyte, or needs no more.
    func waitForReader() { condition.withLock { while count > 1 << 20, !isOver { condition.wait() } } }

    func end() {
        condition.withLock {
            isOver = true
            condition.broadcast()
        }
    }
}
