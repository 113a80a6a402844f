extension Duration: WithOwnCoding {
    static var coding: any PropertyListCoding { DurationCoding() }
}

/// The coding of durations: stored like any other `Codable` value, but with strings such as "1m30s".
final class DurationCoding: PropertyListCoding {
    private let codable: any PropertyListCoding<Duration> = CodableCoding<Duration>()

    func object(of value: Duration) throws(CodingFailure) -> PropertyListObject { try codable.object(of: value) }
    func value(from object: Any) throws(CodingFailure) -> Duration { try codable.value(from: object) }

    func text(of value: Duration) throws(CodingFailure) -> String? {
        if let text = value.text { return text }
        return try codable.structuredText(of: value)
    }

    func value(ofText text: String) throws(CodingFailure) -> Duration {
        if let value = Duration(text: text) ?? (try? codable.structuredValue(ofText: text)) { return value }
        throw CodingFailure()
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }

    /// Hours, minutes, and seconds, without zeros; `nil` if the duration is too long.
    var text: String? {
        // A longer duration has no components.
        if magnitude >= .seconds(Int64.max) { return nil }
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
        if let iso = text.wholeMatch(of: /p(\d+d)?(?:t(.+))?/) {
            text = String((iso.1 ?? "") + (iso.2 ?? ""))
        } else if text.wholeMatch(of: /[\d.]+/) != nil {
            text += "s"
        }
        let units =
            /(?:([\d.]+)d)?(?:([\d.]+)h)?(?:([\d.]+)m)?(?:([\d.]+)s)?(?:([\d.]+)ms)?(?:([\d.]+)[uµμ]s)?(?:([\d.]+)ns)?/
        guard !text.isEmpty, let match = text.wholeMatch(of: units) else { return nil }
        let (_, days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds) = match.output
        let parts = [
            (days, 86_400, 1), (hours, 3_600, 1), (minutes, 60, 1), (seconds, 1, 1), (milliseconds, 1, 1_000),
            (microseconds, 1, 1_000_000), (nanoseconds, 1, 1_000_000_000),
        ]
        self = .zero
        for (number, factor, divisor) in parts {
            guard let number else { continue }
            guard let part = Self.seconds(number, times: Int64(factor)) else { return nil }
            self += part / divisor
        }
        if isNegative { self = .zero - self }
    }

    /// The exact multiple of a decimal number of seconds; nil if it isn't a number, or is too large.
    private static func seconds(_ number: Substring, times factor: Int64) -> Duration? {
        guard let match = number.wholeMatch(of: /(\d+)(?:\.(\d{1,18}))?/), let whole = Int64(String(match.1)),
            !whole.multipliedReportingOverflow(by: factor).overflow
        else { return nil }
        let digits = match.2 ?? "0"
        let attoseconds = Int64(digits + String(repeating: "0", count: 18 - digits.count)) ?? 0
        return Duration(secondsComponent: whole, attosecondsComponent: attoseconds) * factor
    }
}
