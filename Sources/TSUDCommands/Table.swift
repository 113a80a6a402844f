import TSUD

extension Program {
    /// A table with a row for each setting.
    ///
    /// In a terminal it fits the width; what is stored is bold, and an asterisk marks what differs from the default.
    func table(of settings: [NamedSetting]) -> String {
        let shown = settings.map { ShownSetting($0) }
        let rows = [["Setting", "Value", "From"]] + shown.map { [$0.name, $0.value, $0.source] }
        var widths = (0..<3).map { column in rows.map { $0[column].terminalWidth }.max() ?? 0 }
        let isStyled = output.isStyled
        if let columns = output.columns {
            // Values give way first, but not so far that nothing is left of them.
            let others = widths[0] + widths[2] + 4 + (isStyled ? 2 : 0)
            widths[1] = min(widths[1], max(columns - others, 8))
        }
        let lines = rows.enumerated().map { index, cells in
            let value = cells[1].cut(to: widths[1])
            let padding = String(repeating: " ", count: widths[1] - value.terminalWidth)
            let isBold = isStyled && index > 0 && shown[index - 1].isStored
            let mark = !isStyled ? "" : index > 0 && settings[index - 1].isChanged ? "* " : "  "
            let styled = isBold ? "\u{1B}[1m\(value)\u{1B}[0m" : value
            // The last column needs no padding.
            return "\(mark)\(cells[0].padded(to: widths[0]))  \(styled)\(padding)  \(cells[2])\n"
        }
        return lines.joined()
    }
}

extension String {
    /// The text with spaces up to a number of columns.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - terminalWidth))
    }

    /// The text, or its beginning and an ellipsis, in at most a number of columns.
    fileprivate func cut(to width: Int) -> String {
        if terminalWidth <= width { return self }
        var cut = ""
        for character in self {
            if (cut + String(character)).terminalWidth >= width { break }
            cut.append(character)
        }
        return cut + "…"
    }
}
