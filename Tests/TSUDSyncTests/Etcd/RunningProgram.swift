#if os(Linux)
import Foundation
import TestSupport

/// A program whose lines are noted as it prints them; it ends with this object.
final class RunningProgram: Sendable {
    private nonisolated(unsafe) let program: Program
    private let printed = Lines()

    private final class Lines: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [(line: String, time: Date)] = []
        private var ended = false

        func end() { lock.withLock { ended = true } }
        var haveEnded: Bool { lock.withLock { ended } }
        func add(_ line: String) { lock.withLock { all.append((line, Date())) } }
        var value: [(line: String, time: Date)] { lock.withLock { all } }
    }

    init(
        _ path: String,
        _ arguments: [String],
        in directory: TemporaryDirectory,
        withErrors: Bool = false,
        variables: [String: String] = [:]
    ) throws {
        nonisolated(unsafe) let program = try Program(
            path,
            arguments,
            in: directory,
            environment: variables.mapValues { $0 },
            errors: withErrors ? .withOutput : .nowhere
        )
        self.program = program
        // Not `Process` and `readabilityHandler`, which fail where a test has more than 1,024 open files.
        Thread.detachNewThread { [printed] in
            while let line = program.nextLine(within: 1_000_000) { printed.add(line) }
            printed.end()
        }
    }

    deinit {
        // Most programs end with their input.
        program.closeInput()
        let deadline = Date() + 1
        while program.exit == nil, Date() < deadline { usleep(10_000) }
        program.kill()
    }

    /// The printed lines, with their times.
    var lines: [(line: String, time: Date)] { printed.value }

    func has(_ line: String) -> Bool { lines.contains { $0.line == line } }
    func lines(with beginning: String) -> [String] { lines.map(\.line).filter { $0.hasPrefix(beginning) } }

    func tell(_ line: String) { program.tell(line) }
    func signal(_ number: Int32) { program.signal(number) }

    /// Whether it runs, or has printed lines that are not noted yet.
    var isRunning: Bool { program.exit == nil || !printed.haveEnded }
    /// How it has ended.
    var exit: Program.End? { program.exit }

    /// The memory that it uses alone and shares, in kB.
    var memory: Int {
        let status = (try? String(contentsOfFile: "/proc/\(program.process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") }
        return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}
#endif
