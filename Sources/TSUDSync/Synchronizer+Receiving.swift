import Foundation
import TSUD

/// A value to receive, and the change that stores it; without a change, both sides already have the same value.
struct Incoming {
    var action: Action
    var change: PreparedChange?
    /// The local object and its string, read at once, since another thread may store something else in between.
    let object: Any?
    let text: String?
    /// The fingerprint of the object that the change stores.
    var received = ""
    /// The event that a local change is overwritten.
    var overwriting: TSUDSyncEvent?
}

extension Synchronizer {
    /// Prepares the change that stores the store's value.
    ///
    /// A value that can't be stored is reported, and leaves both sides as they are until one changes.
    func incoming(_ action: Action) -> Incoming? {
        do {
            let (name, text) = (action.name, action.value?.text)
            if action.value != nil, text == nil {
                let description = "Value for key '\(name.name)' in the shared store is not a UTF-8 string."
                throw TSUDError(.unreadable, key: name.name, description: description)
            }
            try text.map(Self.checkSize(of:))
            let change = try name.prepared(text)
            let stored = try? name.shared()
            let object = stored?.object ?? name.storedObject
            return Incoming(action: action, change: change, object: object, text: stored?.text)
        } catch {
            reject(action, error)
            return nil
        }
    }

    /// Compares values with the local ones, outside the caller's actor.
    func compared(_ values: [Incoming]) async -> [Incoming] {
        nonisolated(unsafe) let objects = values.map(\.object)
        let changes = values.map(\.change)
        let (local, received) = await (fingerprints(of: objects), fingerprints(of: changes))
        return values.indices.compactMap { index in
            do {
                return try compared(values[index], local: local[index].get(), received: received[index].get())
            } catch {
                reject(values[index].action, error)
                return nil
            }
        }
    }

    private func compared(_ value: Incoming, local: String, received: String) -> Incoming {
        var value = value
        let (action, text) = (value.action, value.action.value?.text)
        let current = action.isVisible ? local : action.local
        if value.text == text, current.isEmpty == (text == nil) {
            value.action.local = current
            value.change = nil
            return value
        }
        value.received = received
        if current != action.local || action.local != action.last.local {
            value.overwriting = .overwritten(name: action.name.name, text: value.text)
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
    func receive(_ values: [Incoming]) async throws {
        let changes = values.reduce(into: [:]) { $0[$1.action.name.name] = $1.change }
        let new = values.map { value in
            let local = value.change == nil ? value.action.local : value.received
            return (value.action, synced(value.action, local: local, remote: value.action.remote))
        }
        let noted = try await note(new, changes)
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

/// The fingerprints of objects, outside the caller's actor.
@concurrent func fingerprints(of objects: [Any?]) async -> [Result<String, SharedStoreRejection>] {
    objects.map { object in Result { () throws(SharedStoreRejection) in try fingerprint(of: object) } }
}

/// The fingerprints of the objects that changes store.
@concurrent private func fingerprints(
    of changes: [PreparedChange?]
) async -> [Result<String, SharedStoreRejection>] {
    changes.map { change in Result { () throws(SharedStoreRejection) in try fingerprint(of: change?.object) } }
}
