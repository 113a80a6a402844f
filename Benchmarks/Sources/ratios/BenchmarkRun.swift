import Foundation

/// Runs of the benchmarks by the benchmark package's plugin.
enum BenchmarkRun {
    /// Why there are no results.
    struct Failure: Error {
        let text: String
    }

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let results = package.appending(path: ".build/ratios", directoryHint: .isDirectory)

    /// Builds all, then runs the benchmarks so many times.
    ///
    /// - Returns: a directory of results for each round.
    static func run(rounds: Int, only text: String?) throws(Failure) -> [URL] {
        // What was there before is removed, so that no earlier result passes for a new one.
        if FileManager.default.fileExists(atPath: results.path) {
            do {
                try FileManager.default.removeItem(at: results)
            } catch {
                throw Failure(text: "Earlier results can't be removed: \(error.localizedDescription)")
            }
        }
        // The plugin builds the benchmarks alone, not the programs that they launch.
        try swift(["build", "--configuration", "release", "--package-path", package.path])
        let directories = (1...rounds).map { results.appending(path: "round-\($0)") }
        for directory in directories {
            try swift(plugin(results: directory, only: text))
        }
        return directories
    }

    /// The directories that an earlier run has left.
    static func rounds(in directory: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.sorted().map { directory.appending(path: $0) }
    }

    /// The command line of one round.
    ///
    /// Of the formats that the plugin exports, `jsonSmallerIsBetter` has the 99th percentile and no median. That of
    /// `histogramPercentiles` is a file for each benchmark with all of them.
    private static func plugin(results: URL, only text: String?) -> [String] {
        let filter = text.map { ["--filter", ".*\(NSRegularExpression.escapedPattern(for: $0)).*"] } ?? []
        return [
            "package", "--package-path", package.path, "--allow-writing-to-package-directory",
            "benchmark", "run", "--target", "Pairs", "--no-progress",
            "--format", "histogramPercentiles", "--path", results.path,
        ] + filter
    }

    /// Runs a command of the toolchain; its output goes to standard error, so that the table is alone on ours.
    private static func swift(_ arguments: [String]) throws(Failure) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swift"] + arguments
        process.standardOutput = FileHandle.standardError
        do {
            try process.run()
        } catch {
            throw Failure(text: "The toolchain can't be run: \(error.localizedDescription)")
        }
        process.waitUntilExit()
        if process.terminationReason != .exit || process.terminationStatus != 0 {
            let command = arguments.prefix { $0 != "--format" }.joined(separator: " ")
            throw Failure(text: "'swift \(command)' ended with \(process.terminationStatus).")
        }
    }
}
