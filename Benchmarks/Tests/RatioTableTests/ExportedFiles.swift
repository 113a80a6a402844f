import Foundation
import RatioTable

/// A directory of results as the benchmark package exports them, which a test can damage.
struct ExportedFiles: ~Copyable {
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "ratios-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// The path of the result of a benchmark.
    func file(_ benchmark: String) -> URL {
        let name = benchmark.replacing(" ", with: "_")
        return directory.appending(path: "Current_run.Pairs.\(name).wallClock.histogram.percentiles.tsv")
    }

    func write(_ text: String, for benchmark: String) throws {
        try text.write(to: file(benchmark), atomically: false, encoding: .utf8)
    }

    /// Writes a complete result with a median.
    func write(median: Int, for benchmark: String) throws {
        try write(Self.percentiles(median: median), for: benchmark)
    }

    static func percentiles(median: Int) -> String {
        let lines = (0...100).map { "\($0)\t\(max(0, median + ($0 - 50) * median / 100))\n" }
        return "Percentile\tTime (wall clock) (ns) *\n" + lines.joined()
    }
}
