import Foundation

extension RatioTable {
    /// The table as text, or the problems that prevent one.
    package var text: String {
        if !problems.isEmpty { return (problems + [conclusion]).joined(separator: "\n") + "\n" }
        let heading = ["work", "by hand", "TSUD", "ratio", "limit", "", "JSON data", "TSUD of 2017"]
        let rows = [heading] + lines.map(fields)
        let widths = heading.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var text = rows.map { row in aligned(row, widths) + "\n" }.joined()
        for line in lines where line.limit.reference != "by hand" {
            text += "* \(line.limit.work): compared with \(line.limit.reference)\n"
        }
        return text + conclusion + "\n"
    }

    private var conclusion: String {
        let over = lines.count(where: \.isOver)
        return switch exitCode {
        case 0: "All \(lines.count) ratios are within their limits."
        case 1: "\(over) of \(lines.count) ratios exceed their limits."
        default: "The results are incomplete or malformed, so they can't be compared with the limits."
        }
    }

    private func fields(of line: Line) -> [String] {
        let isByHand = line.limit.reference == "by hand"
        return [
            line.limit.work,
            time(line.byHand) + (isByHand ? "" : " *"),
            time(line.tsud),
            number(line.ratio),
            line.allowed.map(number) ?? "",
            line.allowed == nil ? "shown" : line.isOver ? "OVER" : "ok",
            line.others["JSON data"].map(number) ?? "",
            line.others["TSUD of 2017"].map(number) ?? "",
        ]
    }
}

/// Aligns the first column left and the others right.
private func aligned(_ row: [String], _ widths: [Int]) -> String {
    zip(row, widths).enumerated()
        .map { column, cell in
            let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return column == 0 ? cell.0 + space : space + cell.0
        }
        .joined(separator: "  ")
}

private func time(_ nanoseconds: Double) -> String {
    nanoseconds < 1_000_000
        ? String(format: "%.2f µs", nanoseconds / 1000)
        : String(format: "%.2f ms", nanoseconds / 1_000_000)
}

private func number(_ ratio: Double) -> String {
    String(format: "%.3f", ratio)
}
