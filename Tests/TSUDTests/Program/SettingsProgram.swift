#if os(Linux)
import Foundation
import TestSupport

/// The example program, with a home directory of its own.
struct SettingsProgram {
    let home: TemporaryDirectory

    /// The result of one run.
    struct Run {
        let end: Program.End
        let output: [String]
        let errors: String

        /// The cells of the printed table, a row for each setting, without the header.
        var table: [[String]] {
            output.dropFirst().map { $0.split(separator: /\ {2,}/).map(String.init) }
        }
    }

    init() throws {
        home = try TemporaryDirectory()
    }

    /// Runs the program until it exits.
    @discardableResult
    func callAsFunction(_ arguments: String...) throws -> Run {
        try run(arguments)
    }

    @discardableResult
    func run(_ arguments: [String]) throws -> Run {
        try finish(start(arguments))
    }

    /// Runs a system program, given by its path.
    func run(_ path: String, _ arguments: [String]) throws -> Run {
        try finish(Program(path, arguments, in: home))
    }

    private func finish(_ program: Program) -> Run {
        var output: [String] = []
        while let line = program.nextLine() { output.append(line) }
        return Run(end: program.finish(), output: output, errors: program.log)
    }

    /// Starts the program, which may run until it is stopped.
    func start(_ arguments: [String]) throws -> Program {
        try Program("settings", arguments, in: home)
    }

    /// The row of one setting, as a new process prints it.
    func row(_ name: String) throws -> [String]? {
        try self().table.first { $0.first == name }
    }

    // MARK: Stored settings

    func write(_ settings: [String: Any]) throws {
        try home.write(settings, to: file)
    }

    var stored: [String: Any] {
        get throws { try home.settings(in: file) }
    }

    var bytes: [UInt8] {
        get throws { try home.bytes(of: file) }
    }

    let file = "settings.plist"
}
#endif
