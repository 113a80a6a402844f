// Runs the benchmarks and compares the ratio of each pair with its limit.

import Foundation
import RatioTable

let options: Options
do throws(Options.Mistake) {
    options = try Options(CommandLine.arguments.dropFirst())
} catch {
    FileHandle.standardError.write(Data("\(error.text)\n\(Options.usage)\n".utf8))
    exit(64)
}

let selected = limits.filter { limit in options.only.map { limit.work.contains($0) } ?? true }
if selected.isEmpty {
    FileHandle.standardError.write(Data("No operation's name contains '\(options.only ?? "")'.\n".utf8))
    exit(64)
}

let table: RatioTable
do throws(BenchmarkRun.Failure) {
    table =
        if let results = options.results {
            BenchmarkRun(earlierIn: URL(filePath: results)).table(selected, factor: options.factor)
        } else {
            try BenchmarkRun(rounds: options.rounds, of: selected, only: options.only)
                .table(selected, factor: options.factor)
        }
} catch {
    FileHandle.standardError.write(Data("\(error.text)\n".utf8))
    exit(2)
}
print(table.text, terminator: "")
if let file = options.plot, table.problems.isEmpty {
    do {
        let picture = Plot(PlotRow.rows(of: table), trials: trials).svg
        try picture.write(to: URL(filePath: file), atomically: true, encoding: .utf8)
    } catch {
        FileHandle.standardError.write(Data("Can't write \(file): \(error.localizedDescription)\n".utf8))
        exit(2)
    }
}
exit(table.exitCode)
