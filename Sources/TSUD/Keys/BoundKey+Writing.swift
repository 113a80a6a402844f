import Foundation

extension BoundKey {
    /// Stores a value in the suite, removes the former keys, and notifies the observers.
    func store(_ value: Setting.ValueType) throws(TSUDError) {
        try change(to: object(of: value)).apply()
    }

    /// Stores a value as `value = …` does: what can't be stored is reported.
    @usableFromInline
    func assign(_ value: Setting.ValueType) {
        do throws(TSUDError) {
            try store(value)
        } catch {
            Setting.report(error)
        }
    }

    /// The change that stores an object and removes the former keys, or removes all of them for `nil`.
    ///
    /// What the suite and a shared store had in common under a former key goes before it. An older version of the program
    /// would else find the key gone and that in common, and remove the setting on all devices.
    func change(to object: PropertyListObject?) -> KeyChange {
        if defaults === UserDefaults.standard { UnisolatedTests.warning }
        let formerKeys = isStoredAsIs ? [] : formerKeys
        let removed = formerKeys.flatMap { [SharedNames.common(of: $0), $0] }
        let isObserved = observation.isObserved
        var changes = ([(key, object)] + removed.map { ($0, nil) }).map {
            StoredChange(key: $0, object: $1, isObserved: isObserved)
        }
        if isObserved, let object { changes[0].equal = storedObject(ofValueEqualTo: object) }
        return KeyChange(backend: backend, changes: changes)
    }

    /// The object that is stored, if it is another one that reads as an equal value.
    private func storedObject(ofValueEqualTo object: PropertyListObject) -> PropertyListObject? {
        guard Setting.ValueType.self is any Equatable.Type, let stored = backend.knownObject(forKey: key),
            let old = PropertyListObject(stored), old != object,
            let value = try? decode(stored), let new = try? decode(object.foundationObject)
        else { return nil }
        return areEqual(value, new) ? old : nil
    }

    /// The object to store for a value, if it is valid; `nil` if the key is to be removed instead.
    func object(of value: Setting.ValueType) throws(TSUDError) -> PropertyListObject? {
        if coding.isNil(try valid(value)), isRemovedByNil { return nil }
        return try encode(value)
    }

    /// Whether a `nil` is stored by removing the key.
    ///
    /// Removing the key would uncover a registered default, or a member's setting, which would be read instead of
    /// `nil`.
    private var isRemovedByNil: Bool {
        setting == nil && coding.isNil(Setting.defaultValue) && backend.registeredObject(forKey: key) == nil
    }

    /// Encodes a value in the key's own form or, without one, in the usual form.
    func encode(_ value: Setting.ValueType) throws(TSUDError) -> PropertyListObject {
        do throws(CodingFailure) {
            if let object = try ownForm(of: value) { return object }
            return try coding.object(of: value)
        } catch {
            throw failure(.unencodable, "can't be stored as a property list\(error.suffix)", error.underlyingError)
        }
    }

    private func ownForm(of value: Setting.ValueType) throws(CodingFailure) -> PropertyListObject? {
        do {
            return try Setting.storedForm(of: value).map { try PropertyListObject(checked: $0) }
        } catch {
            throw CodingFailure(error)
        }
    }
}

/// What one write of a key changes in a suite.
struct KeyChange {
    let backend: any Suite
    /// The key itself, and then the former keys, which are removed, each after what was in common under it.
    let changes: [StoredChange]

    /// What is stored under the key itself; `nil` if it is removed.
    var object: PropertyListObject? { changes.first?.object }

    /// Stores the change, and tells the observers if it is one.
    func apply() {
        let write = SuiteWrite(backend: backend, changes: [self])
        write.announce(backend.store(write.stored))
    }

    /// The names that it has changed, of those that the suite has.
    fileprivate func names(in changed: [String: Changed]) -> [String] {
        changes.map(\.key).filter { changed[$0] != nil }
    }

    /// Whether it has only stored another object of an equal value.
    fileprivate func isOfEqualValue(_ changed: [String: Changed]) -> Bool {
        guard let change = changes.first, let equal = change.equal else { return false }
        return names(in: changed).count == 1 && changed[change.key]?.old == equal
    }
}

extension [KeyChange] {
    /// Stores all changes, by one call for each suite, and then tells the observers of those that are some.
    func apply() {
        let writes = suiteWrites.map { ($0, $0.backend.store($0.stored)) }
        for (write, changed) in writes { write.announce(changed) }
    }

    /// Stores all changes or none, in an update.
    ///
    /// - Throws: `notSaved`, `busy`.
    func applyOrThrow() throws(TSUDError) {
        do {
            try UpdateLock.shared.update { try $0.store(self) }
        } catch let error as TSUDError {
            throw error
        } catch {}
    }

    /// What each suite has to store.
    var suiteWrites: [SuiteWrite] {
        var writes: [SuiteWrite] = []
        for change in self {
            // Several `UserDefaults` objects of one suite have the same observers.
            if let index = writes.firstIndex(where: { $0.backend.observations === change.backend.observations }) {
                writes[index].changes.append(change)
            } else {
                writes.append(SuiteWrite(backend: change.backend, changes: [change]))
            }
        }
        return writes
    }
}

/// Changes of one suite that are stored together.
struct SuiteWrite {
    let backend: any Suite
    var changes: [KeyChange]

    var stored: [StoredChange] { changes.flatMap(\.changes) }

    /// Tells the observers of what the suite has changed.
    func announce(_ changed: [Changed]) {
        if changed.isEmpty { return }
        var known: [String: Changed] = [:]
        for one in changed where known[one.name] == nil { known[one.name] = one }
        var (values, objects) = ([String](), [String]())
        for change in changes {
            let names = change.names(in: known)
            if change.isOfEqualValue(known) { objects += names } else { values += names }
        }
        for (names, kind) in [(values, Announcement.Kind.value), (objects, .object)] where !names.isEmpty {
            UpdateLock.shared.make(Announcement(observations: backend.observations, names: names, kind: kind))
        }
    }
}

/// Whether two values are equal, if they can be compared.
func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
    func equals<Compared: Equatable>(_ one: Compared) -> Bool { one == other as? Compared }
    return (one as? any Equatable).map { equals($0) } ?? false
}
