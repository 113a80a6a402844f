#if os(Linux)
import Foundation
import SettingsFile

/// What is known of a suite: its file as last seen, and what keys have written since.
///
/// Memory has both. Where it differs, a plain call has changed it.
struct SuiteRecord {
    /// A write through a key, which is not in the file yet.
    final class Write: @unchecked Sendable {
        /// In nanoseconds of the clock that file times use.
        let time: Int64
        /// The stored object; `nil` for a removal. A Foundation object, so that the writing thread converts nothing.
        private let stored: Any?

        init(_ object: Any?, at time: Int64) {
            stored = object
            self.time = time
        }

        var object: PropertyListObject? { stored.flatMap { PropertyListObject($0) } }
    }

    /// The settings in the file as last seen; `nil` if it has not been parsed yet.
    var file: PropertyListDictionary?
    var pending: [String: Write] = [:]
    /// What was found in memory where that is neither in the file nor pending: the value of a plain call that the file
    /// has another one for, or what another domain has under a key that is removed from this one.
    var found: [String: PropertyListObject] = [:]
    /// What a replacement of the file has changed, for a short time; see ``isUndone(_:by:)``.
    private var replaced: [String: [Replacement]] = [:]

    private struct Replacement {
        let old: PropertyListObject?
        let time: ContinuousClock.Instant
    }

    /// How long a `synchronize()` of any process takes, at most.
    private static let timeOfSynchronizing = Duration.milliseconds(500)

    /// The object that is stored under a key, unless a plain call has changed it.
    func known(_ key: String) -> PropertyListObject? {
        if let write = pending[key] { return write.object }
        return file?[key]
    }

    /// The file with what is pending.
    var merged: PropertyListDictionary {
        var merged = file ?? [:]
        for (key, write) in pending { merged[key] = write.object }
        return merged
    }

    /// The time of the last pending write.
    var lastWrite: Int64 { pending.values.reduce(.min) { max($0, $1.time) } }

    /// Whether a key's pending write is older than the file's object.
    ///
    /// The time of a file is that of its last change. If there are several, it does not tell when this key was changed.
    func isOlder(_ key: String, than changed: Set<String>, at time: Int64) -> Bool {
        guard let write = pending[key], changed == [key] else { return false }
        return write.time < time && time <= FileStamp.now
    }

    /// Notes what the file has after it was replaced.
    mutating func note(_ new: PropertyListDictionary, replacing old: PropertyListDictionary) {
        file = new
        let now = ContinuousClock.now
        for (key, replacements) in replaced {
            let recent = replacements.filter { now - $0.time < Self.timeOfSynchronizing }
            replaced[key] = recent.isEmpty ? nil : recent
        }
        for key in changedKeys(from: old, to: new) {
            replaced[key, default: []].append(Replacement(old: old[key], time: now))
        }
    }

    /// Whether an object that was written in place is one that was replaced a moment ago: the `synchronize()` that
    /// wrote it had read the file before that.
    func isUndone(_ key: String, by object: PropertyListObject?) -> Bool {
        let now = ContinuousClock.now
        return replaced[key]?.contains { $0.old == object && now - $0.time < Self.timeOfSynchronizing } ?? false
    }
}

/// The keys whose objects differ between two states.
func changedKeys(from old: PropertyListDictionary, to new: PropertyListDictionary) -> Set<String> {
    var keys: Set<String> = []
    for (key, object) in new where object != old[key] { keys.insert(key) }
    for key in old.keys where new[key] == nil { keys.insert(key) }
    return keys
}
#endif
