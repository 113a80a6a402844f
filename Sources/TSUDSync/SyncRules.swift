import TSUD

/// The rules of synchronization, as functions of values.
///
/// Without one of them, devices would end with different values, which a simulation verifies with subclasses.
class SyncRules {
    enum Step: Sendable { case nothing, receive, send }

    enum Age: Sendable { case new, outdated, unknown }

    /// The most names in a request, and the most settings in a reading.
    var requestSize: Int { 100 }
    var readingSize: Int { 60 }

    /// Returns the step for a name, given the fingerprints of the local and the remote value.
    func step(_ local: String, _ remote: String, _ last: LastSynced, isFollowing: Bool) -> Step {
        if isFollowing {
            // Values that the store never had stay.
            if remote.isEmpty { return last.remote.isEmpty ? .nothing : .receive }
            return remote != last.remote || local != last.local ? .receive : .nothing
        }
        if remote != last.remote { return .receive }
        return local != last.local ? .send : .nothing
    }

    /// Returns the last synced value with a store; an empty one if the record belongs to another store.
    func lastSynced(_ record: Record, with store: String) -> LastSynced {
        record.lastSynced.store == store ? record.lastSynced : LastSynced(store: store)
    }

    /// Returns whether contents are without a change that this suite has synchronized, so they are of another history.
    ///
    /// The number of the latest such change is not enough, because the store may have grown past it.
    func isOlder(_ contents: Contents, than latest: Int, _ last: (String) -> LastSynced?) -> Bool {
        guard let moment = contents.moment else { return false }
        if moment < latest { return true }
        return contents.isOrdered
            && contents.values.contains { name, value in
                guard let last = last(name), last.store == contents.store, let synced = last.number,
                    let number = number(of: value.version), name != StoreID.name
                else { return false }
                // A version has one string in a history.
                return number < synced
                    || number == synced && !last.isInDoubt && contents.fingerprints[name] != last.remote
            }
    }

    /// Returns the age of an update, since another process of the suite may have synchronized a later state.
    func age(of update: Int, _ last: LastSynced, _ removals: Removals) -> Age {
        if let number = last.number {
            // Under several prefixes, one change can have two values for a name.
            if update == number { return last.isInDoubt ? .new : .unknown }
            return update < number ? .outdated : .new
        }
        return removals.store == last.store && update <= removals.number ? .unknown : .new
    }

    /// Returns whether one of the writes with a fence may still arrive.
    func mayArrive(_ attempts: [Attempt], _ fence: SharedValue) -> Bool {
        attempts.allSatisfy { $0.identifier != fence.text }
    }

    /// Returns the fingerprint that a write has left in the store; `nil` if it has not arrived, and can't any more.
    func outcome(of attempt: Attempt, _ name: String, _ contents: Contents) -> String? {
        guard let fence = contents.values[attempt.fence] else {
            let hasString = fingerprint(ofText: contents.values[name]?.text) == attempt.text
            return hasString ? contents.fingerprints[name] ?? "" : nil
        }
        return fence.text == attempt.identifier ? stateFingerprint(attempt.text, version: fence.version) : nil
    }

    /// Returns the last synced value once both sides are equal, given the fingerprints.
    func synced(_ action: Action, local: String, remote: String) -> LastSynced {
        LastSynced(store: action.last.store, local: local, remote: remote, removal: action.number)
    }

    /// Returns the change of a record, and of the local value, which stays if it has changed since.
    func change(_ action: Action, _ last: LastSynced, _ value: PreparedChange?) throws -> RecordChange {
        RecordChange(name: action.name.name, record: action.record, last: last, value: value)
    }
}
