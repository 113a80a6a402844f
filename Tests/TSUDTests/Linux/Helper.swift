#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

/// A process that executes commands on settings.
final class Helper: Program {
    /// The environment of a process that waits for another one for two seconds, instead of five minutes.
    static let briefWaits: [String: String?] = ["WAIT_LIMIT": "2"]

    /// Starts a process whose settings are in `directory`, and runs a script in it.
    init(
        _ directory: TemporaryDirectory,
        _ script: String...,
        environment: [String: String?] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try super.init("saving-helper", in: directory, environment: environment)
        try run(script, sourceLocation)
    }

    /// Sends a command and returns its output.
    @discardableResult
    func callAsFunction(_ command: String) throws -> String {
        tell(command)
        return try #require(nextLine(), "no answer to \(command): \(log)")
    }
}

extension Program {
    /// Sends commands and expects their output: the text after an arrow, or else "done".
    func run(_ script: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        try run(script, sourceLocation)
    }

    fileprivate func run(_ script: [String], _ sourceLocation: SourceLocation) throws {
        for line in script {
            let parts = line.components(separatedBy: " → ")
            tell(parts[0])
            let answer = try #require(nextLine(), "no answer to \(line): \(log)", sourceLocation: sourceLocation)
            #expect(answer == (parts.count > 1 ? parts[1] : "done"), "\(line)", sourceLocation: sourceLocation)
        }
    }

    /// Expects that the process returns from `main`.
    func end(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(finish() == .exited(0), sourceLocation: sourceLocation)
    }
}

extension Linux {
    /// The file of a helper's standard suite.
    static let file = "saving-helper.plist"
    static let isFull = Extent.isFull
}

extension TemporaryDirectory {
    /// A new one, for a property of a suite of tests.
    static func new() -> TemporaryDirectory {
        do { return try TemporaryDirectory() } catch { fatalError("No directory for a test: \(error)") }
    }

    /// Runs a helper with its settings in this directory, and returns its log.
    @discardableResult
    func run(
        _ script: String...,
        environment: [String: String?] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let helper = try Helper(self, environment: environment)
        try helper.run(script, sourceLocation)
        helper.end(sourceLocation: sourceLocation)
        return helper.log
    }

    /// Sets the time of a file to that many seconds after now.
    func setTime(of name: String, ahead seconds: Int) {
        let time = timespec(tv_sec: time(nil) + seconds, tv_nsec: 0)
        utimensat(AT_FDCWD, path(name), [time, time], 0)
    }

    /// Keeps helpers from saving their standard suite while a body runs.
    ///
    /// A `synchronize()` at the very moment of a save may lose direct calls' values.
    func withoutSaves(_ body: () throws -> Void) throws {
        let lock = try FileLock.take(for: FilePath(path(Linux.file)), by: .now + .seconds(300))
        defer { lock.unlock() }
        try body()
    }

    /// The numbers in the file of a suite; throws if it has anything else.
    func numbers(in suite: String = "saving-helper") throws -> [String: Int] {
        try #require(try settings(in: suite + ".plist") as? [String: Int])
    }
}
#endif
