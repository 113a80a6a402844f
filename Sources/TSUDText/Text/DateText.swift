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
        if text.hasPrefix("\(Self.reference) + "), text.hasSuffix(" s") {
            guard let seconds = TimeInterval(text.dropFirst(Self.reference.count + 3).dropLast(2)) else { return nil }
            self.init(timeIntervalSinceReferenceDate: seconds)
            return
        }
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let (day, rest) = (parts[0], parts.count > 1 ? parts[1] : "00:00:00Z")
        let zone = rest.suffix(rest.hasSuffix("Z") ? 1 : 6)
        let (time, fraction) = (rest.prefix(8), rest.dropFirst(8).dropLast(zone.count))
        guard day.hasForm("0000-00-00") || day.hasForm("00000-00-00"), time.hasForm("00:00:00"),
            fraction.isEmpty
                || fraction.count > 1 && fraction.hasForm("." + String(repeating: "0", count: fraction.count - 1)),
            zone == "Z" || zone.hasForm("+00:00") || zone.hasForm("-00:00"),
            zone.dropFirst() < "24:00", zone.suffix(2) < "60" || zone == "Z"
        else { return nil }
        let local = "\(day)T\(time)"
        // Foundation parses fractions only to a thousandth.
        guard let existing = try? Date("\(local)Z", strategy: .iso8601), existing.formatted(.iso8601) == "\(local)Z",
            let whole = try? Date("\(local)\(zone)", strategy: .iso8601)
        else { return nil }
        self = whole + (TimeInterval("0\(fraction)") ?? 0)
    }

    private static let reference = "2001-01-01T00:00:00Z"
}

extension Substring {
    /// Whether the text has the form of another one, in which a zero stands for any digit.
    fileprivate func hasForm(_ form: String) -> Bool {
        utf8.count == form.utf8.count
            && zip(utf8, form.utf8).allSatisfy { $1 == 0x30 ? 0x30...0x39 ~= $0 : $0 == $1 }
    }
}
