import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A part of an answer, as it arrives.
enum EtcdPart: Sendable {
    /// The HTTP status; first of all.
    case status(Int)
    /// A line of the body.
    case line(Data)
}

/// Sends a request.
///
/// The end of the sequence, or of its task, ends the connection.
func parts(of request: URLRequest) -> AsyncThrowingStream<EtcdPart, any Error> {
    AsyncThrowingStream { continuation in
        #if os(Linux)
        if request.url?.scheme == "http" { return SocketRequest.send(request, continuation) }
        #endif
        SessionRequest.send(request, continuation)
    }
}

/// Cuts a body into lines.
struct Lines {
    private var rest = Data()

    /// The lines that end in this piece of the body; all that is left without a piece.
    mutating func lines(endingIn data: Data?) -> [Data] {
        guard let data else { return rest.isEmpty ? [] : [rest] }
        var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Data($0) }
        lines[0] = rest + lines[0]
        rest = lines.removeLast()
        return lines
    }
}

/// A request by `URLSession`.
private final class SessionRequest: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let continuation: AsyncThrowingStream<EtcdPart, any Error>.Continuation
    /// The session calls on one queue.
    private var lines = Lines()

    static func send(_ request: URLRequest, _ continuation: AsyncThrowingStream<EtcdPart, any Error>.Continuation) {
        // No cookies, caches or credentials on disk. The session keeps its delegate until it is invalidated.
        let delegate = SessionRequest(continuation)
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        continuation.onTermination = { _ in session.invalidateAndCancel() }
        session.dataTask(with: request).resume()
    }

    private init(_ continuation: AsyncThrowingStream<EtcdPart, any Error>.Continuation) {
        self.continuation = continuation
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        continuation.yield(.status((response as? HTTPURLResponse)?.statusCode ?? 0))
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        for line in lines.lines(endingIn: data) { continuation.yield(.line(line)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        for line in lines.lines(endingIn: nil) { continuation.yield(.line(line)) }
        continuation.finish(throwing: error)
    }
}
