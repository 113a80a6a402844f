import TSUD

/// The text of durations: strings such as "1m30s".
struct DurationText: TextCoding {
    let coding = propertyListCoding(for: Duration.self)
    private var structured: StructuredText<Duration> { StructuredText(coding: coding) }

    func text(of value: Duration) throws(CodingFailure) -> String? {
        if let text = value.text { return text }
        return try structured.text(of: value)
    }

    func value(ofText text: String) throws(CodingFailure) -> Duration {
        if let value = Duration(text: text) ?? (try? structured.value(ofText: text)) { return value }
        throw CodingFailure()
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }

    /// Hours, minutes, and seconds, without zeros; `nil` if the duration is too long.
    var text: String? {
        // A longer duration has no components.
        let limit = Duration.seconds(Int64.max)
        if self >= limit || self <= .zero - limit { return nil }
        let (seconds, attoseconds) = magnitude.components
        var fraction = String(String(attoseconds + 1_000_000_000_000_000_000).dropFirst())
        while fraction.last == "0" { fraction.removeLast() }
        let second = "\(seconds % 60)" + (fraction.isEmpty ? "" : ".\(fraction)")
        let parts = [("\(seconds / 3_600)", "h"), ("\(seconds / 60 % 60)", "m"), (second, "s")].filter { $0.0 != "0" }
        return (self < .zero ? "-" : "") + (parts.isEmpty ? "0s" : parts.map { $0 + $1 }.joined())
    }

    /// Parses seconds, numbers with units from days to nanoseconds, and ISO 8601: 90, 1.5h, 1m30s, PT90S.
    init?(text: String) {
        var text = text.lowercased().filter { !$0.isWhitespace }
        let isNegative = text.hasPrefix("-")
        if isNegative { text.removeFirst() }
        if text.hasPrefix("p") {
            let parts = text.dropFirst().split(separator: "t", maxSplits: 1, omittingEmptySubsequences: false)
            // Before the time, there are only whole days.
            guard parts[0].isEmpty || parts[0].last == "d" && parts[0].dropLast().allSatisfy(\.isDigit),
                parts.last != "" || parts.count == 1
            else { return nil }
            text = parts.joined()
        } else if text.allSatisfy(\.isDecimal) {
            text += "s"
        }
        if text.isEmpty { return nil }
        self = .zero
        var (rest, units) = (text[...], Self.units[...])
        while !rest.isEmpty {
            let number = rest.prefix(while: \.isDecimal)
            let unit = rest.dropFirst(number.count).prefix { !$0.isDecimal }
            // Each unit is smaller than the one before.
            guard let index = units.firstIndex(where: { $0.names.contains(String(unit)) }),
                let part = Self.seconds(number, times: units[index].factor)
            else { return nil }
            self += part / units[index].divisor
            units = units[(index + 1)...]
            rest = rest.dropFirst(number.count + unit.count)
        }
        if isNegative { self = .zero - self }
    }

    private static let units: [(names: [String], factor: Int64, divisor: Int)] = [
        (["d"], 86_400, 1), (["h"], 3_600, 1), (["m"], 60, 1), (["s"], 1, 1), (["ms"], 1, 1_000),
        (["us", "µs", "μs"], 1, 1_000_000), (["ns"], 1, 1_000_000_000),
    ]

    /// The exact multiple of a decimal number of seconds; nil if it isn't a number, or is too large.
    private static func seconds(_ number: Substring, times factor: Int64) -> Duration? {
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        let digits = parts.count > 1 ? parts[1] : "0"
        guard parts.count < 3, (1...18).contains(digits.count), let whole = Int64(parts.first ?? ""),
            !whole.multipliedReportingOverflow(by: factor).overflow
        else { return nil }
        let attoseconds = Int64(digits + String(repeating: "0", count: 18 - digits.count)) ?? 0
        return Duration(secondsComponent: whole, attosecondsComponent: attoseconds) * factor
    }
}

extension Character {
    fileprivate var isDigit: Bool { "0"..."9" ~= self }
    fileprivate var isDecimal: Bool { isDigit || self == "." }
}
