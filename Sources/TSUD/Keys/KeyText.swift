extension TSUD {
    /// The text of a value, as ``text()`` has that of the current one; its description if it can't be encoded.
    package static func text(of value: ValueType) -> String? {
        do throws(CodingFailure) {
            return try coding.text(of: value)
        } catch {
            return String(describing: value)
        }
    }

    /// The value that a text stands for, if it is valid; errors name `key`, and begin with where the text is from.
    static func value(
        ofText text: String,
        forKey key: String,
        from source: String? = nil
    ) throws(TSUDError) -> ValueType {
        let source = source ?? "Text for key '\(key)'"
        let coding = coding
        do {
            let value = try coding.value(ofText: text)
            try validate(value)
            return value
        } catch let failure as CodingFailure {
            throw TSUDError(
                .unreadable,
                key: key,
                underlyingError: failure.underlyingError,
                description: "\(source): \(quoted(text)) \(coding.unreadable(text, failure, isQuoted: true))."
            )
        } catch {
            throw TSUDError(
                .invalid,
                key: key,
                underlyingError: error,
                description: "\(source): \(quoted(text)) is invalid: \(words(of: error))."
            )
        }
    }
}
