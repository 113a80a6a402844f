/// Changes any number of settings and members, all or none.
///
/// ```swift
/// try updateSettings { settings in
///     settings[fontSize.self] += 1
///     settings[lineHeight.self] = settings[fontSize.self] * 1.2
///     settings[zoom.of("report.pdf")] = 2
/// }
/// ```
///
/// When the closure returns, TSUD stores all that it set or reset in one replacement of each suite's file. If it throws,
/// or a value is invalid or can't be encoded, TSUD stores nothing. TSUD notifies observers once for each setting, at the
/// end.
///
/// To read several settings in one consistent state, read them in a transaction, which then replaces no file.
///
/// Only one update or transaction runs at a time in this process, except inside the closure, so keep it short.
/// A change outside the transaction, such as `fontSize.value = 14`, takes effect at once. The transaction overwrites it
/// if it sets the same setting.
///
/// On Linux, this is a transaction on each suite's file, from its first use in the closure on. Elsewhere, the last writer
/// of a key wins between processes. If the process is killed while TSUD replaces several files, one may be saved without
/// the others.
///
/// - Parameter body: The closure that changes the settings.
/// - Returns: The result of `body`.
/// - Throws: ``TSUDError/Code/unreadable`` if `body` has read a value that can't be read, the errors of
///   ``TSUD/TSUD/store(_:)``, several as one error, ``TSUDError/Code/busy``, on Linux ``TSUDError/Code/notSaved``, or the
///   errors of `body`. All old values stay.
@discardableResult
public func updateSettings<Result>(_ body: (inout TSUDTransaction) throws -> Result) throws -> Result {
    try UpdateLock.shared.update { update in
        var settings = TSUDTransaction(update)
        let result = try body(&settings)
        try settings.store()
        return result
    }
}

/// The pending changes of a call of `updateSettings`.
///
/// Reading a setting returns the value that the transaction has set, or else the stored one. An unreadable value reads as
/// the default, and ``updateSettings(_:)`` then throws at its end.
public struct TSUDTransaction: ~Copyable {
    private var entries: [Place: any TransactionChange] = [:]
    /// The changed settings, in order.
    private var places: [Place] = []
    /// The settings whose stored value can't be read.
    private var unreadable: [(place: Place, error: TSUDError)] = []
    private let update: Update

    fileprivate init(_ update: Update) { self.update = update }

    /// The value of a setting in its own suite, or in the ephemeral suite that replaces it.
    ///
    /// - Parameter setting: The setting.
    public subscript<Setting: TSUD>(setting: Setting.Type) -> Setting.ValueType {
        mutating get { self[setting.handle] }
        set { self[setting.handle] = newValue }
    }

    /// The value of a setting in a given suite, or of a member.
    ///
    /// - Parameter handle: The handle.
    public subscript<Setting: TSUD>(handle: TSUDHandle<Setting>) -> Setting.ValueType {
        mutating get { readableValue(of: handle.key) }
        set { set(TransactionEntry(key: handle.key, value: newValue)) }
    }

    /// Resets a setting in its own suite, or in the ephemeral suite that replaces it.
    ///
    /// - Parameter setting: The setting.
    public mutating func reset<Setting: TSUD>(_ setting: Setting.Type) { reset(setting.handle) }

    /// Resets a setting in a given suite, or a member.
    ///
    /// - Parameter handle: The handle.
    public mutating func reset<Setting: TSUD>(_ handle: TSUDHandle<Setting>) {
        set(TransactionEntry(key: handle.key, value: nil))
    }

    /// Sets a prepared change if the stored object is still the same, and returns whether it is.
    package mutating func setIfCurrent(_ change: PreparedChange) -> Bool {
        update.begin(in: change.suite)
        guard change.isCurrent else { return false }
        set(change, at: Place(change.suite, change.change.key))
        return true
    }

    private mutating func set<Setting: TSUD>(_ change: TransactionEntry<Setting>) {
        update.begin(in: change.key.backend)
        set(change, at: Place(change.key))
    }

    private mutating func set(_ change: any TransactionChange, at place: Place) {
        if entries.updateValue(change, forKey: place) == nil { places.append(place) }
    }

    /// The value, or the default if it can't be read, for which ``updateSettings(_:)`` throws at its end.
    private mutating func readableValue<Setting: TSUD>(of key: BoundKey<Setting>) -> Setting.ValueType {
        do throws(TSUDError) {
            return try value(of: key)
        } catch {
            let place = Place(key.backend, error.key ?? key.key)
            if !unreadable.contains(where: { $0.place == place }) { unreadable.append((place, error)) }
            return key.defaultValue
        }
    }

    private func value<Setting: TSUD>(of key: BoundKey<Setting>) throws(TSUDError) -> Setting.ValueType {
        key.access()
        update.begin(in: key.backend)
        var found: FoundObject?
        if let change = entries[Place(key)] {
            if let value = (change as? TransactionEntry<Setting>)?.value { return value }
            // The transaction has reset the setting, or another type of the same key has set it.
            let new = try change.suiteAndChange().change.object?.foundationObject
            found = new.map { FoundObject($0, .stored) } ?? key.search([.system, .registered])
        } else {
            found = try key.objectForUpdate
        }
        if let found { return try key.decode(found) }
        guard let setting = key.inherited else { return key.defaultValue }
        return try value(of: setting)
    }

    fileprivate consuming func store() throws(TSUDError) {
        if let failure = update.failure { throw failure }
        var (changes, errors) = (Changes(), unreadable.map(\.error))
        for place in places {
            do throws(TSUDError) {
                if let (suite, change) = try entries[place]?.suiteAndChange() { changes.add(change, in: suite) }
            } catch {
                errors.append(error)
            }
        }
        if let error = TSUDError(errors) { throw error }
        try update.store(changes)
    }
}

/// A key in a suite, for any type.
private struct Place: Hashable {
    let suite: ObjectIdentifier
    let key: String

    init<Setting: TSUD>(_ key: BoundKey<Setting>) { self.init(key.backend, key.key) }

    init(_ backend: any Suite, _ key: String) {
        (suite, self.key) = (ObjectIdentifier(backend.observations), key)
    }
}

private protocol TransactionChange {
    func suiteAndChange() throws(TSUDError) -> (suite: any Suite, change: Change)
}

extension PreparedChange: TransactionChange {
    fileprivate func suiteAndChange() throws(TSUDError) -> (suite: any Suite, change: Change) { (suite, change) }
}

/// The change of one key in a transaction.
private final class TransactionEntry<Setting: TSUD>: TransactionChange {
    let key: BoundKey<Setting>
    /// `nil` to reset the key.
    let value: Setting.ValueType?

    init(key: BoundKey<Setting>, value: Setting.ValueType?) { (self.key, self.value) = (key, value) }

    func suiteAndChange() throws(TSUDError) -> (suite: any Suite, change: Change) {
        guard let value else { return (key.backend, try key.change(to: nil)) }
        return try (key.backend, key.change(to: key.object(of: value)))
    }
}
