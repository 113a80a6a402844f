import TSUD

/// The local values of a setting and its members, and the last synced values, when they were read.
struct Side {
    let setting: NamedHandle
    /// The stored objects, by name.
    let objects: [String: Any]
    /// Their fingerprints.
    let local: [String: String]
    let records: [String: Record]

    /// Whether a value has changed, or a pass was not finished, so the store has to be read.
    var hasChanged: Bool {
        local.contains { $1 != records[$0]?.lastSynced.local ?? "" }
            || records.contains { name, record in
                let last = record.lastSynced
                return local[name] ?? "" != last.local || last.isInDoubt || last.attempt != nil
            }
    }
}

/// A step for a name, and the states that led to it.
struct Action {
    var name: NamedHandle
    var step: SyncRules.Step
    /// The fingerprint of the local object.
    var local: String
    /// The store's value, and its fingerprint.
    let value: SharedValue?
    let remote: String
    /// The number of the change of the store that this value is from, or of the reading.
    let number: Int?
    /// Whether the store has reported the value, so the number is that of one change.
    let isReported: Bool
    var last: LastSynced
    var record: Record
    /// Whether a local value is visible; if not, TSUDSync treats it as unchanged.
    var isVisible = true
    /// The string to send; without a string, the name is removed from the store.
    var text: String?
    var attempt: Attempt?

    /// Whether the store already has the string to send.
    var isEqual: Bool { value?.text == text && (value == nil) == (text == nil) }
}
