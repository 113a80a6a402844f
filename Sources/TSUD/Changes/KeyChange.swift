/// A change of one key that is stored together with others.
struct KeyChange {
    let key: AnyBoundKey
    /// The form to store; `nil` to remove the key.
    let form: StoredForm?
    /// Keys to remove.
    let formerKeys: [String]

    /// Stores the change alone, without an announcement.
    func store() {
        let memberObservers = key.memberObservers
        key.observers.beginWrite()
        memberObservers?.beginWrite()
        key.suite.store(stored)
        key.observers.endWrite()
        memberObservers?.endWrite()
    }

    /// What the suite has to do.
    fileprivate var stored: [StoredChange] {
        var stored = [StoredChange(key: key.key, form: form)]
        for former in formerKeys { stored.append(StoredChange(key: former, form: nil)) }
        return stored
    }
}

extension BoundKey {
    func change(to form: StoredForm?) -> KeyChange {
        KeyChange(key: self, form: form, formerKeys: isStoredAsIs ? [] : formerKeys)
    }
}

extension [KeyChange] {
    /// Stores all changes, by one call for each suite, and then notifies the observers.
    func apply() {
        store()
        // As in an update, so that observers of all members of a setting are notified once.
        Update.postponingNotifications {
            for change in self { change.key.announce() }
        }
    }

    /// Stores all changes, without an announcement.
    func store() {
        var rest = self
        while let first = rest.first {
            // Several `UserDefaults` objects of one suite have the same observers.
            let table = first.key.suite.observers
            let changes = rest.filter { $0.key.suite.observers === table }
            rest.removeAll { $0.key.suite.observers === table }
            var observers = changes.map(\.key.observers)
            for all in changes.compactMap(\.key.memberObservers) where !observers.contains(where: { $0 === all }) {
                observers.append(all)
            }
            for observers in observers { observers.beginWrite() }
            first.key.suite.store(changes.flatMap(\.stored))
            for observers in observers { observers.endWrite() }
        }
    }
}
