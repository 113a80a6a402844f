import Foundation
import Testing

@testable import TSUDSync

/// Answers as HTTP 1.1 and 1.0 frame them.
@Suite struct HTTPAnswerTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let bytes: String
        let body: String
        var status = 200
        /// Whether all is known to have come before the connection ends.
        var isComplete = true
        /// Whether the connection may end then.
        var mayEnd = true
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let chunked = ok + "transfer-encoding: Chunked\r\n\r\n"

    @Test(arguments: [
        Case(testDescription: "a length", bytes: ok + "Content-Length: 4\r\n\r\nbody", body: "body"),
        Case(testDescription: "no body", bytes: ok + "Content-Length: 0\r\n\r\n", body: ""),
        Case(testDescription: "more than the length", bytes: ok + "content-length:4\r\n\r\nbodyHTTP", body: "body"),
        Case(testDescription: "chunks", bytes: chunked + "3\r\nbod\r\n1;a=b\r\ny\r\n0\r\n\r\n", body: "body"),
        Case(testDescription: "long chunks", bytes: chunked + "00a\r\n0123456789\r\n0\r\n\r\n", body: "0123456789"),
        Case(
            testDescription: "trailers",
            bytes:
                "HTTP/1.1 400 Bad Request\r\nTrailer: T\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\nT: x\r\n\r\n",
            body: "{",
            status: 400
        ),
        Case(
            testDescription: "a chunk with ends of lines",
            bytes: chunked + "6\r\n\r\n0\r\n\n\r\n0\r\n\r\n",
            body: "\r\n0\r\n\n"
        ),
        Case(
            testDescription: "until the end",
            bytes: "HTTP/1.0 502 Bad Gateway\r\n\r\n<html>",
            body: "<html>",
            status: 502,
            isComplete: false
        ),
        Case(
            testDescription: "first another status",
            bytes: "HTTP/1.1 100 Continue\r\n\r\n" + ok + "\r\nb",
            body: "b",
            isComplete: false
        ),
        Case(
            testDescription: "lost in the body",
            bytes: ok + "Content-Length: 5\r\n\r\nbody",
            body: "body",
            isComplete: false,
            mayEnd: false
        ),
        Case(
            testDescription: "lost in a chunk",
            bytes: chunked + "5\r\nbody",
            body: "body",
            isComplete: false,
            mayEnd: false
        ),
        Case(
            testDescription: "lost between chunks",
            bytes: chunked + "4\r\nbody\r\n",
            body: "body",
            isComplete: false,
            mayEnd: false
        ),
        Case(testDescription: "lost in the head", bytes: ok, body: "", status: 0, isComplete: false, mayEnd: false),
        Case(
            testDescription: "a field without a colon",
            bytes: ok + ":\r\nfield\r\n\r\nb",
            body: "b",
            isComplete: false
        ),
    ])
    func `An answer is the same at once and byte by byte`(_ row: Case) throws {
        for size in [1, 2, 7, row.bytes.utf8.count] {
            var (answer, body, left) = (HTTPAnswer(), Data(), Array(row.bytes.utf8)[...])
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

    @Test(arguments: [
        "220 smtp.example.com\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 OK\r\n\r\n", "HTTP/2 200\r\n\r\n",
        chunked + "x\r\n", chunked + "-1\r\n", chunked + "fffffffffffffffffffff\r\n",
        String(repeating: "x", count: 70_000),
    ])
    func `What is no HTTP is an error`(_ bytes: String) {
        #expect(throws: NoAnswer.noHTTP) {
            var answer = HTTPAnswer()
            _ = try answer.take(Data(bytes.utf8))
        }
    }
}
