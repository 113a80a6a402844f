#if os(Linux)
import Foundation
import TestSupport
import Testing

/// The session in the article about administering settings.
@Suite struct AdministeringArticleTests {
    @Test func `Each command of the example program in the article prints the lines below it`() async throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let page = tests.deletingLastPathComponent().appending(path: "Sources/TSUD/TSUD.docc/AdministeringSettings.md")
        let parts = try String(contentsOf: page, encoding: .utf8)
            .matches(of: /(?s)<!-- setup\n(.*?)-->|```console\n(.*?)```/)
        var (script, expected) = ("", [String]())
        for part in parts {
            if let setup = part.1 { script += setup }
            // Only an administrator may run the others.
            guard let session = part.2, !session.contains("$ sudo ") else { continue }
            let lines = session.split(separator: "\n").map(String.init)
            expected += lines
            for command in lines.filter({ $0.hasPrefix("$ ") }).map({ $0.dropFirst(2) }) {
                script += "echo '$ \(command)'\n\(command)\n"
            }
        }
        #expect(expected.count >= 20)
        #expect(try await Shell()(script).output == expected)
    }
}
#endif
