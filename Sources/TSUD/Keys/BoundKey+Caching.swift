/// The result of a key's last read.
enum CachedValue<Value> {
    /// The suite had no object, so the next read first looks whether there is one.
    case absent
    /// The value, with the object that it was decoded from.
    ///
    /// It retains the object, so no other object has its identity. It is indirect, because the layout of any type's
    /// value would take 3 kB of code.
    indirect case value(Value, AnyObject)
}

extension BoundKey {
    /// The value, for a type that threads can share; decoded only if it comes from another object than the last time.
    @usableFromInline var cachedValue: Setting.ValueType {
        do throws(TSUDError) {
            return try ownCachedValue
        } catch {
            report(error)
            return defaultValue
        }
    }

    /// The value without the key's own one.
    private var inheritedValue: Setting.ValueType {
        if let inherited { inherited.cachedValue } else { defaultValue }
    }

    /// The key's own value, or else the inherited one.
    ///
    /// Not an optional one, because each read would look up the metadata of the generic optional type.
    private var ownCachedValue: Setting.ValueType {
        get throws(TSUDError) {
            // Before the read, so that a change between the two is observed.
            access()
            if ownCode.isRunning(for: key) { return defaultValue }
            let last = cached.copy
            if case .absent = last, formerKeys.isEmpty, isOnlyInUserDefaults, backend.object(forKey: key) == nil {
                return inheritedValue
            }
            if case .value(let value, let known) = last, known === keptObject { return value }
            guard let found = find(isCached: true) else {
                cache(.absent)
                return inheritedValue
            }
            let value = try decode(found)
            if !coding.hasInstances { cache(found.kept.map { .value(value, $0) }) }
            return value
        }
    }

    /// The object that ``search(_:)`` would find, as the suite keeps it; `nil` if only a search can tell.
    private var keptObject: AnyObject? {
        guard isOnlyInUserDefaults else { return search()?.kept }
        let object = backend.cachedObject(forKey: key, coreKey)
        let former = formerKeys.compactMap { backend.cachedObject(forKey: $0, nil) }
        if former.isEmpty { return object }
        return object == nil && former.count == 1 && !backend.isOverridden(key) ? former[0] : nil
    }

    private func cache(_ new: CachedValue<Setting.ValueType>?) {
        // Release the old value without the lock: an instance that it holds may read the key in its `deinit`.
        let old = cached.withLock { cached in
            defer { cached = new }
            return cached
        }
        withExtendedLifetime(old) {}
    }
}
