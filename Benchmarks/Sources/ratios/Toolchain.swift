import Foundation

/// Runs commands of the toolchain, and writes their output to a log.
struct Toolchain {
    private let log: URL

    /// Begins a new log.
    init(log: URL) throws(BenchmarkRun.Failure) {
        self.log = log
        guard FileManager.default.createFile(atPath: log.path, contents: nil) else {
            throw BenchmarkRun.Failure(text: "Can't write the log \(log.path).")
        }
    }

    /// Runs a command, and shows its progress, which `progress` returns for the seconds since the start.
    func run(_ arguments: [String], progress: (Double) -> String) throws(BenchmarkRun.Failure) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swift"] + arguments
        // The order of a dictionary affects its times, and would differ from process to process.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
        let begin = ContinuousClock.now
        do {
            let file = try FileHandle(forWritingTo: log)
            try file.seekToEnd()
            process.standardOutput = file
            process.standardError = file
            try process.run()
        } catch {
            throw BenchmarkRun.Failure(text: "Can't run the toolchain: \(error.localizedDescription)")
        }
        Progress.show(progress(0), isBeginning: true)
        while process.isRunning {
            Thread.sleep(forTimeInterval: 0.2)
            Progress.show(progress((ContinuousClock.now - begin) / .seconds(1)), isBeginning: false)
        }
        process.waitUntilExit()
        Progress.end()
        if process.terminationReason != .exit || process.terminationStatus != 0 {
            let command = arguments.prefix { $0 != "--format" }.joined(separator: " ")
            let end = "'swift \(command)' ended with \(process.terminationStatus)"
            throw BenchmarkRun.Failure(text: "\(end). Its output is in \(log.path).")
        }
    }
}
