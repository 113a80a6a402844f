import Foundation

extension BoundKey {
    /// The value, decoded at each read.
    @usableFromInline var value: Setting.ValueType {
        // Before the read, so that a change between the two is observed.
        access()
        guard let found = find(isCached: false) else { return inherited?.value ?? defaultValue }
        return value(from: found)
    }

    /// Returns the value of an object, or the default if there is none or it can't be read.
    func value(from found: FoundObject?) -> Setting.ValueType {
        guard let found, !ownCode.isRunning(for: key) else { return defaultValue }
        do throws(TSUDError) {
            return try decode(found)
        } catch {
            report(error)
            return defaultValue
        }
    }

    /// The value that an update begins with.
    ///
    /// - Throws: `unreadable`, `invalid`.
    var valueForUpdate: Setting.ValueType {
        get throws(TSUDError) {
            access()
            guard let found = try objectForUpdate else { return try inherited?.valueForUpdate ?? defaultValue }
            return try decode(found)
        }
    }

    /// The object of the key that an update begins with: the first one that isn't an override.
    ///
    /// - Throws: `unreadable` if an override makes the stored object unknown.
    var objectForUpdate: FoundObject? {
        get throws(TSUDError) {
            if backend.isOverridden(key), backend.mayHide(key) {
                let override = backend.isManaged(key) ? "a managed value" : "the launch argument '-\(key)'"
                throw failure(.unreadable, "can't be read, because \(override) takes precedence over it", nil)
            }
            return search([.stored, .system, .registered])
        }
    }

    var origin: ValueOrigin {
        access()
        return search()?.origin ?? inherited?.origin ?? .defaultValue
    }

    // MARK: Decoding

    /// Decodes an object of the suite itself, or of exported settings.
    func decode(stored object: Any) throws(TSUDError) -> Setting.ValueType { try decode(FoundObject(object, .stored)) }

    /// Decodes an object, or converts it by `upgrade`.
    func decode(_ found: FoundObject) throws(TSUDError) -> Setting.ValueType {
        if let json = found.json { return try decode(json: json, of: found) }
        return try decode(found.object, of: found)
    }

    /// Decodes or converts an object that was found, or made from one that was found.
    private func decode(_ object: Any, of found: FoundObject) throws(TSUDError) -> Setting.ValueType {
        do throws(TSUDError) {
            return try valid(decodeWithoutUpgrade(object, of: found), from: found)
        } catch {
            return try upgrade(object, of: found, error)
        }
    }

    /// Decodes JSON like a string that a person types, without its quotation marks.
    private func decode(json: String, of found: FoundObject) throws(TSUDError) -> Setting.ValueType {
        let source = "Value for key '\(key)' in '\(found.path ?? "")'"
        do {
            return try ownCode.run { try Setting.value(ofJSON: JSON(json), forKey: key, from: source) }
        } catch {
            throw error as? TSUDError ?? failure(.unreadable, "can't be read", error, from: found)
        }
    }

    private func decodeWithoutUpgrade(_ object: Any, of found: FoundObject) throws(TSUDError) -> Setting.ValueType {
        do throws(CodingFailure) {
            return try coding.value(from: object)
        } catch {
            let predicate =
                Setting.isSecret
                ? "is \(kindWithArticle(of: object)), expected \(coding.expectation)"
                : coding.unreadable(object, error, isQuoted: launchText(found) != nil)
            throw failure(.unreadable, predicate, error.underlyingError, from: found)
        }
    }

    /// Converts an object that can't be decoded by `upgrade`, or else as a string if it is a launch argument.
    ///
    /// Not inlined, to keep the handling of optional results out of successful reads.
    @inline(never)
    private func upgrade(
        _ object: Any,
        of found: FoundObject,
        _ failure: TSUDError
    ) throws(TSUDError) -> Setting.ValueType {
        if let upgraded = ownCode.run({ Setting.upgrade(object) }) { return try valid(upgraded, from: found) }
        guard failure.code == .unreadable, let text = launchText(found), let value = try? coding.value(ofText: text)
        else { throw failure }
        return try valid(value, from: found)
    }
}

// MARK: Errors

extension BoundKey {
    /// Passes an error to the setting's `report`, or logs it inside the setting's own code.
    func report(_ error: TSUDError) {
        if ownCode.isRunning { Log.once(error) } else { ownCode.run { Setting.report(error) } }
    }

    /// Returns the value if it is valid; an error names the source of the object that it was read from.
    func valid(_ value: Setting.ValueType, from found: FoundObject? = nil) throws(TSUDError) -> Setting.ValueType {
        if found != nil, ownCode.isRunning { return value }
        do {
            try ownCode.run { try Setting.validate(value) }
            return value
        } catch {
            let reason = Setting.isSecret ? "" : ": \(words(of: error))"
            throw failure(.invalid, "is invalid\(reason)", error, from: found)
        }
    }

    /// Returns an error about the key's value in this suite; `predicate` ends the sentence, without the period.
    ///
    /// For a secret setting, the error has neither the value nor the cause, which may contain it.
    func failure(
        _ code: TSUDError.Code,
        _ predicate: String,
        _ cause: (any Error)?,
        from found: FoundObject? = nil
    ) -> TSUDError {
        let isSecret = Setting.isSecret
        let argument = found.flatMap { launchText($0) }.map { text in
            " on the command line" + (isSecret ? "" : ", \(quoted(text)),")
        }
        let place = argument ?? (found?.path ?? backend.name).map { " in '\($0)'" } ?? ""
        return TSUDError(
            code,
            key: key,
            suiteName: backend.name,
            underlyingError: isSecret ? nil : cause,
            description: "Value for key '\(key)'\(place) \(predicate).",
            settingOfMember: isIndependent ? setting?.key : nil
        )
    }

    /// Returns an object that is the key's launch argument as a string.
    private func launchText(_ found: FoundObject) -> String? {
        guard found.origin != .stored, found.path == nil,
            let argument = backend.launchArgument(forKey: key) as? String, isSameObject(argument, found.object)
        else { return nil }
        return argument
    }
}

// MARK: Strings

extension TSUD {
    /// Returns the string representation of a value, or its description if it can't be encoded.
    package static func text(of value: ValueType) -> String? {
        do throws(CodingFailure) {
            return try coding.text(of: value)
        } catch {
            return String(describing: value)
        }
    }

    /// Returns a value in JSON, from which the same value is read; its description if it can't be encoded.
    package static func jsonValue(of value: ValueType) -> JSON {
        do throws(CodingFailure) {
            return try coding.json(of: value)
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
        _ decode: (any PropertyListCoding<ValueType>) throws(CodingFailure) -> ValueType
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
            value = try decode(coding)
        } catch {
            let detail = error.suffixForInput
            let kind = detail.isEmpty || isSecret ? inputKind : nil
            throw failure(.unreadable, "is not \(kind ?? "valid")", detail, error.underlyingError)
        }
        do {
            try validate(value)
            return value
        } catch {
            throw failure(.invalid, "is invalid", ": \(words(of: error))", error)
        }
    }
}
