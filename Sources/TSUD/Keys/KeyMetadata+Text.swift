extension KeyMetadata {
    /// The value that a text stands for, if it is valid; errors name `key`.
    func value(ofText text: String, forKey key: String) throws(TSUDError) -> Key.ValueType {
        do {
            let value = try coding.value(ofText: text)
            try Key.validate(value)
            return value
        } catch let failure as CodingFailure {
            throw TSUDError(
                .unreadable,
                key: key,
                underlyingError: failure.underlyingError,
                description:
                    "Text for key '\(key)': \(quoted(text)) \(coding.unreadable(text, failure, isQuoted: true))."
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
