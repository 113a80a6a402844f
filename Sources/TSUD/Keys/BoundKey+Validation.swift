extension BoundKey {
    /// The value itself, if it is valid.
    func valid(_ value: Key.ValueType) throws(TSUDError) -> Key.ValueType {
        do {
            try Key.validate(value)
            return value
        } catch {
            throw failure(.invalid, "is invalid: \(words(of: error))", error)
        }
    }
}

extension AnyBoundKey {
    /// An error about the key's value in this suite; `predicate` ends the sentence, without the full stop.
    final func failure(_ code: TSUDError.Code, _ predicate: String, _ cause: (any Error)?) -> TSUDError {
        let place = backend.name.map { " in '\($0)'" } ?? ""
        return TSUDError(
            code,
            key: key,
            suite: backend.name,
            underlyingError: cause,
            description: "Value for key '\(key)'\(place) \(predicate)."
        )
    }
}
