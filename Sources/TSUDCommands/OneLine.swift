extension String {
    /// The string itself, or a Swift literal if it is empty or contains control characters or line breaks.
    var onOneLine: String { isEmpty || !fitsOnOneLine ? literal : self }

    /// The same with quotation marks, for messages.
    var quoted: String { fitsOnOneLine ? "'\(self)'" : literal }

    private var fitsOnOneLine: Bool { unicodeScalars.allSatisfy { !$0.isDisruptive } }

    private var literal: String {
        let scalars = unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where !scalar.isDisruptive: String(scalar)
            case _ where scalar.isASCII: scalar.escaped(asASCII: true)
            default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return "\"\(scalars.joined())\""
    }
}

extension Unicode.Scalar {
    /// Whether the scalar ends a line, controls a terminal, or reorders the text after it.
    fileprivate var isDisruptive: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format:
            [0x61C, 0x200E, 0x200F].contains(value) || 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value
        default: false
        }
    }
}
