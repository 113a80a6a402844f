import TSUD
import TSUDText

/// The strings that commands print, and that a person types in commands, options, and variables.
///
/// They are those of `text()`, but nil is "null" for a `String?` as well, and a text that would mean something else is a
/// JSON string.
extension AnyHandle {
    /// Returns the string of a value or, with a name, of a part of it.
    func text(of value: Setting.ValueType, _ field: String? = nil) -> String {
        if field != nil { return json(of: value, field).typedText }
        return Setting.text(of: value).map { Setting.isString ? $0.typed : $0 } ?? "null"
    }

    /// Returns the value of a string.
    ///
    /// - Throws: `unreadable` or `invalid`.
    func value(typed text: String) throws(TSUDError) -> Setting.ValueType {
        let source = "Text for key '\(stringKey)'"
        guard let text = try meaning(of: text, from: source) else { return try value(ofJSON: .null, from: source) }
        return try parse(text)
    }

    /// Returns the object that is stored for the value of a string.
    ///
    /// - Throws: `unreadable`, `invalid`, or `unencodable`.
    func object(typed text: String, from source: String) throws(TSUDError) -> Any {
        // The stored representation of nil.
        guard let text = try meaning(of: text, from: source) else { return "$null" }
        return try object(ofText: text, from: source)
    }

    /// Returns the string in the form of `text()`; `nil` for the nil of a `String?`.
    private func meaning(of text: String, from source: String) throws(TSUDError) -> String? {
        guard Setting.isString else { return text }
        if text == "null", Setting.ValueType.self is any OptionalType.Type { return nil }
        guard text.unicodeScalars.first == "\"" else { return text }
        if case .string(let meaning) = try? JSON(text) { return meaning }
        let hint = Setting.isSecret ? "" : " such as \(text.literal.asShellWord)"
        throw TSUDError(
            .unreadable,
            key: stringKey,
            description: "\(source): \(Setting.isSecret ? "the value" : text.quoted) is not a JSON string.",
            validInput: "a JSON string, like each text that begins with a quotation mark,\(hint)"
        )
    }
}

extension JSON {
    /// The string that a person types for it.
    var typedText: String { if case .string(let string) = self { string.typed } else { text } }
}

extension String {
    /// A text as a person types it.
    fileprivate var typed: String { self == "null" || self == "nil" || unicodeScalars.first == "\"" ? literal : self }
}
