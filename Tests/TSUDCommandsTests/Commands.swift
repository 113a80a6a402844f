#if os(Linux)
import Foundation
import TSUD
import TSUDCommands
import TestSupport

@testable import service
@testable import settings

/// The commands of a program, run in this process, on the settings of the test.
struct Commands: Sendable {
    let name: String
    let keys: @Sendable () -> [any TSUD.Type]

    static let settings = Self(name: "settings") { settingsOfEditor() }
    static let service = Self(name: "service config") { settingsOfService() }

    @discardableResult
    func callAsFunction(_ words: String...) async throws -> Run { try await run(words) }

    func run(_ words: [String]) async throws -> Run {
        let directory = try TemporaryDirectory()
        func stream(_ name: String) throws -> FileHandle {
            try directory.write([UInt8](), to: name)
            return try FileHandle(forWritingTo: URL(filePath: directory.path(name)))
        }
        func text(_ name: String) throws -> String { String(decoding: try directory.bytes(of: name), as: UTF8.self) }
        // The example adds these itself.
        let more = ["sync", "follow"].map { Command($0, "URL", summary: "\($0)s") { _ in } }
        let (output, errors) = (try stream("output"), try stream("errors"))
        let status = await keys().command(
            words,
            named: name,
            and: name == "settings" ? more : [],
            output: output,
            errors: errors
        )
        try output.close()
        try errors.close()
        return Run(status: status, output: Run.lines(try text("output")), errors: try text("errors"))
    }

    /// The row of one setting.
    func row(_ name: String) async throws -> [String]? { try await self().table.first { $0.first == name } }

    var suite: UserDefaults { keys()[0].currentSuite }
    var stored: [String: Any] { suite.dictionaryRepresentation() }

    func write(_ settings: [String: Any]) {
        for (name, object) in settings { suite.set(object, forKey: name) }
    }
}

// The modules, which have the names of properties above.
private func settingsOfEditor() -> [any TSUD.Type] { settings.Prefs.all }
private func settingsOfService() -> [any TSUD.Type] { service.Prefs.all }

/// The result of a command or a script.
struct Run: Equatable {
    let status: Int32
    let output: [String]
    let errors: String

    static func printed(_ lines: String...) -> Self { Self(status: 0, output: lines, errors: "") }

    static func failed(_ status: Int32, _ error: String, of name: String = "settings") -> Self {
        Self(status: status, output: [], errors: "\(name): \(error)\n")
    }

    /// The cells of the printed table, a row for each setting, without the header.
    var table: [[String]] { output.dropFirst().map { $0.split(separator: /\ {2,}/).map(String.init) } }

    static func lines(_ text: String) -> [String] {
        // A terminal ends lines with both.
        let text = text.replacing("\r\n", with: "\n")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.last == "" ? lines.dropLast() : lines
    }
}
#endif
