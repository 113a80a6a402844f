package import Foundation

/// The results of one round, in which each benchmark runs once.
package struct Results: Sendable {
    /// The median time in nanoseconds of each implementation of each operation.
    package var medians: [String: [String: Double]] = [:]
    /// The problems of the files with the results.
    package var problems: [String] = []

    package init() {}

    /// Reads the benchmark package's `histogramPercentiles` export: a file of percentiles for each benchmark.
    package init(in directory: URL) {
        let files: [URL]
        do {
            files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        } catch {
            problems.append("No results in \(directory.path): \(error.localizedDescription)")
            return
        }
        for file in files.sorted(by: { $0.lastPathComponent < $1.lastPathComponent }) {
            do throws(Malformed) {
                try read(file)
            } catch {
                problems.append("Malformed: \(file.lastPathComponent): \(error.reason).")
            }
        }
    }

    private mutating func read(_ file: URL) throws(Malformed) {
        let (work, implementation) = try names(in: file.lastPathComponent)
        guard let data = try? Data(contentsOf: file), let text = String(bytes: data, encoding: .utf8) else {
            throw Malformed(reason: "it can't be read")
        }
        medians[work, default: [:]][implementation] = try median(in: text)
    }
}

/// The reason why a file isn't a valid result.
package struct Malformed: Error {
    package let reason: String
}

private let prefix = "Current_run.Pairs."
private let suffix = ".wallClock.histogram.percentiles.tsv"

/// Returns the operation and the implementation from the name of a file, in which underscores replace spaces.
package func names(in file: String) throws(Malformed) -> (work: String, implementation: String) {
    guard file.hasPrefix(prefix), file.hasSuffix(suffix), file.count > prefix.count + suffix.count else {
        throw Malformed(reason: "its name is not \(prefix)…\(suffix)")
    }
    let name = file.dropFirst(prefix.count).dropLast(suffix.count).replacing("_", with: " ")
    guard let comma = name.ranges(of: ", ").last, !name[..<comma.lowerBound].isEmpty else {
        throw Malformed(reason: "its name does not end with a comma and an implementation")
    }
    return (String(name[..<comma.lowerBound]), String(name[comma.upperBound...]))
}

/// Returns the median from a file, which has a header, and a line for each percentile from 0 to 100.
private func median(in text: String) throws(Malformed) -> Double {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == "Percentile\tTime (wall clock) (ns) *" else {
        throw Malformed(reason: "its header isn't that of wall-clock times in nanoseconds")
    }
    guard lines.last?.isEmpty == true, lines.count == 103 else {
        throw Malformed(reason: "it doesn't have 101 percentiles")
    }
    lines.removeFirst()
    lines.removeLast()
    var times: [Int] = []
    for (percentile, line) in lines.enumerated() {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 2, Int(fields[0]) == percentile, let time = Int(fields[1]) else {
            throw Malformed(reason: "'\(line)' isn't percentile \(percentile) and a time")
        }
        let least = max(times.last ?? 1, 1)
        if time < least { throw Malformed(reason: "percentile \(percentile) is \(time), expected at least \(least)") }
        times.append(time)
    }
    return Double(times[50])
}
