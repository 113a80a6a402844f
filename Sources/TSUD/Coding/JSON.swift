/// A value in JSON, with the digits of its numbers.
package indirect enum JSON: Equatable, Sendable {
    case null
    case boolean(Bool)
    /// The digits as they are in the document, since a `Double` would lose some.
    case number(String)
    case string(String)
    case array([Self])
    case object([String: Self])

    /// The JSON on one line, with sorted names.
    package var text: String { text(indentedBy: nil) }

    /// The JSON on several lines, with sorted names.
    package var indentedText: String { text(indentedBy: "") }

    private func text(indentedBy indentation: String?) -> String {
        let inner = indentation.map { $0 + "  " }
        func lines(_ parts: [String], _ begin: String, _ end: String) -> String {
            guard let indentation, let inner, !parts.isEmpty else { return begin + parts.joined(separator: ",") + end }
            return "\(begin)\n\(inner)\(parts.joined(separator: ",\n\(inner)"))\n\(indentation)\(end)"
        }
        switch self {
        case .null: return "null"
        case .boolean(let boolean): return "\(boolean)"
        case .number(let digits): return digits
        case .string(let string): return Self.literal(string)
        case .array(let elements): return lines(elements.map { $0.text(indentedBy: inner) }, "[", "]")
        case .object(let members):
            let colon = indentation == nil ? ":" : ": "
            let parts = Array(members.keys).sorted().map { name in
                Self.literal(name) + colon + (members[name]?.text(indentedBy: inner) ?? "")
            }
            return lines(parts, "{", "}")
        }
    }

    private static func literal(_ string: String) -> String {
        var literal = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case "\0"..<" ", "\u{7F}"..<"\u{A0}":
                let digits = String(scalar.value, radix: 16)
                literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
