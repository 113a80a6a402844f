import Foundation

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

    private let request: URLRequest
    private let (parts, continuation) = AsyncThrowingStream.makeStream(of: Part.self)

    init(_ request: URLRequest) { self.request = request }

    /// Sends the request, and returns the response in parts; if it fails, the sequence throws ``NoAnswer``.
    func answer() -> AsyncThrowingStream<Part, any Error> {
        #if os(Linux)
        if request.url?.scheme?.lowercased() == "http" {
            sendOverSocket(request, continuation)
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

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        continuation.yield(((dataTask.response as? HTTPURLResponse)?.statusCode ?? 0, data))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation.finish(throwing: error.map { NoAnswer($0) })
    }
}
