import Foundation

extension BoundKey {
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
        do throws(TSUDError) {
            return try valid(decodeWithoutUpgrade(found.object, of: found), from: found)
        } catch {
            return try upgrade(found.object, of: found, error)
        }
    }

    private func decodeWithoutUpgrade(_ object: Any, of found: FoundObject) throws(TSUDError) -> Setting.ValueType {
        do throws(CodingFailure) {
            return try coding.value(from: object)
        } catch {
            throw unreadable(object, error, of: found)
        }
    }

    private func unreadable(_ object: Any, _ reason: CodingFailure, of found: FoundObject) -> TSUDError {
        let predicate =
            Setting.isSecret
            ? "is \(kindWithArticle(of: object)), expected \(coding.expectation)"
            : coding.unreadable(object, reason, isQuoted: launchText(found) != nil)
        return failure(.unreadable, predicate, reason.underlyingError, from: found)
    }

    /// Converts an object that can't be decoded by `upgrade`.
    ///
    /// Not inlined, to keep the handling of optional results out of successful reads.
    @inline(never)
    private func upgrade(
        _ object: Any,
        of found: FoundObject,
        _ failure: TSUDError
    ) throws(TSUDError) -> Setting.ValueType {
        if let upgraded = ownCode.run({ Setting.upgrade(object) }) { return try valid(upgraded, from: found) }
        guard failure.code == .unreadable else { throw failure }
        // The nil of an earlier version, in which the value was optional.
        if object as? String == nullMark { return defaultValue }
        if let reason = ownCode.run({ (Setting.self as? any FormerlyJSON.Type)?.jsonFailure(in: object) }) {
            throw unreadable(object, reason, of: found)
        }
        throw failure
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
