import Foundation

extension Date {
    /// The date in ISO 8601, with as many fractional digits as distinguish it from all other dates.
    ///
    /// ISO 8601 covers the years up to 9999 and some beyond. Other dates are given in seconds from the reference date.
    var isoText: String {
        let seconds = timeIntervalSinceReferenceDate
        let whole = seconds.rounded(.down)
        let text = Date(timeIntervalSinceReferenceDate: whole).formatted(.iso8601).dropLast()
        for digits in stride(from: 0, through: 18, by: 3) {
            let fraction = digits == 0 ? "" : String(format: "%.\(digits)f", seconds - whole).dropFirst()
            let isoText = "\(text)\(fraction)Z"
            if Date(isoText: isoText) == self { return isoText }
        }
        return "\(Self.reference) + \(seconds) s"
    }

    /// Parses ISO 8601: a day, or a day and a time with its zone and an optional fraction.
    ///
    /// It rejects days and times that don't exist, such as February 30, which Foundation reads as March 2.
    init?(isoText text: String) {
        let format = /(\d{4,5}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(\.\d+)?(Z|[+\-](?:[01]\d|2[0-3]):[0-5]\d))?/
        if let match = text.wholeMatch(of: format) {
            let (_, day, time, fraction, zone) = match.output
            let local = "\(day)T\(time ?? "00:00:00")"
            // Foundation parses fractions only to a thousandth.
            guard let existing = try? Date("\(local)Z", strategy: .iso8601),
                existing.formatted(.iso8601) == "\(local)Z",
                let whole = try? Date("\(local)\(zone ?? "Z")", strategy: .iso8601)
            else { return nil }
            self = whole + (fraction.flatMap { TimeInterval("0\($0)") } ?? 0)
        } else if text.hasPrefix(Self.reference), let match = text.wholeMatch(of: /\S+ \+ (\S+) s/),
            let seconds = TimeInterval(match.1)
        {
            self.init(timeIntervalSinceReferenceDate: seconds)
        } else {
            return nil
        }
    }

    private static let reference = "2001-01-01T00:00:00Z"
}
