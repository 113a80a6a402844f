extension KeyMetadata {
    /// The value that a text stands for, if it is valid; errors name `key`.
    func value(ofText text: String, forKey key: String) throws(TSUDError) -> Key.ValueType {
        do {
            let value = try coding.value(ofText: text)
            try Key.validate(value)
            return value
        } catch let failure as CodingFailure {
            let choices = coding.choices.joined(separator: ", ")
            let detail = choices.isEmpty ? failure.suffix : "; there are \(choices)"
            throw TSUDError(
                .unreadable,
                key: key,
                underlyingError: failure.underlyingError,
                description:
                    "Text for key '\(key)': \(quoted(text)) is not \(withArticle(coding.expectation))\(detail)."
            )
        } catch {
            throw TSUDError(
                .invalid,
                key: key,
                underlyingError: error,
                description: "Text for key '\(key)': \(quoted(text)) is invalid: \(words(of: error))."
            )
        }
    }
}

/// A text for an error message: in quotation marks, on one line, and shortened.
private func quoted(_ text: String) -> String {
    let limit = 100
    let text = text.count > limit ? "\(text.prefix(limit))…" : text
    let isOneLine = text.unicodeScalars.allSatisfy { scalar in
        ![.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    return isOneLine ? "'\(text)'" : text.debugDescription
}
