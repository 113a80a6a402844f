import Foundation

/// A parser for a response of HTTP 1.0 or 1.1 that arrives in parts.
struct HTTPResponse {
    /// The part of the response that follows.
    private enum Next {
        case head, chunkSize
        /// This many bytes of a chunk, or of a body whose length is known.
        case chunk(Int)
        case body(Int)
        case bodyUntilTheEnd, nothing
    }

    private var next = Next.head
    private var unread = Data()
    /// The status, such as 200; 0 until the head has arrived.
    private(set) var status = 0

    /// Whether the whole response has arrived, even if the server keeps the connection open.
    var isComplete: Bool { if case .nothing = next { true } else { false } }

    /// Whether the response may end here.
    var mayEnd: Bool { if case .bodyUntilTheEnd = next { true } else { isComplete } }

    /// Parses some bytes.
    ///
    /// - Returns: the bytes of the body among them.
    /// - Throws: ``FailedRequest`` if the response is not HTTP.
    mutating func take(_ bytes: some Sequence<UInt8>) throws -> Data {
        // The lines below take slices, because copies for each of many small chunks would be quadratic.
        unread = Data(unread)
        unread += bytes
        var body = Data()
        while !unread.isEmpty {
            switch next {
            case .head:
                guard let head = try takeLine(until: "\r\n\r\n") else { return body }
                try begin(head)
            case .chunkSize:
                guard let line = try takeLine(until: "\r\n") else { return body }
                // Each chunk ends with a line break.
                if line.isEmpty { continue }
                let digits = line.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
                guard let size = Int(digits, radix: 16), size >= 0 else { throw FailedRequest.noHTTP }
                // Trailers may follow the last chunk. They have no meaning here.
                next = size == 0 ? .nothing : .chunk(size)
            case .chunk(let left):
                let piece = take(left)
                body += piece
                next = piece.count == left ? .chunkSize : .chunk(left - piece.count)
            case .body(let left):
                let piece = take(left)
                body += piece
                next = piece.count == left ? .nothing : .body(left - piece.count)
            case .bodyUntilTheEnd: body += take(unread.count)
            case .nothing: return body
            }
        }
        return body
    }

    private mutating func begin(_ head: String) throws {
        // The head begins with a line such as `HTTP/1.1 200 OK`.
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count > 1, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            throw FailedRequest.noHTTP
        }
        // Another head follows one such as `100 Continue`.
        if (100..<200).contains(status) { return }
        self.status = status
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            fields[parts[0].lowercased()] = parts[parts.count - 1].trimmingCharacters(in: .whitespaces)
        }
        if fields["transfer-encoding"]?.lowercased() == "chunked" {
            next = .chunkSize
        } else if let length = fields["content-length"].flatMap(Int.init), length >= 0 {
            next = length == 0 ? .nothing : .body(length)
        } else {
            next = .bodyUntilTheEnd
        }
    }

    private mutating func takeLine(until end: String) throws -> String? {
        guard let range = unread.firstRange(of: Data(end.utf8)) else {
            if unread.count > 65_536 { throw FailedRequest.noHTTP }
            return nil
        }
        let line = String(bytes: unread[..<range.lowerBound], encoding: .utf8)
        unread = unread[range.upperBound...]
        guard let line else { throw FailedRequest.noHTTP }
        return line
    }

    private mutating func take(_ count: Int) -> Data {
        let piece = unread.prefix(count)
        unread = unread.dropFirst(count)
        return piece
    }
}
