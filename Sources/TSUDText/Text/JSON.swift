package import TSUD

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
    package var text: String {
        var text = ""
        write(to: &text, indentedBy: nil)
        return text
    }

    /// The JSON on several lines, with sorted names.
    package var indentedText: String {
        var text = ""
        write(to: &text, indentedBy: "")
        return text
    }

    private func write(to text: inout String, indentedBy indentation: String?) {
        switch self {
        case .null: text += "null"
        case .boolean(let boolean): text += boolean ? "true" : "false"
        case .number(let digits): text += digits
        case .string(let string): Self.write(string, to: &text)
        case .array(let elements):
            Self.write(elements, to: &text, "[", "]", indentedBy: indentation) { element, text, inner in
                element.write(to: &text, indentedBy: inner)
            }
        case .object(let members):
            Self.write(members.sorted { $0.key < $1.key }, to: &text, indentedBy: indentation)
        }
    }

    private static func write(
        _ members: [(key: String, value: Self)],
        to text: inout String,
        indentedBy indentation: String?
    ) {
        write(members, to: &text, "{", "}", indentedBy: indentation) { member, text, inner in
            write(member.key, to: &text)
            text += inner == nil ? ":" : ": "
            member.value.write(to: &text, indentedBy: inner)
        }
    }

    /// Returns an object of values by names that are compared byte by byte, on one line or on several.
    package static func text(of values: NamedValues<Self>, isIndented: Bool) -> String {
        var text = ""
        write(values.sorted, to: &text, indentedBy: isIndented ? "" : nil)
        return text
    }

    private static func write<Part>(
        _ parts: [Part],
        to text: inout String,
        _ begin: String,
        _ end: String,
        indentedBy indentation: String?,
        _ write: (Part, inout String, _ inner: String?) -> Void
    ) {
        let inner = indentation.map { $0 + "  " }
        text += begin
        for (index, part) in parts.enumerated() {
            if index > 0 { text += "," }
            if let inner { text += "\n" + inner }
            write(part, &text, inner)
        }
        if let indentation, !parts.isEmpty { text += "\n" + indentation }
        text += end
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        if string.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
            text += string
        } else {
            for scalar in string.unicodeScalars { write(scalar, to: &text) }
        }
        text += "\""
    }

    private static func write(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case "\"", "\\": text += "\\\(scalar)"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        case "\0"..<" ", "\u{7F}"..<"\u{A0}":
            let digits = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
    }
}
