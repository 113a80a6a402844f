import Foundation

/// What is known of a key from its last read.
enum KeptValue<Value> {
    /// Nothing was stored, as far as known: looking for an object to compare would only cost time.
    case nothing
    case somethingStored
    /// The value, with the very object that it was decoded from, which lives as long, so that no other has its identity.
    case value(Value, AnyObject)

    var isSomething: Bool { if case .nothing = self { false } else { true } }
}

extension BoundKey {
    /// The key's `value`, where threads may share it.
    @inlinable var sendableValue: Key.ValueType { isScalar ? value : keptValue }

    /// The key's `value`, decoded anew only if it comes from another object than the last time.
    @usableFromInline var keptValue: Key.ValueType {
        do throws(TSUDError) {
            return try ownKeptValue() ?? setting?.sendableValue ?? Key.defaultValue
        } catch {
            Key.report(error)
            return Key.defaultValue
        }
    }

    /// The key's own value, decoded anew only if it comes from another object than the last time; `nil` without one.
    func ownKeptValue() throws(TSUDError) -> Key.ValueType? {
        // Before the read, so that a change between the two is observed.
        access()
        let last = kept.withLock { $0 }
        if last.isSomething, let object = onlyObject {
            if case .value(let value, let known) = last, known === object { return value }
            // A registered default under a former name is no former value.
            if Key.formerKeys.isEmpty || storedObject != nil {
                let value = try decode(object)
                if !coding.hasInstances { keep(.value(value, object)) }
                return value
            }
        }
        let object = effectiveObject
        if last.isSomething || object != nil { keep(object == nil ? .nothing : .somethingStored) }
        return try object.map(decode)
    }

    private func keep(_ new: KeptValue<Key.ValueType>) {
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
