// Runs the benchmarks and holds the ratio of each pair against its limit.

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
    FileHandle.standardError.write(Data("No work has a name like that.\n".utf8))
    exit(64)
}

/// Runs the benchmarks; then again and again those of the rows that are doubtful, as long as there are any.
///
/// Whatever disturbs a machine only adds time: what goes away with more rounds was the machine's, what stays is ours.
func measuredTable() throws(BenchmarkRun.Failure) -> RatioTable {
    var run = try BenchmarkRun(rounds: options.rounds, only: options.only)
    var table = run.table(selected, factor: options.factor)
    while !table.doubtful.isEmpty, run.again.count < options.rounds * 3 {
        try run.measureAgain(table.doubtful)
        table = run.table(selected, factor: options.factor)
    }
    return table
}

let table: RatioTable
do throws(BenchmarkRun.Failure) {
    table =
        if let results = options.results {
            BenchmarkRun.earlier(in: URL(filePath: results)).table(selected, factor: options.factor)
        } else {
            try measuredTable()
        }
} catch {
    FileHandle.standardError.write(Data("\(error.text)\n".utf8))
    exit(2)
}
print(table.text, terminator: "")
exit(table.exitCode)
