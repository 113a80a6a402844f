import TSUDText

extension String {
    /// The string itself, or a JSON string if it is empty or contains control characters or line breaks.
    var onOneLine: String { isEmpty || !fitsOnOneLine ? literal : self }

    /// The same with quotation marks, for messages.
    var quoted: String { fitsOnOneLine ? "'\(self)'" : literal }

    /// A name in a message, without its middle if it is long.
    var shortened: String {
        unicodeScalars.count > 80 ? "\(String(unicodeScalars.prefix(40)))…\(String(unicodeScalars.suffix(20)))" : self
    }

    var quotedName: String { shortened.quoted }

    /// The string in which characters that control a terminal are escaped, but line feeds and tabs.
    var withoutControls: String {
        if fitsOnOneLine { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.flatMap { scalar in
                    scalar == "\n" || scalar == "\t" || !scalar.isDisruptive
                        ? [scalar] : Array(scalar.escaped.unicodeScalars)
                }
            )
        )
    }

    /// The string as JSON.
    var literal: String { JSON.string(self).text.withoutControls }

    private var fitsOnOneLine: Bool { unicodeScalars.allSatisfy { !$0.isDisruptive } }
}

extension Unicode.Scalar {
    /// The scalar as in a JSON string.
    fileprivate var escaped: String {
        if self == "\r" { return "\\r" }
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Whether the scalar ends a line, controls a terminal, or reorders the text after it.
    fileprivate var isDisruptive: Bool {
        if value < 0x80 { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        case .format:
            return [0x61C, 0x200E, 0x200F].contains(value) || 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value
        default: return false
        }
    }
}
