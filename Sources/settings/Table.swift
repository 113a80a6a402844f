import TSUD

/// A table with a row for each setting.
func table(of settings: [Setting]) -> String {
    let settings = settings.map { ShownSetting($0) }
    let rows = [["Setting", "Value", "From"]] + settings.map { [$0.name, $0.value, $0.source] }
    // The last column needs no padding.
    let widths = (0..<2).map { column in rows.map { $0[column].terminalWidth }.max() ?? 0 } + [0]
    let lines = rows.map { cells in
        zip(cells, widths).map { $0.padded(to: $1) }.joined(separator: "  ") + "\n"
    }
    return lines.joined()
}

extension String {
    /// The text with spaces up to a number of columns.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - terminalWidth))
    }
}
