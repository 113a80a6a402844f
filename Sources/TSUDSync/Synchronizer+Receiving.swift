import Foundation
import TSUD

/// A value to receive, and the change that stores it; without a change, both sides already have the same value.
struct Incoming {
    var action: Action
    var change: PreparedChange?
    /// The fingerprint of the object that the change stores.
    var received = ""
    /// The event that a local change is overwritten.
    var overwriting: TSUDSyncEvent?
}

extension Synchronizer {
    /// Prepares the changes that store the store's values.
    ///
    /// A value that can't be stored is reported, and leaves both sides as they are until one changes.
    func incoming(_ actions: [Action]) async -> [Incoming] {
        let changes = await isolation.map(actions.map(\.name)) { name, index in
            Result {
                try Self.checkText(of: actions[index])
                let change = try name.handle.prepared(actions[index].value?.text)
                // At once, since another thread may store something else in between.
                let stored = try? name.handle.shared()
                return (change, stored?.object ?? name.handle.storedObject, stored?.text)
            }
        }
        return zip(actions, changes).compactMap { action, change in
            do {
                return try compared(action, change.get())
            } catch {
                reject(action, error)
                return nil
            }
        }
    }

    /// Throws an error for a value that is not a string, or a string that is too long.
    private static func checkText(of action: Action) throws {
        if action.value?.isTooLong == true { throw SharedStoreRejection("it is longer than a megabyte") }
        if action.value != nil, action.value?.text == nil {
            let description = "Value for key '\(action.name.name)' in the shared store is not a UTF-8 string."
            throw TSUDError(.unreadable, key: action.name.name, description: description)
        }
        try action.value?.text.map(checkSize(of:))
    }

    /// Compares a value with the local one, given the local object and its string.
    private func compared(_ action: Action, _ change: (PreparedChange, object: Any?, text: String?)) -> Incoming {
        var value = Incoming(action: action, change: change.0)
        let (text, local) = (action.value?.text, fingerprint(of: change.object))
        let current = action.isVisible ? local : action.local
        if change.text == text, current.isEmpty == (text == nil) {
            value.action.local = current
            value.change = nil
            return value
        }
        value.received = fingerprint(of: change.0.object)
        if current != action.local || action.local != action.last.local {
            value.overwriting = .overwritten(name: action.name.name, text: change.text)
        }
        return value
    }

    /// Notes a remote value that can't be stored, and reports the reason.
    private func reject(_ action: Action, _ error: any Error) {
        let last = LastSynced(store: action.last.store, local: action.local, remote: action.remote)
        unreadable[action.name.name] = last
        report(error, of: action.name)
        noteUnequal(action.name)
    }

    /// Stores the store's values, and the last synced values, by one change.
    ///
    /// A local value that has changed since it was compared is left for the next pass.
    func receive(_ values: [Incoming]) throws {
        let changes = values.reduce(into: [:]) { $0[$1.action.name.name] = $1.change }
        let new = values.map { value in
            let local = value.change == nil ? value.action.local : value.received
            return (value.action, synced(value.action, local: local, remote: value.action.remote))
        }
        let noted = try note(new, changes)
        for value in values where noted[value.action.name.name] != nil && value.change != nil {
            value.overwriting.map(event)
            event(.received(name: value.action.name.name, text: value.action.value?.text))
        }
    }

    /// Throws an error for a string of more than a megabyte.
    static func checkSize(of text: String) throws {
        if text.utf8.count > 1_048_576 { throw SharedStoreRejection("it is longer than a megabyte") }
    }
}
