import Foundation
import RatioTable

/// A run of the benchmarks by the benchmark package's plugin, in rounds that contain each benchmark once.
struct BenchmarkRun {
    /// The reason why there are no results.
    struct Failure: Error {
        let text: String
    }

    private var rounds: [Results] = []

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let results = package.appending(path: ".build/ratios", directoryHint: .isDirectory)

    /// Builds everything, and runs the benchmarks of some limits in a number of rounds.
    init(rounds: Int, of limits: [Limit], only text: String?) throws(Failure) {
        // Earlier results must not be taken for new ones.
        if FileManager.default.fileExists(atPath: Self.results.path) {
            do {
                try FileManager.default.removeItem(at: Self.results)
            } catch {
                throw Failure(text: "Can't remove earlier results: \(error.localizedDescription)")
            }
        }
        let toolchain = try Toolchain(log: Self.package.appending(path: ".build/ratios.log"))
        // The plugin builds only the benchmarks, and not the programs that they launch.
        try toolchain.run(["build", "--configuration", "release", "--package-path", Self.package.path]) { _ in
            "Building the benchmarks"
        }
        var timeLeft = TimeLeft(rounds: rounds, operations: limits.count)
        let filter = text.map { ".*\(NSRegularExpression.escapedPattern(for: $0)).*" }
        for round in 1...rounds {
            let begin = ContinuousClock.now
            let results = try Self.measure(filter, into: "round-\(round)", by: toolchain) { seconds in
                "Round \(round) of \(rounds), \(timeLeft.text(after: seconds))"
            }
            self.rounds.append(results)
            timeLeft.finished.append((ContinuousClock.now - begin) / .seconds(1))
        }
    }

    /// Reads the results that an earlier run left in a directory.
    init(earlierIn directory: URL) {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
        rounds = names.map { Results(in: directory.appending(path: $0)) }
    }

    /// Returns the table of some limits.
    func table(_ selected: [Limit], factor: Double) -> RatioTable {
        RatioTable(rounds, limits: selected, factor: factor, known: limits)
    }

    private static func measure(
        _ filter: String?,
        into name: String,
        by toolchain: Toolchain,
        progress: (Double) -> String
    ) throws(Failure) -> Results {
        let directory = results.appending(path: name)
        try toolchain.run(plugin(results: directory, filter: filter), progress: progress)
        return Results(in: directory)
    }

    /// The command line of one round.
    ///
    /// It exports `histogramPercentiles`, a file of all percentiles for each benchmark. `jsonSmallerIsBetter` has the
    /// 99th percentile but no median.
    private static func plugin(results: URL, filter: String?) -> [String] {
        [
            "package", "--package-path", package.path, "--allow-writing-to-package-directory",
            "benchmark", "run", "--target", "Pairs", "--no-progress",
            "--format", "histogramPercentiles", "--path", results.path,
        ] + (filter.map { ["--filter", $0] } ?? [])
    }
}
