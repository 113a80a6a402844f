#if os(Linux)
import Foundation
import TSUD
import TSUDCommands
import TSUDTesting
import TestSupport
import Testing

/// The sessions in the articles about commands.
@Suite(.ephemeralSettings) struct CommandLineArticleTests {
    private let editor = Commands(
        name: "editor",
        keys: { [fontSize.self, username.self, zoom.self, window.self] }
    )

    /// A command of a session, and the lines that it prints.
    private struct Step {
        let words: [String]
        var lines: [String]
    }

    @Test func `Each command in an article prints the lines below it`() async throws {
        let steps = try Self.steps().filter { $0.words.first == "editor" }
        #expect(steps.count >= 9)
        for step in steps {
            let words = Array(step.words.dropFirst())
            let run = try await editor.run(words)
            let printed = run.output + run.errors.split(separator: "\n").map(String.init)
            // In a terminal, spaces separate the columns, and there is a header.
            let isTable = words.isEmpty
            let lines = isTable ? Self.cells(step.lines.dropFirst()) : [step.lines.map(Self.withoutPath)]
            #expect(isTable ? Array(Self.cells(printed[...]).prefix(2)) == lines : [printed] == lines, "\(words)")
        }
    }

    private static func cells(_ lines: ArraySlice<String>) -> [[String]] {
        lines.map { $0.replacing(/\s{2,}|\t/, with: "\t").split(separator: "\t").map(String.init) }
    }

    /// An ephemeral suite has no file.
    private static func withoutPath(_ line: String) -> String {
        line.replacing(" in '/home/ann/.config/editor.plist'", with: "")
    }

    private static func steps() throws -> [Step] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let catalog = tests.deletingLastPathComponent().appending(path: "Sources/TSUDCommands/TSUDCommands.docc")
        let text = try ["CommandLine", "NamesInCommands"].map { name in
            try String(contentsOf: catalog.appending(path: "\(name).md"), encoding: .utf8)
        }.joined()
        var steps: [Step] = []
        for block in text.split(separator: "```console\n").dropFirst() {
            for line in block.prefix(upTo: block.range(of: "```")?.lowerBound ?? block.endIndex).split(separator: "\n")
            {
                if line.hasPrefix("$ ") {
                    steps.append(Step(words: words(of: line.dropFirst(2)), lines: []))
                } else if !steps.isEmpty {
                    steps[steps.count - 1].lines.append(String(line))
                }
            }
        }
        return steps
    }

    /// The words of a line for a shell, in which apostrophes may surround a whole word.
    private static func words(of line: Substring) -> [String] {
        line.matches(of: /'([^']*)'|(\S+)/).map { String($0.1 ?? $0.2 ?? "") }
    }

    private enum fontSize: TSUD { static let defaultValue = 12.0 }
    private enum username: TSUD { static let defaultValue: String? = nil }
    private enum zoom: TSUD { static let defaultValue = 1.0 }
    private enum window: TSUD {
        static let defaultValue = Window()
        struct Window: Codable { var (width, height) = (400, 300) }
    }
}
#endif
