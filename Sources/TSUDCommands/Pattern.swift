import TSUDText

/// The regular expressions of strings in a JSON Schema, in the dialect of ECMAScript.
enum Pattern {
    /// A word in lower or upper case.
    static func anyCase(_ word: String) -> String {
        word.map { $0.isLetter ? "[\($0)\($0.uppercased())]" : "\($0)" }.joined()
    }

    // MARK: Dates and durations

    /// A day that exists, and possibly a time with its zone.
    static let date: String = {
        let leapYears = "(?:[0-9]{2,3}(?:0[48]|[2468][048]|[13579][26])|[0-9]?(?:[02468][048]|[13579][26])00)"
        let days = [
            "[0-9]{4,5}-(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])",
            "[0-9]{4,5}-(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)",
            "[0-9]{4,5}-02-(?:0[1-9]|1[0-9]|2[0-8])", "\(leapYears)-02-29",
        ]
        let hours = "(?:[01][0-9]|2[0-3]):[0-5][0-9]"
        return "(?:\(days.joined(separator: "|")))(?:T\(hours):[0-5][0-9](?:\\.[0-9]+)?(?:Z|[+-]\(hours)))?"
            + #"|2001-01-01T00:00:00Z \+ \S+ s"#
    }()

    /// Seconds, numbers with units from days to nanoseconds, or ISO 8601.
    static let duration: String = {
        let number = #"[0-9]+(?:\.[0-9]{1,18})?\s*"#
        let times = ["h", "m", "s", "ms", "[uµμ]s", "ns"].map { unit in "(?:\(number)\(anyCaseUnit(unit))\\s*)?" }
        let days = "(?:\(number)[dD]\\s*)?"
        let isoDays = #"(?:[0-9]+\s*[dD]\s*)?"#
        // At least one part.
        return "\\s*-?\\s*(?:\(number)|(?=[0-9])\(days)\(times.joined())"
            + "|[pP]\\s*(?=[0-9tT])\(isoDays)(?:[tT]\\s*(?=[0-9])\(times.joined()))?)"
    }()

    private static func anyCaseUnit(_ unit: String) -> String { unit.hasPrefix("[") ? "[uUµμ][sS]" : anyCase(unit) }

    // MARK: Others

    static let base64 =
        #"\s*(?:(?:[A-Za-z0-9+/]\s*){4})*(?:(?:[A-Za-z0-9+/]\s*){2}=\s*=|(?:[A-Za-z0-9+/]\s*){3}=)?\s*"#
    static let uuid = "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
    /// An address with a scheme, or the path of a file.
    static let address = #"[A-Za-z][A-Za-z0-9+.-]+:.*|[/~][\s\S]*"#
    /// A property list in XML, or a binary one in base64.
    static let propertyList = #"^<[\s\S]*>\s*$|^YnBsaXN0MD"#
}
