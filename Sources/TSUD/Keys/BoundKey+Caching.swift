/// The result of a key's last read.
///
/// It is not generic, because each read would look up the metadata of the generic type.
struct LastRead {
    /// Whether the suite had no object, so the next read first looks whether there is one.
    var isAbsent = false
    var value: CachedObject?
}

/// The object that a key's last read has decoded.
///
/// It retains the object, so no other object has its identity.
class CachedObject {
    let object: AnyObject

    fileprivate init(_ object: AnyObject) { self.object = object }
}

/// The same with the decoded value.
private final class CachedValue<Value>: CachedObject {
    let value: Value

    init(_ value: Value, of object: AnyObject) {
        self.value = value
        super.init(object)
    }
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
            let last = lastRead.copy
            if last.isAbsent, formerKeys.isEmpty, isOnlyInUserDefaults, backend.object(forKey: key) == nil {
                return inheritedValue
            }
            if let known = last.value, known.object === keptObject, let known = known as? CachedValue<Setting.ValueType>
            {
                return known.value
            }
            guard let found = find(isCached: true) else {
                note(LastRead(isAbsent: true))
                return inheritedValue
            }
            let value = try decode(found)
            if !coding.hasInstances { note(LastRead(value: found.kept.map { CachedValue(value, of: $0) })) }
            return value
        }
    }

    /// The object that ``search(_:)`` would find, as the suite keeps it; `nil` if this requires a search.
    private var keptObject: AnyObject? {
        guard isOnlyInUserDefaults else { return search()?.kept }
        let object = backend.cachedObject(forKey: key, coreKey)
        let former = formerKeys.compactMap { backend.cachedObject(forKey: $0, nil) }
        if former.isEmpty { return object }
        return object == nil && former.count == 1 && !backend.isOverridden(key) ? former[0] : nil
    }

    private func note(_ read: LastRead) {
        // Release the old value without the lock: an instance that it holds may read the key in its `deinit`.
        let old = lastRead.withLock { last in
            defer { last = read }
            return last
        }
        withExtendedLifetime(old) {}
    }
}
