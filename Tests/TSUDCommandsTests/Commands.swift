#if os(Linux)
import Foundation
import TSUD
import TSUDCommands
import TestSupport

@testable import editor
@testable import service

/// The commands of a program, run in this process, on the settings of the test.
struct Commands: Sendable {
    let name: String
    let keys: @Sendable () -> [any TSUD.Type]
    /// The commands that it adds.
    var more: @Sendable () -> [SettingsCommand] = { [] }

    // The example adds these itself.
    static let editor = Self(
        name: "editor config",
        keys: { settingsOfEditor() },
        more: { ["sync", "follow"].map { SettingsCommand($0, "URL", summary: "\($0)s") { _ in } } }
    )
    static let service = Self(name: "service config", keys: { settingsOfService() })

    @discardableResult
    func callAsFunction(_ words: String...) async throws -> Run { try await run(words) }

    func run(_ words: [String]) async throws -> Run {
        let streams = try Streams()
        let (output, errors) = (streams.output, streams.errors)
        return try streams.run(
            await keys().runCommand(words, named: name, adding: more(), output: output, errors: errors)
        )
    }

    /// The row of one setting.
    func row(_ name: String) async throws -> [String]? { try await self().table.first { $0.first == name } }

    var suite: UserDefaults { keys()[0].currentSuite }
    var stored: [String: Any] { suite.dictionaryRepresentation() }

    func write(_ settings: [String: Any]) { for (name, object) in settings { suite.set(object, forKey: name) } }
}

// The modules, which have the names of properties above.
private func settingsOfEditor() -> [any TSUD.Type] { editor.Prefs.all }
private func settingsOfService() -> [any TSUD.Type] { service.Prefs.all }

/// The output of a command or a script, in files.
struct Streams {
    let directory: TemporaryDirectory
    let output: FileHandle
    let errors: FileHandle

    init() throws {
        let directory = try TemporaryDirectory()
        func stream(_ name: String) throws -> FileHandle {
            try directory.write([UInt8](), to: name)
            return try FileHandle(forWritingTo: URL(filePath: directory.path(name)))
        }
        (self.directory, output, errors) = (directory, try stream("output"), try stream("errors"))
    }

    /// The result of a process with an exit status.
    func run(_ status: Int32) throws -> Run {
        // Foundation retains an ended process with its open files, and can't watch descriptors from 1,024 on.
        for stream in [output, errors] { try stream.close() }
        func text(_ name: String) throws -> String { String(decoding: try directory.bytes(of: name), as: UTF8.self) }
        return Run(status: status, output: Run.lines(try text("output")), errors: try text("errors"))
    }
}

/// The result of a command or a script.
struct Run: Equatable {
    let status: Int32
    let output: [String]
    let errors: String

    static func printed(_ lines: String...) -> Self { Self(status: 0, output: lines, errors: "") }

    static func failed(_ status: Int32, _ error: String, of name: String = "editor config") -> Self {
        Self(status: status, output: [], errors: "\(name): \(error)\n")
    }

    /// The cells of the printed table, a row for each setting.
    var table: [[String]] { output.map { $0.split(separator: "\t").map(String.init) } }

    static func lines(_ text: String) -> [String] {
        // A terminal ends lines with both.
        let text = text.replacing("\r\n", with: "\n")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.last == "" ? lines.dropLast() : lines
    }
}
#endif
