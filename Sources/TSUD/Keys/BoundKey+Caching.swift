/// The object that a key's last read has decoded.
///
/// It retains the object, so no other object has its identity. It is not generic, because each read would look up the
/// metadata of the generic type. Only this file makes one, as a ``CachedValue``.
class CachedObject {
    let object: AnyObject
    /// Whether threads can share the value, even if its type isn't `Sendable`.
    let isShareable: Bool

    fileprivate init(_ object: AnyObject, isShareable: Bool) { (self.object, self.isShareable) = (object, isShareable) }
}

/// The same with the decoded value.
private final class CachedValue<Value>: CachedObject {
    let value: Value

    init(_ value: Value, of object: AnyObject, isShareable: Bool) {
        self.value = value
        super.init(object, isShareable: isShareable)
    }
}

extension BoundKey {
    /// The value, decoded only if it comes from another object than the last time, or may hold instances.
    @usableFromInline var value: Setting.ValueType { value(isSendable: false) }

    /// The value of a `Sendable` type, decoded only if it comes from another object than the last time.
    @usableFromInline var cachedValue: Setting.ValueType { value(isSendable: true) }

    private func value(isSendable: Bool) -> Setting.ValueType {
        do throws(TSUDError) {
            return try readValue(isSendable: isSendable)
        } catch {
            report(error)
            return defaultValue
        }
    }

    /// Returns the key's own value, or else the inherited one.
    private func readValue(isSendable: Bool) throws(TSUDError) -> Setting.ValueType {
        // Before the read, so that a change between the two is observed.
        access()
        if ownCode.isRunning(for: key) { return defaultValue }
        let last = lastRead.copy
        // Most absent objects stay absent, and are looked up once.
        guard let found = search(isNamed: false, isKept: last != nil) else {
            if last != nil { note(nil) }
            // Not by an optional value, because each read would look up the metadata of its type.
            return if let inherited { inherited.value(isSendable: isSendable) } else { defaultValue }
        }
        if let last, last.object === found.kept, isSendable || last.isShareable {
            // `note`, which takes no other type, has made it the last read.
            return unsafeDowncast(last, to: CachedValue<Setting.ValueType>.self).value
        }
        let new = last == nil ? search(isNamed: false, isKept: true) ?? found : found
        let value = try decode(new)
        if coding.hasInstances { return value }
        let isShareable = !isSendable && !coding.mayHoldInstances(value)
        if isSendable || isShareable {
            note(new.kept.map { CachedValue(value, of: $0, isShareable: isShareable) })
        }
        return value
    }

    private func note(_ read: CachedValue<Setting.ValueType>?) {
        // Release the old value without the lock: an instance that it holds may read the key in its `deinit`.
        let old = lastRead.withLock { last in
            defer { last = read }
            return last
        }
        withExtendedLifetime(old) {}
    }
}
