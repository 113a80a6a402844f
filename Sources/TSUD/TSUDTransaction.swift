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
    private var entries: [Place: Entry] = [:]
    /// The changed settings, in order.
    private var places: [Place] = []
    /// The settings whose stored value can't be read.
    private var unreadable: [(place: Place, error: TSUDError)] = []
    private let update: Update

    /// The change of one key.
    private struct Entry {
        /// The setting and its new value; `nil` if the key is reset, or the change is a prepared one.
        var new: (setting: any TSUD.Type, value: Any)?
        let suite: any Suite
        let change: () throws(TSUDError) -> Change
    }

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
        set { set(handle.key, newValue) }
    }

    /// Resets a setting in its own suite, or in the ephemeral suite that replaces it.
    ///
    /// - Parameter setting: The setting.
    public mutating func reset<Setting: TSUD>(_ setting: Setting.Type) { reset(setting.handle) }

    /// Resets a setting in a given suite, or a member.
    ///
    /// - Parameter handle: The handle.
    public mutating func reset<Setting: TSUD>(_ handle: TSUDHandle<Setting>) {
        let key = handle.key
        add(Entry(suite: key.backend) { () throws(TSUDError) in key.change(to: nil) }, at: Place(key))
    }

    /// Sets a prepared change if the stored object is still the same, and returns whether it is.
    package mutating func setIfCurrent(_ change: PreparedChange) -> Bool {
        update.begin(in: change.suite)
        guard change.isCurrent else { return false }
        add(Entry(suite: change.suite) { change.change }, at: Place(change.suite, change.change.key))
        return true
    }

    fileprivate mutating func set<Setting: TSUD>(_ key: BoundKey<Setting>, _ value: Setting.ValueType) {
        let entry = Entry(new: (Setting.self, value), suite: key.backend) { () throws(TSUDError) in
            try key.change(to: key.object(of: value))
        }
        add(entry, at: Place(key))
    }

    private mutating func add(_ entry: Entry, at place: Place) {
        update.begin(in: entry.suite)
        if entries.updateValue(entry, forKey: place) == nil { places.append(place) }
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

    fileprivate func value<Setting: TSUD>(of key: BoundKey<Setting>) throws(TSUDError) -> Setting.ValueType {
        key.access()
        update.begin(in: key.backend)
        var found: FoundObject?
        if let entry = entries[Place(key)] {
            if let new = entry.new, new.setting == Setting.self, let value = new.value as? Setting.ValueType {
                return value
            }
            // The transaction has reset the setting, or another type of the same key has set it.
            let new = try entry.change().object?.foundationObject
            found = new.map { FoundObject($0, .stored) } ?? key.search([.system, .registered])
        } else {
            found = try key.objectForUpdate
        }
        if let found { return try key.decode(found) }
        guard let setting = key.inherited else { return key.defaultValue }
        return try value(of: setting)
    }

    fileprivate consuming func store() throws(TSUDError) {
        try throwFailure()
        var (changes, errors) = (Changes(), unreadable.map(\.error))
        for entry in places.compactMap({ entries[$0] }) {
            do throws(TSUDError) { changes.add(try entry.change(), in: entry.suite) } catch { errors.append(error) }
        }
        if let error = TSUDError(errors) { throw error }
        try update.store(changes)
    }

    /// Throws the error of the first suite that the update could not begin in.
    fileprivate func throwFailure() throws(TSUDError) { if let failure = update.failure { throw failure } }
}

/// Changes one setting in a transaction, which throws before the closure if the value can't be read.
func updateSetting<Setting: TSUD, Result>(
    _ key: BoundKey<Setting>,
    _ body: (inout Setting.ValueType) throws -> Result
) throws -> Result {
    try key.checkUnlocked()
    return try UpdateLock.shared.update(of: key.key) { update in
        var settings = TSUDTransaction(update)
        update.begin(in: key.backend)
        try settings.throwFailure()
        var value = try settings.value(of: key)
        let result = try body(&value)
        settings.set(key, value)
        try settings.store()
        return result
    }
}

/// A key in a suite, for any type.
private struct Place: Hashable {
    let suite: ObjectIdentifier
    let key: Spelling

    init<Setting: TSUD>(_ key: BoundKey<Setting>) { self.init(key.backend, key.key) }

    init(_ backend: any Suite, _ key: String) {
        (suite, self.key) = (ObjectIdentifier(backend.observations), Spelling(key))
    }
}
