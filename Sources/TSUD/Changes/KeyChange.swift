/// A change of one key that is stored together with others.
struct KeyChange {
    let key: AnyBoundKey
    /// The form to store; `nil` to remove the key.
    let form: StoredForm?
    /// Keys to remove.
    let formerKeys: [String]
    /// The type of the value that the form was encoded from.
    let type: Any.Type

    /// What the suite has to do; call it right before that is done.
    fileprivate func begin() -> [StoredChange] {
        let removals = formerKeys.map { StoredChange(key: $0, form: nil) }
        guard var form else {
            key.observers.beginWrite(nil)
            return [StoredChange(key: key.key, form: nil)] + removals
        }
        if !key.observers.beginWrite(form.object, as: type) { form.mayEqualAnotherValue = true }
        return [StoredChange(key: key.key, form: form)] + removals
    }
}

extension BoundKey {
    func change(to form: StoredForm?) -> KeyChange {
        KeyChange(key: self, form: form, formerKeys: formerKeys, type: Key.ValueType.self)
    }
}

extension [KeyChange] {
    /// Stores all changes, by one call for each suite, and then notifies the observers.
    func apply() {
        var rest = self
        while let first = rest.first {
            // Several `UserDefaults` objects of one suite have the same observers.
            let table = first.key.suite.observers
            let changes = rest.filter { $0.key.suite.observers === table }
            rest.removeAll { $0.key.suite.observers === table }
            var memberObservers: [Observers] = []
            for observers in changes.compactMap(\.key.memberObservers)
            where !memberObservers.contains(where: { $0 === observers }) {
                memberObservers.append(observers)
            }
            for observers in memberObservers { observers.beginWriteOfOne() }
            first.key.suite.store(changes.flatMap { $0.begin() })
            for change in changes { change.key.observers.endWrite() }
            for observers in memberObservers { observers.endWriteOfOne() }
        }
        // As in an update, so that observers of all members of a setting are notified once.
        Update.postponingNotifications {
            for change in self { change.key.announce() }
        }
    }
}
