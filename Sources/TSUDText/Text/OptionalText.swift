import TSUD

/// An optional type, whose values have text.
protocol OptionalType {
    static var text: any TextCoding { get }
    /// Whether it is a `String?`, or an optional of one, in which "null" is a string.
    static var isOfStrings: Bool { get }
}

extension Optional: OptionalType where Wrapped: Codable {
    static var text: any TextCoding { OptionalText<Wrapped>() }
    static var isOfStrings: Bool {
        Wrapped.self == String.self || (Wrapped.self as? any OptionalType.Type)?.isOfStrings == true
    }
}

/// The text of optional values: that of the wrapped value, and `null`.
struct OptionalText<Wrapped: Codable>: TextCoding {
    let coding = propertyListCoding(for: Wrapped?.self)
    private let wrapped = textCoding(for: Wrapped.self)

    /// The string of the wrapped value; a string that would be read as `nil` is in quotation marks.
    func text(of value: Wrapped?) throws(CodingFailure) -> String? {
        guard let value, let text = try wrapped.text(of: value) else { return nil }
        return text == jsonNull && !isString ? quotedNull : text
    }

    func value(ofText text: String) throws(CodingFailure) -> Wrapped? {
        if text == jsonNull, !isString { return nil }
        do {
            return try wrapped.value(ofText: text)
        } catch {
            if text == nullMark { return nil }
            // The wrapped value's own string may be `null`.
            if text == quotedNull, let value = try? wrapped.value(ofText: jsonNull) { return value }
            throw error
        }
    }

    func value(ofJSON json: JSON) throws(CodingFailure) -> Wrapped? {
        if json == .null { return nil }
        return try wrapped.value(ofJSON: json)
    }

    private var isString: Bool { Wrapped?.isOfStrings }
}

private let jsonNull = "null"
private let quotedNull = "\"null\""
