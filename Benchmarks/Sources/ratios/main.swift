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

let directories: [URL]
if let given = options.results {
    directories = BenchmarkRun.rounds(in: URL(filePath: given))
} else {
    do throws(BenchmarkRun.Failure) {
        directories = try BenchmarkRun.run(rounds: options.rounds, only: options.only)
    } catch {
        FileHandle.standardError.write(Data("\(error.text)\n".utf8))
        exit(2)
    }
}

let table = RatioTable(directories.map(Results.init(in:)), limits: selected, factor: options.factor, known: limits)
print(table.text, terminator: "")
exit(table.exitCode)
