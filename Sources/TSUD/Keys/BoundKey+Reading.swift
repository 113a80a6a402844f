import Foundation

extension BoundKey {
    /// The value, decoded at each read.
    @usableFromInline var value: Setting.ValueType {
        // Before the read, so that a change between the two is observed.
        access()
        guard let object = effectiveObject else { return setting?.value ?? Setting.defaultValue }
        return value(from: object)
    }

    /// Returns the value of an object, or the default if there is none or it can't be read.
    func value(from object: Any?) -> Setting.ValueType {
        guard let object, !ownCode.isRunning(for: key) else { return Setting.defaultValue }
        do throws(TSUDError) {
            return try decode(object)
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
            guard let object = try objectForUpdate else { return try setting?.valueForUpdate ?? Setting.defaultValue }
            return try decode(object)
        }
    }

    /// The object of the key that an update begins with: the stored one or a registered default, but no override.
    ///
    /// - Throws: `unreadable` if an override makes the stored object unknown.
    var objectForUpdate: Any? {
        get throws(TSUDError) {
            if backend.isOverridden(key), backend.mayHide(key) {
                let override = backend.isManaged(key) ? "a managed value" : "the launch argument '-\(key)'"
                throw failure(.unreadable, "can't be read, because \(override) takes precedence over it", nil)
            }
            return formerKeys.isEmpty
                ? backend.objectForUpdate(forKey: key) : storedObject ?? backend.objectForUpdate(forKey: key)
        }
    }

    var origin: ValueOrigin {
        access()
        if backend.isManaged(key) { return .managed }
        if let origin = backend.originOfArgument(forKey: key) { return origin }
        if storedObject != nil { return .stored }
        if let object = backend.object(forKey: key) { return SystemValue.cast(object) == nil ? .registered : .system }
        return setting?.origin ?? .defaultValue
    }

    /// The object that the value is decoded from, and the key that it belongs to: a member's, or else its setting's.
    var source: (key: BoundKey, object: Any?) {
        let object = effectiveObject
        return object == nil ? setting?.source ?? (self, nil) : (self, object)
    }

    /// The object that the key's own value is decoded from.
    ///
    /// It is the first of these: an override, the stored object, the object of a former key, a registered default.
    var effectiveObject: Any? {
        // Former keys first: another thread may move the object from there, and then the key has it afterwards.
        // Usually nothing is stored under them, which one look-up for each finds out.
        let formerKeys = formerKeys.filter { backend.object(forKey: $0) != nil }
        let object = backend.object(forKey: key)
        if formerKeys.isEmpty || backend.isOverridden(key) { return object }
        if backend.storedObject(forKey: key) != nil { return object ?? backend.object(forKey: key) }
        return formerObject(formerKeys, backend.storedObject) ?? backend.object(forKey: key)
    }

    /// The object stored in the suite itself, under the key or a former one.
    var storedObject: Any? { object(in: backend.storedObject) }

    /// The stored object, or the value in an administrator's file that takes its place.
    var storedOrSystemObject: Any? {
        backend.lockedValue(forKey: key) ?? storedObject ?? backend.systemValue(forKey: key, isLocked: false)
    }

    /// Returns the object that a function finds under the key, or else under a former one.
    ///
    /// It looks under the key twice, because another thread may move the object there.
    func object(in find: (String) -> Any?) -> Any? {
        if let object = find(key) { return object }
        let formerKeys = formerKeys
        return formerKeys.isEmpty ? nil : formerObject(formerKeys, find) ?? find(key)
    }

    /// Returns the object of the first former key with a readable one, or the first object if none is readable.
    private func formerObject(_ formerKeys: [String], _ find: (String) -> Any?) -> Any? {
        let objects = formerKeys.compactMap(find)
        return objects.count < 2 ? objects.first : objects.first { (try? decode($0)) != nil } ?? objects.first
    }

    /// Decodes an object, or converts it by `upgrade`.
    func decode(_ object: Any) throws(TSUDError) -> Setting.ValueType {
        if let system = SystemValue.cast(object) { return try decode(system) }
        return try decode(object, from: object)
    }

    /// Decodes or converts an object; an error names the source of another one, from which it was made.
    private func decode(_ object: Any, from source: Any) throws(TSUDError) -> Setting.ValueType {
        do throws(TSUDError) {
            return try valid(decodeWithoutUpgrade(object, from: source), from: source)
        } catch {
            return try upgrade(object, error)
        }
    }

    /// Decodes a value in an administrator's file: JSON like a string that a person types, without its quotation marks.
    private func decode(_ system: SystemValue) throws(TSUDError) -> Setting.ValueType {
        let json: String
        switch system.contents {
        case .propertyList(let object): return try decode(object.foundationObject, from: system)
        case .json(let text): json = text
        }
        if json == "null" {
            let null = try decode(nullMark, from: system)
            if coding.isNil(null) { return null }
            throw failure(.unreadable, "is null, expected \(coding.expectation)", nil, from: system)
        }
        let text = json.hasPrefix("\"") ? try? JSONText.value(String.self, of: json) : json
        do {
            return try ownCode.run {
                try Setting.value(ofText: text ?? json, forKey: key, from: "Value for key '\(key)' in '\(system.path)'")
            }
        } catch {
            throw error as? TSUDError ?? failure(.unreadable, "can't be read", error, from: system)
        }
    }

    private func decodeWithoutUpgrade(_ object: Any, from source: Any) throws(TSUDError) -> Setting.ValueType {
        do throws(CodingFailure) {
            return try coding.value(from: object)
        } catch {
            let predicate = coding.unreadable(object, error, isQuoted: launchText(object) != nil)
            throw failure(.unreadable, predicate, error.underlyingError, from: source)
        }
    }

    /// Converts an object that can't be decoded by `upgrade`, or else as a string if it is a launch argument.
    ///
    /// Not inlined, to keep the handling of optional results out of successful reads.
    @inline(never)
    private func upgrade(_ object: Any, _ failure: TSUDError) throws(TSUDError) -> Setting.ValueType {
        if let upgraded = ownCode.run({ Setting.upgrade(object) }) { return try valid(upgraded, from: object) }
        guard failure.code == .unreadable, let text = launchText(object), let value = try? coding.value(ofText: text)
        else { throw failure }
        return try valid(value, from: object)
    }
}

// MARK: Errors

extension BoundKey {
    /// Passes an error to the setting's `report`, or logs it inside the setting's own code.
    func report(_ error: TSUDError) {
        if ownCode.isRunning { Log.once(error) } else { ownCode.run { Setting.report(error) } }
    }

    /// Returns the value if it is valid; an error names the source of the object that it was read from.
    func valid(_ value: Setting.ValueType, from object: Any? = nil) throws(TSUDError) -> Setting.ValueType {
        if object != nil, ownCode.isRunning { return value }
        do {
            try ownCode.run { try Setting.validate(value) }
            return value
        } catch {
            throw failure(.invalid, "is invalid: \(words(of: error))", error, from: object)
        }
    }

    /// Returns an error about the key's value in this suite; `predicate` ends the sentence, without the period.
    func failure(
        _ code: TSUDError.Code,
        _ predicate: String,
        _ cause: (any Error)?,
        from object: Any? = nil
    ) -> TSUDError {
        let argument = object.flatMap { launchText($0) }.map { " on the command line, \(quoted($0))," }
        let file = SystemValue.cast(object).map { " in '\($0.path)'" }
        let place = argument ?? file ?? backend.name.map { " in '\($0)'" } ?? ""
        return TSUDError(
            code,
            key: key,
            suiteName: backend.name,
            underlyingError: cause,
            description: "Value for key '\(key)'\(place) \(predicate)."
        )
    }

    /// Returns an object that is the key's launch argument as a string.
    func launchText(_ object: Any) -> String? {
        guard let argument = backend.launchArgument(forKey: key) as? String, isSameObject(argument, object) else {
            return nil
        }
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
