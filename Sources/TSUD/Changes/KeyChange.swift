/// A change of one key that is stored together with others.
struct KeyChange {
    let key: AnyBoundKey
    /// The form to store; `nil` to remove the key.
    let form: StoredForm?
    /// Keys to remove.
    let formerKeys: [String]

    /// Stores the change alone, without an announcement.
    func store() {
        let memberObservation = key.memberObservation
        key.observation.beginWrite()
        memberObservation?.beginWrite()
        key.backend.store(stored)
        key.observation.endWrite()
        memberObservation?.endWrite()
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
            let table = first.key.backend.observations
            let changes = rest.filter { $0.key.backend.observations === table }
            rest.removeAll { $0.key.backend.observations === table }
            var observations = changes.map(\.key.observation)
            for all in changes.compactMap(\.key.memberObservation) where !observations.contains(where: { $0 === all }) {
                observations.append(all)
            }
            for observation in observations { observation.beginWrite() }
            first.key.backend.store(changes.flatMap(\.stored))
            for observation in observations { observation.endWrite() }
        }
    }
}
