import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends a request, and delivers its answer's body in pieces, as they arrive.
///
/// The end of the sequence, or of its task, ends the connection.
func body(of request: URLRequest) -> AsyncThrowingStream<Data, any Error> {
    AsyncThrowingStream { continuation in
        #if os(Linux)
        if request.url?.scheme == "http" { return sendOverSocket(request, continuation) }
        #endif
        // No cookies, caches or credentials on disk. The session keeps its delegate until it is invalidated.
        let delegate = SessionRequest(continuation)
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        continuation.onTermination = { _ in session.invalidateAndCancel() }
        session.dataTask(with: request).resume()
    }
}

/// A request by `URLSession`; on Linux that has no sequence of bytes.
private final class SessionRequest: NSObject, URLSessionDataDelegate {
    private let continuation: AsyncThrowingStream<Data, any Error>.Continuation

    init(_ continuation: AsyncThrowingStream<Data, any Error>.Continuation) { self.continuation = continuation }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        continuation.yield(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation.finish(throwing: error)
    }
}
