import Foundation
import TestSupport
import Testing

@testable import TSUDSync

/// Responses framed as in HTTP 1.1 and 1.0.
@Suite struct HTTPResponseTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let bytes: String
        let body: String
        let status: Int
        /// Whether all is known to have come before the connection ends.
        let isComplete: Bool
        /// Whether the connection may end then.
        let mayEnd: Bool

        init(
            _ description: String,
            _ bytes: String,
            body: String,
            status: Int = 200,
            isComplete: Bool = true,
            mayEnd: Bool = true
        ) {
            (testDescription, self.bytes, self.body, self.status) = (description, bytes, body, status)
            (self.isComplete, self.mayEnd) = (isComplete, mayEnd)
        }
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let chunked = ok + "transfer-encoding: Chunked\r\n\r\n"

    @Test(arguments: [
        Case("a length", ok + "Content-Length: 4\r\n\r\nbody", body: "body"),
        Case("no body", ok + "Content-Length: 0\r\n\r\n", body: ""),
        Case("more than the length", ok + "content-length:4\r\n\r\nbodyHTTP", body: "body"),
        Case("chunks", chunked + "3\r\nbod\r\n1;a=b\r\ny\r\n0\r\n\r\n", body: "body"),
        Case("long chunks", chunked + "00a\r\n0123456789\r\n0\r\n\r\n", body: "0123456789"),
        Case(
            "trailers",
            "HTTP/1.1 400 Bad Request\r\nTrailer: T\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\nT: x\r\n\r\n",
            body: "{",
            status: 400
        ),
        Case("a chunk with ends of lines", chunked + "6\r\n\r\n0\r\n\n\r\n0\r\n\r\n", body: "\r\n0\r\n\n"),
        Case("until the end", "HTTP/1.0 502 Bad Gateway\r\n\r\n<html>", body: "<html>", status: 502, isComplete: false),
        Case("first another status", "HTTP/1.1 100 Continue\r\n\r\n" + ok + "\r\nb", body: "b", isComplete: false),
        Case("lost in the body", ok + "Content-Length: 5\r\n\r\nbody", body: "body", isComplete: false, mayEnd: false),
        Case("lost in a chunk", chunked + "5\r\nbody", body: "body", isComplete: false, mayEnd: false),
        Case("lost between chunks", chunked + "4\r\nbody\r\n", body: "body", isComplete: false, mayEnd: false),
        Case("lost in the head", ok, body: "", status: 0, isComplete: false, mayEnd: false),
        Case("a field without a colon", ok + ":\r\nfield\r\n\r\nb", body: "b", isComplete: false),
    ])
    func `A response is parsed the same at once and byte by byte`(_ row: Case) throws {
        for size in [1, 2, 7, row.bytes.utf8.count] {
            var (answer, body, left) = (HTTPResponse(), Data(), Array(row.bytes.utf8)[...])
            while !left.isEmpty {
                body += try answer.take(left.prefix(size))
                left = left.dropFirst(size)
            }
            #expect(String(bytes: body, encoding: .utf8) == row.body)
            #expect(answer.status == row.status)
            #expect(answer.isComplete == row.isComplete)
            #expect(answer.mayEnd == row.mayEnd)
        }
    }

    @Test(
        arguments: [
            "220 smtp.example.com\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 OK\r\n\r\n", "HTTP/2 200\r\n\r\n",
            chunked + "x\r\n", chunked + "-1\r\n", chunked + "fffffffffffffffffffff\r\n",
            String(repeating: "x", count: 70_000),
        ].map { Row($0.debugDescription, $0) }
    )
    func `A response that is not HTTP is an error`(_ bytes: Row<String>) {
        #expect(throws: FailedRequest.noHTTP) {
            var answer = HTTPResponse()
            _ = try answer.take(Data(bytes.content.utf8))
        }
    }
}
