public import Foundation

extension BoundKey {
    /// The key's `value`; inlined, so that the cast is to a type that the compiler knows.
    @inlinable
    @inline(__always)
    var value: Key.ValueType {
        // Before the read, so that a change between the two is observed.
        access()
        if UpdateThread.isCurrent { return value(of: object(named: key)) }
        // The fast path of most reads.
        guard let object = defaults.object(forKey: key) else {
            return isStoredAsIs && setting == nil ? Key.defaultValue : value(of: nil)
        }
        if isStoredAsIs, let value = object as? Key.ValueType, (try? Key.validate(value)) != nil { return value }
        return value(of: object)
    }

    /// The key's `value`, given the object that `UserDefaults` returns for the key.
    @usableFromInline
    func value(of object: Any?) -> Key.ValueType {
        let object = declaredFormerKeys.isEmpty ? object : effectiveObject
        if object == nil, let setting { return setting.value }
        return value(ofEffective: object)
    }

    /// The value for an object; the default if there is none or it can't be read.
    func value(ofEffective object: Any?) -> Key.ValueType {
        guard let object else { return Key.defaultValue }
        do throws(TSUDError) {
            return try decode(object)
        } catch {
            Key.report(error)
            return Key.defaultValue
        }
    }

    /// The value, which has to be readable, to begin an update with.
    var readableValue: Key.ValueType {
        get throws(TSUDError) {
            access()
            setting?.access()
            let (source, object) = source
            guard let object else { return Key.defaultValue }
            return try source.decode(object)
        }
    }

    var origin: ValueOrigin {
        access()
        if backend.isManaged(key) { return .managed }
        if backend.launchArgument(forKey: key) != nil { return .launchArgument }
        if storedObject != nil { return .suite }
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
    func decode(_ object: Any) throws(TSUDError) -> Key.ValueType {
        do throws(TSUDError) {
            return try valid(plainlyDecode(object), from: object)
        } catch {
            return try upgrade(object, error)
        }
    }

    private func plainlyDecode(_ object: Any) throws(TSUDError) -> Key.ValueType {
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
    private func upgrade(_ object: Any, _ failure: TSUDError) throws(TSUDError) -> Key.ValueType {
        if let upgraded = Key.upgrade(object) { return try valid(upgraded, from: object) }
        guard failure.code == .unreadable, let text = launchText(object), let value = try? coding.value(ofText: text)
        else { throw failure }
        return try valid(value, from: object)
    }
}
