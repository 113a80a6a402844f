import TSUD

extension Program {
    /// Returns a table with a row for each setting.
    ///
    /// In a terminal it fits the width and has a header; a stored value is bold, and an asterisk marks a value that
    /// differs from the default. Elsewhere, a tab separates the fields.
    func table(of settings: [ShownSetting]) -> String {
        let fields = settings.map { [$0.name, $0.value, $0.source] }
        guard output.isTerminal else { return fields.map { $0.joined(separator: "\t") + "\n" }.joined() }
        let rows = [["Setting", "Value", "From"]] + fields
        let isStyled = output.isStyled
        let columns = output.columns ?? 80
        let widths = Self.widths(of: rows, fitting: columns - 6)
        let lines = rows.enumerated().map { index, cells in
            let name = cells[0].cutInTheMiddle(to: widths[0]).padded(to: widths[0])
            let value = cells[1].cut(to: widths[1])
            let padding = String(repeating: " ", count: widths[1] - value.terminalWidth)
            let isBold = isStyled && index > 0 && settings[index - 1].isStored
            let mark = index > 0 && settings[index - 1].isChanged ? "* " : "  "
            let styled = isBold ? "\u{1B}[1m\(value)\u{1B}[0m" : value
            // The last column needs no padding.
            return "\(mark)\(name)  \(styled)\(padding)  \(cells[2].cut(to: widths[2]))\n"
        }
        return lines.joined()
    }

    /// Returns the widths of the columns.
    ///
    /// It first shortens the values to no less than eight columns, and then the widest column.
    private static func widths(of rows: [[String]], fitting total: Int) -> [Int] {
        var widths = (0..<3).map { column in
            // A longer cell is shortened anyway.
            rows.map { min($0[column].prefix(2 * total).terminalWidth, total) }.max() ?? 0
        }
        widths[1] = min(widths[1], max(total - widths[0] - widths[2], 8))
        while widths.reduce(0, +) > max(total, 3), let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) {
            widths[widest] -= 1
        }
        return widths
    }
}

extension String {
    /// Returns the text with spaces up to a number of columns.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - terminalWidth))
    }

    /// Returns the text, or its beginning and an ellipsis, in at most a number of columns.
    fileprivate func cut(to width: Int) -> String {
        let beginning = prefix(2 * width + 1)
        return beginning.terminalWidth <= width && beginning.count == count ? self : start(beginning, width - 1) + "…"
    }

    /// Returns the text, or its beginning, an ellipsis, and its end, in at most a number of columns.
    fileprivate func cutInTheMiddle(to width: Int) -> String {
        if terminalWidth <= width { return self }
        let end = String(start(Substring(String(reversed())), (width - 1) / 2).reversed())
        return start(self[...], width - 1 - end.terminalWidth) + "…" + end
    }

    private func start(_ text: Substring, _ width: Int) -> String {
        var (start, columns) = ("", 0)
        for character in text {
            columns += character.terminalWidth
            if columns > width { break }
            start.append(character)
        }
        return start
    }
}
