/// The regular expressions of strings in a JSON Schema, in the dialect of ECMAScript.
enum Pattern {
    /// A word in lower or upper case.
    static func anyCase(_ word: String) -> String {
        word.map { $0.isLetter ? "[\($0)\($0.uppercased())]" : "\($0)" }.joined()
    }

    // MARK: Numbers

    /// A whole number in a range, given by its digits.
    static func integer(from least: String, to greatest: String) -> String {
        let positive = #"\+?0*(?:\#(number(upTo: greatest)))(?:\.0+)?"#
        return least == "0"
            ? positive : #"(?:\#(positive)|-0*(?:\#(number(upTo: String(least.dropFirst()))))(?:\.0+)?)"#
    }

    /// A whole number up to a greatest one: fewer digits, or a smaller digit after the same ones.
    private static func number(upTo greatest: String) -> String {
        let digits = Array(greatest)
        var alternatives = digits.count > 1 ? ["[0-9]{1,\(digits.count - 1)}"] : []
        for (index, digit) in digits.enumerated() {
            guard let value = digit.wholeNumberValue, value > 0 else { continue }
            let rest = digits.count - index - 1
            alternatives.append(String(digits[..<index]) + "[0-\(value - 1)]" + (rest > 0 ? "[0-9]{\(rest)}" : ""))
        }
        return (alternatives + [greatest]).joined(separator: "|")
    }

    /// A number in decimal or hexadecimal digits, infinity, or "nan".
    static let real =
        #"[+-]?(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|"#
        + #"0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?(?:[pP][+-]?[0-9]+)?|"#
        + "\(anyCase("inf"))(?:\(anyCase("inity")))?|\(anyCase("nan")))"

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
        return "-?\\s*(?:\(number)|(?=[0-9])\(days)\(times.joined())"
            + "|[pP]\\s*(?=[0-9tT])\(isoDays)(?:[tT]\\s*(?=[0-9])\(times.joined()))?)"
    }()

    private static func anyCaseUnit(_ unit: String) -> String { unit.hasPrefix("[") ? "[uUµμ][sS]" : anyCase(unit) }

    // MARK: Others

    static let base64 =
        #"\s*(?:(?:[A-Za-z0-9+/]\s*){4})*(?:(?:[A-Za-z0-9+/]\s*){2}=\s*=|(?:[A-Za-z0-9+/]\s*){3}=)?\s*"#
    static let uuid = "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
    /// An address with a scheme, or the path of a file.
    static let address = #"[A-Za-z][A-Za-z0-9+.-]+:.*|[/~][\s\S]*"#
    /// JSON or a property list.
    static let container = #"^\s*(?:\[[\s\S]*\]|\{[\s\S]*\}|\([\s\S]*\)|<[\s\S]*>)\s*$|^YnBsaXN0MD"#
}
