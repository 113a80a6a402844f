extension BoundKey {
    /// The value itself, if it is valid; the error says where the object comes from that it was read from.
    func valid(_ value: Key.ValueType, from object: Any? = nil) throws(TSUDError) -> Key.ValueType {
        do {
            try Key.validate(value)
            return value
        } catch {
            throw failure(.invalid, "is invalid: \(words(of: error))", error, from: object)
        }
    }
}

extension AnyBoundKey {
    /// An error about the key's value in this suite; `predicate` ends the sentence, without the full stop.
    final func failure(
        _ code: TSUDError.Code,
        _ predicate: String,
        _ cause: (any Error)?,
        from object: Any? = nil
    ) -> TSUDError {
        let argument = object.flatMap { launchText($0) }.map { " on the command line, \(quoted($0))," }
        let place = argument ?? backend.name.map { " in '\($0)'" } ?? ""
        return TSUDError(
            code,
            key: key,
            suite: backend.name,
            underlyingError: cause,
            description: "Value for key '\(key)'\(place) \(predicate)."
        )
    }

    /// The text of an object that is the key's launch argument.
    final func launchText(_ object: Any) -> String? {
        guard let argument = backend.launchArgument(forKey: key) as? String, isSameObject(argument, object) else {
            return nil
        }
        return argument
    }
}
