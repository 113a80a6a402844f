// Prints the results of the benchmarks as a Markdown table, and draws them.

import Foundation

let operations = ["read a number", "read a struct", "write a number", "write 1000 numbers", "start a program"]
let stores = ["TSUD", "UserDefaults", "JSON file", "GRDB", "swift-configuration", "none"]
/// The number of operations in a sample.
let factors = ["read a number": 50.0, "read a struct": 50.0]

guard CommandLine.arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: peers RESULTS PICTURE\n".utf8))
    exit(64)
}
let results = URL(filePath: CommandLine.arguments[1])
let picture = URL(filePath: CommandLine.arguments[2])

/// The median time in nanoseconds of one operation; `nil` if it wasn't measured.
func median(_ operation: String, _ store: String) throws -> Double? {
    let name = "Current_run.Stores.\(operation), \(store)".replacing(" ", with: "_")
    let file = results.appending(path: "\(name).wallClock.histogram.percentiles.tsv")
    guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else { return nil }
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("50\t") }
    return line.flatMap { Double($0.dropFirst(3)) }.map { $0 / (factors[operation] ?? 1) }
}

func text(_ time: Double?) -> String {
    guard let time else { return "" }
    return switch time {
    case ..<1_000: "\(Int(time)) ns"
    case ..<1_000_000: String(format: "%.1f µs", time / 1_000)
    default: String(format: "%.1f ms", time / 1_000_000)
    }
}

print("| operation | \(stores.joined(separator: " | ")) |")
print("|---|\(String(repeating: "---|", count: stores.count))")
var body = ""
var y = 30.0
for operation in operations {
    let times = try stores.map { try median(operation, $0) }
    print("| \(operation) | \(times.map(text).joined(separator: " | ")) |")
    // Each operation has its own scale, which ends at its longest time.
    let longest = times.compactMap { $0 }.max() ?? 1
    body += #"<text class="heading" x="20" y="\#(Int(y))">\#(operation)</text>"# + "\n"
    y += 14
    for case (let store, let time?) in zip(stores, times) {
        let kind = store == "TSUD" ? "tsud" : "other"
        let width = (max(1, 400 * time / longest) * 10).rounded() / 10
        body += #"<text class="name" x="190" y="\#(Int(y) + 13)">\#(store)</text>"#
        body += #"<rect class="\#(kind)" x="200" y="\#(Int(y) + 2)" width="\#(width)" height="14"/>"#
        body += #"<text x="\#(width + 210)" y="\#(Int(y) + 13)">\#(text(time))</text>"# + "\n"
        y += 22
    }
    y += 26
}

let style = """
    text { font: 13px system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; fill: #1f2328 }
    .heading { font-weight: 600; font-size: 14px }
    .name { text-anchor: end }
    .page { fill: #ffffff; stroke: #d1d9e0 }
    .tsud { fill: #0969da }
    .other { fill: #8c959f }
    """
let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 \(Int(y))" role="img" aria-labelledby="title">
    <title id="title">Time of common operations with TSUD and with other ways to keep settings</title>
    <style>\(style)</style>
    <rect class="page" x="0.5" y="0.5" width="759" height="\(Int(y) - 1)" rx="6"/>
    \(body)</svg>

    """
try svg.write(to: picture, atomically: true, encoding: .utf8)
