import Foundation
import TSUD

/// A value to receive, and the change that stores it; without a change, both sides already have the same value.
struct Incoming {
    var action: Action
    let change: PreparedChange?
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
            // Both are read at once, since another thread may store something else between two readings.
            let stored = try? name.shared()
            var action = action
            let local = try action.isVisible ? stored?.fingerprint ?? name.currentFingerprint() : action.local
            let isChanged = local != action.local || action.local != action.last.local
            if stored?.text == text, local.isEmpty == (text == nil) {
                action.local = local
                return Incoming(action: action, change: nil)
            }
            let overwriting = TSUDSyncEvent.overwritten(name: name.name, text: stored?.text)
            return Incoming(action: action, change: change, overwriting: isChanged ? overwriting : nil)
        } catch {
            let last = LastSynced(store: action.last.store, local: action.local, remote: action.remote)
            unreadable[action.name.name] = last
            report(error, of: action.name)
            noteUnequal(action.name)
            return nil
        }
    }

    /// Stores the store's values, and the last synced values, by one change.
    ///
    /// A local value that has changed since it was compared is left for the next pass.
    func receive(_ values: [Incoming]) async throws {
        var changes: [String: PreparedChange] = [:]
        var new: [(Action, LastSynced)] = []
        for value in values {
            let action = value.action
            changes[action.name.name] = value.change
            let local = try value.change.map { try fingerprint(of: $0.object) } ?? action.local
            new.append((action, synced(action, local: local, remote: action.remote)))
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
