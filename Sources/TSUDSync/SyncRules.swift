import TSUD

/// The rules of synchronization, as functions of values.
///
/// Without one of them, devices would end with different values, which a simulation verifies.
struct SyncRules {
    enum Step: Sendable { case nothing, receive, send }

    /// Returns the step for a name, given the fingerprints of the local and the remote value.
    var step: (_ local: String, _ remote: String, _ last: LastSynced, _ isFollowing: Bool) -> Step = Self.step

    /// Returns the last synced value with a store; an empty one if the record belongs to another store.
    var lastSynced: (_ record: Record, _ store: String) -> LastSynced = Self.lastSynced

    enum Age: Sendable { case new, outdated, unknown }

    /// Returns the age of an update, since another process of the suite may have synchronized a later state.
    var age: (_ update: Int, _ last: LastSynced, _ removals: Removals) -> Age = Self.age

    /// Returns whether one of the writes with a fence may still arrive.
    var mayArrive: (_ attempts: [Attempt], _ fence: SharedValue) -> Bool = Self.mayArrive

    /// Returns whether a write without a fence may still arrive, since the store has the version that it replaces.
    var mayReplace: (_ last: LastSynced, _ name: String, _ contents: Contents) -> Bool = Self.mayReplace

    /// Returns the fingerprint that a write has left in the store; `nil` if it has not arrived, and can't any more.
    var outcome: (_ attempt: Attempt, _ name: String, _ contents: Contents) -> String? = Self.outcome

    /// Returns the last synced value once both sides are equal, given the fingerprints.
    var synced: (_ action: Action, _ local: String, _ remote: String) -> LastSynced = Self.synced

    /// Returns the change of a record, and of the local value, which stays if it has changed since.
    var change: (_ action: Action, _ last: LastSynced, _ value: PreparedChange?) throws -> RecordChange = Self.change

    static func step(_ local: String, _ remote: String, _ last: LastSynced, _ isFollowing: Bool) -> Step {
        if isFollowing {
            // Values that the store never had stay.
            if remote.isEmpty { return last.remote.isEmpty ? .nothing : .receive }
            return remote != last.remote || local != last.local ? .receive : .nothing
        }
        if remote != last.remote { return .receive }
        return local != last.local ? .send : .nothing
    }

    static func lastSynced(_ record: Record, with store: String) -> LastSynced {
        record.lastSynced.store == store ? record.lastSynced : LastSynced(store: store)
    }

    static func age(of update: Int, _ last: LastSynced, _ removals: Removals) -> Age {
        if let number = last.number { return update < number || update == number && !last.isInDoubt ? .outdated : .new }
        return removals.store == last.store && update <= removals.number ? .unknown : .new
    }

    static func mayArrive(_ attempts: [Attempt], _ fence: SharedValue) -> Bool {
        attempts.allSatisfy { $0.identifier != fence.text }
    }

    static func mayReplace(_ last: LastSynced, _ name: String, _ contents: Contents) -> Bool {
        guard let attempt = last.attempt, attempt.fence.isEmpty || attempt.isReplacing else { return false }
        return contents.values[name]?.text != nil && contents.fingerprints[name] == last.remote
    }

    static func outcome(of attempt: Attempt, _ name: String, _ contents: Contents) -> String? {
        guard !attempt.isReplacing, let fence = contents.values[attempt.fence] else {
            let hasString = fingerprint(ofText: contents.values[name]?.text) == attempt.text
            return hasString ? contents.fingerprints[name] ?? "" : nil
        }
        return fence.text == attempt.identifier ? stateFingerprint(attempt.text, version: fence.version) : nil
    }

    static func synced(_ action: Action, local: String, remote: String) -> LastSynced {
        LastSynced(store: action.last.store, local: local, remote: remote, removal: action.number)
    }

    static func change(_ action: Action, _ last: LastSynced, _ value: PreparedChange?) -> RecordChange {
        RecordChange(name: action.name.name, record: action.record, last: last, value: value)
    }
}
