#if os(Linux)
import Foundation
import TestSupport

/// A program in a process of its own, which ends with this object.
final class RunningProgram: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    private let lock = NSLock()
    private var unfinished = Data()
    private var printed: [(line: String, time: Date)] = []

    init(
        _ path: String,
        _ arguments: [String],
        in directory: TemporaryDirectory,
        withErrors: Bool = false,
        variables new: [String: String] = [:]
    ) throws {
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        var variables = ProcessInfo.processInfo.environment
        variables["XDG_CONFIG_HOME"] = directory.path
        variables["HOME"] = directory.path
        variables.merge(new) { $1 }
        process.environment = variables
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        process.standardError = withErrors ? output : FileHandle.nullDevice
        output.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil } else { self?.note(data) }
        }
        try process.run()
    }

    deinit {
        // Most programs end with their input.
        try? input.fileHandleForWriting.close()
        kill(after: 1)
    }

    /// The path of a program that is built next to the tests.
    static func path(of name: String) throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path()
    }

    private func note(_ data: Data) {
        let time = Date()
        lock.withLock {
            unfinished += data
            while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
                printed.append((String(bytes: unfinished[..<end], encoding: .utf8) ?? "", time))
                unfinished = Data(unfinished[(end + 1)...])
            }
        }
    }

    /// What it has printed, with the times.
    var lines: [(line: String, time: Date)] { lock.withLock { printed } }

    func has(_ line: String) -> Bool { lines.contains { $0.line == line } }
    func lines(with beginning: String) -> [String] { lines.map(\.line).filter { $0.hasPrefix(beginning) } }

    func tell(_ line: String) { try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }
    func signal(_ number: Int32) { Glibc.kill(process.processIdentifier, number) }

    var isRunning: Bool { process.isRunning }
    /// How it ended.
    var status: Int32 { process.terminationStatus }

    private func kill(after seconds: Double) {
        let deadline = Date() + seconds
        while process.isRunning, Date() < deadline { usleep(10_000) }
        guard process.isRunning else { return }
        signal(SIGKILL)
        process.waitUntilExit()
    }

    /// The memory that it uses alone and shares, in kB.
    var memory: Int {
        let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") }
        return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}
#endif
