import Foundation

extension BoundKey {
    /// The value, decoded at each read.
    @usableFromInline var value: Setting.ValueType {
        // Before the read, so that a change between the two is observed.
        access()
        guard let found = find(isCached: false) else { return setting?.value ?? Setting.defaultValue }
        return value(from: found)
    }

    /// Returns the value of an object, or the default if there is none or it can't be read.
    func value(from found: FoundObject?) -> Setting.ValueType {
        guard let found, !ownCode.isRunning(for: key) else { return Setting.defaultValue }
        do throws(TSUDError) {
            return try decode(found)
        } catch {
            report(error)
            return Setting.defaultValue
        }
    }

    /// The value that an update begins with.
    ///
    /// - Throws: `unreadable`, `invalid`.
    var valueForUpdate: Setting.ValueType {
        get throws(TSUDError) {
            access()
            guard let found = try objectForUpdate else { return try setting?.valueForUpdate ?? Setting.defaultValue }
            return try decode(found)
        }
    }

    /// The object of the key that an update begins with: the first one that is no override.
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
        return search()?.origin ?? setting?.origin ?? .defaultValue
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
        if json == "null" {
            let null = try decode(nullMark, of: found)
            if coding.isNil(null) { return null }
            throw failure(.unreadable, "is null, expected \(coding.expectation)", nil, from: found)
        }
        let text = json.hasPrefix("\"") ? try? JSONText.value(String.self, of: json) : json
        let source = "Value for key '\(key)' in '\(found.path ?? "")'"
        do {
            return try ownCode.run { try Setting.value(ofText: text ?? json, forKey: key, from: source) }
        } catch {
            throw error as? TSUDError ?? failure(.unreadable, "can't be read", error, from: found)
        }
    }

    private func decodeWithoutUpgrade(_ object: Any, of found: FoundObject) throws(TSUDError) -> Setting.ValueType {
        do throws(CodingFailure) {
            return try coding.value(from: object)
        } catch {
            let predicate = coding.unreadable(object, error, isQuoted: launchText(found) != nil)
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
            throw failure(.invalid, "is invalid: \(words(of: error))", error, from: found)
        }
    }

    /// Returns an error about the key's value in this suite; `predicate` ends the sentence, without the period.
    func failure(
        _ code: TSUDError.Code,
        _ predicate: String,
        _ cause: (any Error)?,
        from found: FoundObject? = nil
    ) -> TSUDError {
        let argument = found.flatMap { launchText($0) }.map { " on the command line, \(quoted($0))," }
        let place = argument ?? (found?.path ?? backend.name).map { " in '\($0)'" } ?? ""
        return TSUDError(
            code,
            key: key,
            suiteName: backend.name,
            underlyingError: cause,
            description: "Value for key '\(key)'\(place) \(predicate)."
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
