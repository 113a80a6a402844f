import Foundation
package import TSUD

extension TSUD {
    /// Returns the string representation of a value, or its description if it can't be encoded.
    package static func text(of value: ValueType) -> String? {
        do throws(CodingFailure) {
            return try textCoding(for: ValueType.self).text(of: value)
        } catch {
            return String(describing: value)
        }
    }

    /// Returns a value in JSON, from which the same value is read; its description if it can't be encoded.
    package static func jsonValue(of value: ValueType) -> JSON {
        do throws(CodingFailure) {
            return try textCoding(for: ValueType.self).json(of: value)
        } catch {
            return .string(String(describing: value))
        }
    }

    /// Returns the valid value that a string represents.
    ///
    /// - Parameters:
    ///   - text: The string.
    ///   - key: The key that an error names.
    ///   - source: The beginning of an error's description, which names the source of the string.
    /// - Returns: The value.
    /// - Throws: `unreadable` or `invalid`.
    static func value(
        ofText text: String,
        forKey key: String,
        from source: String? = nil
    ) throws(TSUDError) -> ValueType {
        try valid(text, forKey: key, from: source ?? "Text for key '\(key)'") { coding throws(CodingFailure) in
            try coding.value(ofText: text)
        }
    }

    /// Returns the valid value that a value in a JSON document represents.
    static func value(ofJSON json: JSON, forKey key: String, from source: String) throws(TSUDError) -> ValueType {
        let text = if case .string(let string) = json { string } else { json.text }
        return try valid(text, forKey: key, from: source) { coding throws(CodingFailure) in
            try coding.value(ofJSON: json)
        }
    }

    /// Decodes and validates a person's input; an error describes valid input.
    private static func valid(
        _ text: String,
        forKey key: String,
        from source: String,
        _ decode: (any TextCoding<ValueType>) throws(CodingFailure) -> ValueType
    ) throws(TSUDError) -> ValueType {
        let isSecret = isSecret
        func failure(_ code: TSUDError.Code, _ predicate: String, _ detail: String, _ cause: (any Error)?) -> TSUDError
        {
            TSUDError(
                code,
                key: key,
                underlyingError: isSecret ? nil : cause,
                description:
                    "\(source): \(isSecret ? "the value" : quoted(text)) \(predicate)\(isSecret ? "" : detail).",
                validInput: validInput(listing: 5)
            )
        }
        let value: ValueType
        do throws(CodingFailure) {
            value = try decode(textCoding(for: ValueType.self))
        } catch {
            let detail = error.suffix
            let kind = detail.isEmpty || isSecret ? inputKind : nil
            let predicate = isSecret ? nil : sizeProblem(of: text)
            throw failure(.unreadable, predicate ?? "is not \(kind ?? "valid")", detail, error.underlyingError)
        }
        do {
            try validate(value)
            return value
        } catch {
            throw failure(.invalid, "is invalid", ": \(words(of: error))", error)
        }
    }
}
