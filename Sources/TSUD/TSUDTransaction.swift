/// Changes any number of settings and members as one: all of them or none.
///
/// ```swift
/// try updateSettings { settings in
///     settings[fontSize.self] += 1
///     settings[lineHeight.self] = settings[fontSize.self] * 1.2
///     settings[zoom.of("report.pdf")] = 2
/// }
/// ```
///
/// All that the closure has set or reset in the transaction is stored when it returns, in one replacement of each suite's
/// file. If it throws, or one value is invalid or can't be encoded, nothing is stored. Observers are notified at the
/// end, once for each setting.
///
/// No other `update` or `updateSettings` runs in this process at the same time, except one that the closure calls, so the
/// closure should be short. What it does past the transaction, by `fontSize.value = 14`, happens at once, and is overwritten
/// if the transaction sets the same. On Linux it is a transaction on each suite's file, from the suite's first use in the transaction
/// on, like ``TSUD/TSUD/update(_:)``; elsewhere the last writer wins between processes. If settings of several suites
/// are changed, and the process is killed while their files are replaced, one may be saved without the other.
///
/// - Parameter body: changes the settings.
/// - Returns: what `body` returns.
/// - Throws: ``TSUDError/Code/unreadable`` if `body` has read a value that can't be read, the errors of
///   ``TSUD/TSUD/store(_:)``, several as one error, ``TSUDError/Code/busy``, on Linux ``TSUDError/Code/notSaved`` if a
///   file can't be locked, read or replaced, or what `body` throws. In each case all old values stay.
@discardableResult
public func updateSettings<Result>(_ body: (inout TSUDTransaction) throws -> Result) throws -> Result {
    try UpdateLock.shared.update { update in
        var settings = TSUDTransaction(update)
        let result = try body(&settings)
        try settings.store()
        return result
    }
}

/// What a closure of `updateSettings` changes.
///
/// It reads what it has set. A setting that it has not set is read like ``TSUD/TSUD/value``; if that can't be read, the
/// default is read, and ``updateSettings(_:)`` throws.
public struct TSUDTransaction: ~Copyable {
    private var entries: [Place: any TransactionChange] = [:]
    /// Where something was set, in order.
    private var places: [Place] = []
    private var errors: [TSUDError] = []
    private let update: Update

    fileprivate init(_ update: Update) { self.update = update }

    /// The value of a setting in its own suite, or that of an enclosing `withEphemeralSettings`.
    public subscript<Setting: TSUD>(key: Setting.Type) -> Setting.ValueType {
        mutating get { self[key.handle] }
        set { self[key.handle] = newValue }
    }

    /// The value of a setting in its own suite.
    @_documentation(visibility: internal)
    public subscript<Setting: TSUD>(key: Setting.Type) -> Setting.ValueType where Setting.ValueType: Sendable {
        mutating get { self[key.handle] }
        set { self[key.handle] = newValue }
    }

    /// The value of a setting in a certain suite, or of a member.
    public subscript<Setting: TSUD>(handle: TSUDHandle<Setting>) -> Setting.ValueType {
        mutating get { readableValue(of: handle.key, isSendable: false) }
        set { set(TransactionEntry(key: handle.key, value: newValue)) }
    }

    /// The value of a setting in a certain suite, or of a member.
    @_documentation(visibility: internal)
    public subscript<Setting: TSUD>(handle: TSUDHandle<Setting>) -> Setting.ValueType where Setting.ValueType: Sendable
    {
        mutating get { readableValue(of: handle.key, isSendable: true) }
        set { set(TransactionEntry(key: handle.key, value: newValue)) }
    }

    /// Resets a setting in its own suite, like ``TSUD/TSUD/reset()``.
    public mutating func reset<Setting: TSUD>(_ key: Setting.Type) { reset(key.handle) }

    /// Resets a setting in a certain suite, or a member.
    public mutating func reset<Setting: TSUD>(_ handle: TSUDHandle<Setting>) {
        set(TransactionEntry(key: handle.key, value: nil))
    }

    /// Sets what was prepared, if the same is stored as then; returns whether it is.
    package mutating func setIfCurrent(_ change: PreparedChange) -> Bool {
        let backend = change.keyChange.backend
        update.begin(in: backend)
        guard change.isCurrent, let key = change.keyChange.changes.first?.key else { return false }
        set(change, at: Place(backend, key))
        return true
    }

    private mutating func set<Setting: TSUD>(_ change: TransactionEntry<Setting>) {
        update.begin(in: change.key.backend)
        set(change, at: Place(change.key))
    }

    private mutating func set(_ change: any TransactionChange, at place: Place) {
        if entries.updateValue(change, forKey: place) == nil { places.append(place) }
    }

    /// The value; the default if it can't be read, which ``updateSettings(_:)`` throws at its end.
    private mutating func readableValue<Setting: TSUD>(of key: BoundKey<Setting>, isSendable: Bool) -> Setting.ValueType
    {
        do throws(TSUDError) {
            return try value(of: key, isSendable: isSendable)
        } catch {
            errors.append(error)
            return Setting.defaultValue
        }
    }

    /// The value; where threads may share it, what was decoded last is returned again.
    private func value<Setting: TSUD>(
        of key: BoundKey<Setting>,
        isSendable: Bool
    ) throws(TSUDError) -> Setting.ValueType {
        key.access()
        update.begin(in: key.backend)
        if let change = entries[Place(key)] {
            if let value = (change as? TransactionEntry<Setting>)?.value { return value }
            // It is to be reset, or another type of the name has set it.
            let object = try change.change().object?.foundationObject ?? key.objectIfNotStored
            if let object { return try key.decode(object) }
        } else if isSendable && !key.isScalar && !UpdateThread.isCurrent {
            if let value = try key.ownKeptValue() { return value }
        } else if let object = key.effectiveObject {
            return try key.decode(object)
        }
        guard let setting = key.setting else { return Setting.defaultValue }
        return try value(of: setting, isSendable: isSendable)
    }

    fileprivate consuming func store() throws(TSUDError) {
        if let failure = update.failure { throw failure }
        var (changes, errors) = ([KeyChange](), errors)
        for place in places {
            do throws(TSUDError) {
                if let change = try entries[place]?.change() { changes.append(change) }
            } catch {
                errors.append(error)
            }
        }
        if let error = TSUDError(errors) { throw error }
        try update.store(changes)
    }
}

/// A key in a suite, whichever type it is of.
private struct Place: Hashable {
    let suite: ObjectIdentifier
    let key: String

    init<Setting: TSUD>(_ key: BoundKey<Setting>) { self.init(key.backend, key.key) }

    init(_ backend: any Suite, _ key: String) {
        (suite, self.key) = (ObjectIdentifier(backend.observations), key)
    }
}

private protocol TransactionChange {
    func change() throws(TSUDError) -> KeyChange
}

extension PreparedChange: TransactionChange {
    fileprivate func change() throws(TSUDError) -> KeyChange { keyChange }
}

/// What a transaction stores under a key.
private final class TransactionEntry<Setting: TSUD>: TransactionChange {
    let key: BoundKey<Setting>
    /// `nil` to reset the key.
    let value: Setting.ValueType?

    init(key: BoundKey<Setting>, value: Setting.ValueType?) { (self.key, self.value) = (key, value) }

    func change() throws(TSUDError) -> KeyChange {
        guard let value else { return key.change(to: nil) }
        return try key.change(to: key.object(of: value))
    }
}
