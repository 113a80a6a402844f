import Foundation
import TSUD

/// A value to take, and the change that stores it; without a change, both sides already have the same value.
struct Taking {
    var action: Action
    let value: PreparedChange?
    /// The event that a change here is overwritten.
    var overwriting: TSUDSyncEvent?
}

extension Synchronizer {
    /// Prepares the change that stores the store's value here.
    ///
    /// A value that can't be stored is reported, and leaves both sides as they are until one changes.
    func taking(_ action: Action) -> Taking? {
        do {
            let (name, text) = (action.name, action.there?.text)
            if action.there != nil, text == nil {
                let description = "Value for key '\(name.name)' in the shared store is not a UTF-8 string."
                throw TSUDError(.unreadable, key: name.name, description: description)
            }
            try text.map(Self.checkSize(of:))
            let value = try name.prepared(text)
            let stored = try? name.shared()
            var action = action
            // Both are read at once, since another thread may store something else between two readings.
            let print = try action.visibility == .unknown ? action.here : stored?.print ?? name.currentPrint()
            let isChanged = print != action.here || action.here != action.last.here
            if stored?.text == text, print.isEmpty == (text == nil) {
                action.here = print
                return Taking(action: action, value: nil)
            }
            var taking = Taking(action: action, value: value)
            if isChanged { taking.overwriting = .overwritten(name: name.name, text: stored?.text) }
            return taking
        } catch {
            unreadable[action.name.name] = LastSynced(store: action.last.store, here: action.here, there: action.print)
            report(error, of: action.name)
            noteUnequal(action.name)
            return nil
        }
    }

    /// Stores the store's values here, and the last synced values, by one change.
    ///
    /// A value that has changed here since it was prepared is left for the next pass.
    func take(_ takings: [Taking]) async throws {
        var values: [String: PreparedChange] = [:]
        var new: [(Action, LastSynced)] = []
        for taking in takings {
            let action = taking.action
            values[action.name.name] = taking.value
            let here = try taking.value.map { try fingerprint(of: $0.object) } ?? action.here
            new.append((action, finish(action, here: here, there: action.print)))
        }
        let noted = try await note(new, values)
        for taking in takings where noted[taking.action.name.name] != nil && taking.value != nil {
            taking.overwriting.map(event)
            event(.received(name: taking.action.name.name, text: taking.action.there?.text))
        }
    }

    /// Throws an error for a string of more than a megabyte.
    static func checkSize(of text: String) throws {
        if text.utf8.count > 1_048_576 { throw SharedStoreRejection("it is longer than a megabyte") }
    }

    // MARK: The brake of followers

    /// Removes all resets from the actions if they would reset most values, and reports this.
    ///
    /// - Parameters:
    ///   - actions: the actions of a pass.
    ///   - isWhole: whether the pass has read all its settings.
    /// - Returns: the actions to carry out.
    func braked(_ actions: [Action], isWhole: Bool) async -> [Action] {
        guard isFollowing, !acceptsRemovals else { return actions }
        let removed = Set(actions.filter { $0.there == nil }.map(\.name.name))
        if removed.isEmpty, brakedNames.isEmpty, isWhole {
            reportedCauses[Self.brakeTopic] = nil
            return actions
        }
        let known = await allRecords().filter {
            $1.lastSynced.store == knownStore?.store && !$1.lastSynced.there.isEmpty
        }
        let candidates = brakedNames.intersection(known.map(\.key)).union(removed)
        if candidates.count >= 10, candidates.count * 2 > known.count {
            brakedNames = candidates
        } else {
            // The next pass can reset the names that had to wait.
            for name in brakedNames {
                if let setting = settings.first(where: { $0.name == owner(of: name) }) { repeatLater(setting) }
            }
            brakedNames = []
        }
        if brakedNames.isEmpty, isWhole {
            reportedCauses[Self.brakeTopic] = nil
            return actions
        }
        for action in actions where removed.contains(action.name.name) {
            if isWhole { noteUnequal(action.name) } else { repeatLater(action.name) }
        }
        if !brakedNames.isEmpty { reportBrake(brakedNames.count, of: known.count) }
        return actions.filter { !removed.contains($0.name.name) }
    }
}
