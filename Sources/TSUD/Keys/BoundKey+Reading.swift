public import Foundation

extension BoundKey {
    /// The key's `value`; inlined, so that the cast is to a type that the compiler knows.
    @inlinable
    @inline(__always)
    var value: Setting.ValueType {
        // Before the read, so that a change between the two is observed.
        access()
        if UpdateThread.isCurrent { return value(of: object(named: key)) }
        // The fast path of most reads.
        guard let object = defaults.object(forKey: key) else {
            return isStoredAsIs && setting == nil ? Setting.defaultValue : value(of: nil)
        }
        if isStoredAsIs, let value = object as? Setting.ValueType, (try? Setting.validate(value)) != nil {
            return value
        }
        return value(of: object)
    }

    /// The key's `value`, given the object that `UserDefaults` returns for the key.
    @usableFromInline
    func value(of object: Any?) -> Setting.ValueType {
        let object = declaredFormerKeys.isEmpty ? object : effectiveObject
        if object == nil, let setting { return setting.value }
        return value(ofEffective: object)
    }

    /// The value for an object; the default if there is none or it can't be read.
    func value(ofEffective object: Any?) -> Setting.ValueType {
        guard let object else { return Setting.defaultValue }
        do throws(TSUDError) {
            return try decode(object)
        } catch {
            Setting.report(error)
            return Setting.defaultValue
        }
    }

    /// The value, which has to be readable, to begin an update with.
    var readableValue: Setting.ValueType {
        get throws(TSUDError) {
            access()
            setting?.access()
            let (source, object) = source
            guard let object else { return Setting.defaultValue }
            return try source.decode(object)
        }
    }

    var origin: ValueOrigin {
        access()
        if backend.isManaged(key) { return .managed }
        if backend.launchArgument(forKey: key) != nil { return .launchArgument }
        if storedObject != nil { return .stored }
        if object(named: key) != nil { return .registered }
        return setting?.origin ?? .defaultValue
    }

    /// The object that the key's own value is decoded from if nothing is stored.
    var objectIfNotStored: Any? {
        isOverridden ? object(named: key) : backend.registeredObject(forKey: key)
    }

    /// The object that the value is decoded from, and the key that it belongs to: the setting if a member has none of
    /// its own.
    var source: (key: BoundKey, object: Any?) {
        let object = effectiveObject
        return object == nil ? setting?.source ?? (self, nil) : (self, object)
    }

    /// The object that the key's own value is decoded from.
    ///
    /// It is the first of these that exists: a managed object, a launch argument, the stored object, the object of a
    /// former key, a registered default.
    var effectiveObject: Any? {
        // Former keys first: another thread may move the object from there meanwhile, and then it is found afterwards.
        // Usually nothing is stored under them, which one look-up for each finds out.
        let formerKeys = formerKeys.filter { self.object(named: $0) != nil }
        let object = self.object(named: key)
        if formerKeys.isEmpty || isOverridden { return object }
        if backend.storedObject(forKey: key) != nil { return object ?? self.object(named: key) }
        return formerObject(formerKeys, backend.storedObject) ?? self.object(named: key)
    }

    /// Whether an administrator or the command line decides the value.
    var isOverridden: Bool { backend.isManaged(key) || backend.launchArgument(forKey: key) != nil }

    /// The object stored in the suite itself, under the key or a former one.
    var storedObject: Any? { object(in: backend.storedObject) }

    /// The object of the key, or else of a former one, where a function looks objects up by name.
    ///
    /// The key is asked twice, because another thread may move the object to it meanwhile.
    func object(in find: (String) -> Any?) -> Any? {
        if let object = find(key) { return object }
        let formerKeys = formerKeys
        return formerKeys.isEmpty ? nil : formerObject(formerKeys, find) ?? find(key)
    }

    /// The object of the first former key with a readable one; the first object if none is readable.
    private func formerObject(_ formerKeys: [String], _ find: (String) -> Any?) -> Any? {
        let objects = formerKeys.compactMap(find)
        if !objects.isEmpty { setting?.noteFormerName(of: member) }
        return objects.count < 2 ? objects.first : objects.first { (try? decode($0)) != nil } ?? objects.first
    }

    /// Decodes an object, or converts it by `upgrade`.
    func decode(_ object: Any) throws(TSUDError) -> Setting.ValueType {
        do throws(TSUDError) {
            return try valid(plainlyDecode(object), from: object)
        } catch {
            return try upgrade(object, error)
        }
    }

    private func plainlyDecode(_ object: Any) throws(TSUDError) -> Setting.ValueType {
        do throws(CodingFailure) {
            return try coding.value(from: object)
        } catch {
            let predicate = coding.unreadable(object, error, isQuoted: launchText(object) != nil)
            throw failure(.unreadable, predicate, error.underlyingError, from: object)
        }
    }

    /// Converts an object that can't be decoded by `upgrade`, or else as text if it is a launch argument.
    ///
    /// Not inlined, to keep the handling of optional results out of successful reads.
    @inline(never)
    private func upgrade(_ object: Any, _ failure: TSUDError) throws(TSUDError) -> Setting.ValueType {
        if let upgraded = Setting.upgrade(object) { return try valid(upgraded, from: object) }
        guard failure.code == .unreadable, let text = launchText(object), let value = try? coding.value(ofText: text)
        else { throw failure }
        return try valid(value, from: object)
    }
}

// MARK: Kept values

/// What is known of a key from its last read.
enum KeptValue<Value> {
    /// Nothing was stored, as far as known: looking for an object to compare would only cost time.
    case nothing
    case somethingStored
    /// The value, with the very object that it was decoded from, which lives as long, so that no other has its identity.
    ///
    /// Indirect, since the layout of a value of any type would have to be worked out at run time, by 3 kB of code.
    indirect case value(Value, AnyObject)

    var isSomething: Bool { if case .nothing = self { false } else { true } }
}

extension BoundKey {
    /// The key's `value`, where threads may share it.
    @inlinable var sendableValue: Setting.ValueType { isScalar || UpdateThread.isCurrent ? value : keptValue }

    /// The key's `value`, decoded anew only if it comes from another object than the last time.
    @usableFromInline var keptValue: Setting.ValueType {
        do throws(TSUDError) {
            return try ownKeptValue() ?? setting?.sendableValue ?? Setting.defaultValue
        } catch {
            Setting.report(error)
            return Setting.defaultValue
        }
    }

    /// The key's own value, decoded anew only if it comes from another object than the last time; `nil` without one.
    func ownKeptValue() throws(TSUDError) -> Setting.ValueType? {
        // Before the read, so that a change between the two is observed.
        access()
        let last = kept.withLock { $0 }
        if last.isSomething, let object = onlyObject {
            if case .value(let value, let known) = last, known === object { return value }
            // A registered default under a former name is no former value.
            if declaredFormerKeys.isEmpty || storedObject != nil {
                let value = try decode(object)
                if !coding.hasInstances { keep(.value(value, object)) }
                return value
            }
        }
        let object = effectiveObject
        if last.isSomething || object != nil { keep(object == nil ? .nothing : .somethingStored) }
        return try object.map(decode)
    }

    private func keep(_ new: KeptValue<Setting.ValueType>) {
        // Released without the lock: an instance that the old value holds may read the key when it goes.
        let old = kept.withLock { kept in
            defer { kept = new }
            return kept
        }
        withExtendedLifetime(old) {}
    }

    /// The object that the value is decoded from, if it is certain that no other could count.
    private var onlyObject: AnyObject? {
        let object = backend.keptObject(forKey: key)
        let former = formerKeys.compactMap(backend.keptObject)
        if former.isEmpty { return object }
        return object == nil && former.count == 1 && !isOverridden ? former[0] : nil
    }
}

// MARK: Errors

extension BoundKey {
    /// The value itself, if it is valid; the error says where the object comes from that it was read from.
    func valid(_ value: Setting.ValueType, from object: Any? = nil) throws(TSUDError) -> Setting.ValueType {
        do {
            try Setting.validate(value)
            return value
        } catch {
            throw failure(.invalid, "is invalid: \(words(of: error))", error, from: object)
        }
    }

    /// An error about the key's value in this suite; `predicate` ends the sentence, without the full stop.
    func failure(
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
            suiteName: backend.name,
            underlyingError: cause,
            description: "Value for key '\(key)'\(place) \(predicate)."
        )
    }

    /// The text of an object that is the key's launch argument.
    func launchText(_ object: Any) -> String? {
        guard let argument = backend.launchArgument(forKey: key) as? String, isSameObject(argument, object) else {
            return nil
        }
        return argument
    }
}
