#if os(Linux)
import Foundation
import TestSupport

/// The example program, with a home directory of its own.
struct SettingsProgram {
    let home: TemporaryDirectory
    let file = "settings.plist"

    /// The result of one run.
    struct Run: Equatable {
        let end: Program.End
        let output: [String]
        let errors: String

        static func printed(_ lines: String...) -> Self { Self(end: .exited(0), output: lines, errors: "") }

        static func failed(_ status: Int32, _ error: String) -> Self {
            Self(end: .exited(status), output: [], errors: "settings: \(error)\n")
        }

        /// The cells of the printed table, a row for each setting, without the header.
        var table: [[String]] {
            output.dropFirst().map { $0.split(separator: /\ {2,}/).map(String.init) }
        }
    }

    init() {
        do {
            home = try TemporaryDirectory()
        } catch {
            fatalError("No home directory: \(error)")
        }
    }

    /// Runs the program until it exits.
    @discardableResult
    func callAsFunction(_ arguments: String...) throws -> Run { try run(arguments) }

    func run(_ arguments: [String]) throws -> Run { try finish(Program("settings", arguments, in: home)) }

    /// Runs a script, in which `settings` is the program, with a shell that is given by its path.
    func run(_ script: String, _ words: [String] = [], with shell: String = "/bin/sh") throws -> Run {
        let function = "settings() { '\(try Program.path(of: "settings"))' \"$@\"; }"
        // Zsh reads no start-up files; the others expand no patterns.
        return try finish(Program(shell, ["-f", "-c", "\(function)\n\(script)", shell] + words, in: home))
    }

    private func finish(_ program: Program) -> Run {
        var output: [String] = []
        while let line = program.nextLine() { output.append(line) }
        return Run(end: program.finish(), output: output, errors: program.log)
    }

    /// The row of one setting, as a new process prints it.
    func row(_ name: String) throws -> [String]? { try self().table.first { $0.first == name } }

    func write(_ settings: [String: Any]) throws { try home.write(settings, to: file) }

    var stored: [String: Any] { get throws { try home.settings(in: file) } }

    var bytes: [UInt8] { get throws { try home.bytes(of: file) } }
}
#endif
