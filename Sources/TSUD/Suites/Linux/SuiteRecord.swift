#if os(Linux)
import Foundation
import SettingsFile

/// What is known of a suite: its file as last seen, and what keys have written since.
///
/// Memory has both. Where it differs, a plain call has changed it.
struct SuiteRecord {
    /// A write through a key, which is not in the file yet, or what has to be put back there.
    final class Write: @unchecked Sendable {
        /// In nanoseconds of the clock that file times use.
        let time: Int64
        /// The stored object; `nil` for a removal.
        ///
        /// A Foundation object, so that the writing thread converts nothing.
        private let stored: Any?
        /// Whether it gives way to any change in the file, since it was not written by a key of this process.
        let isPutBack: Bool

        init(_ object: Any?, at time: Int64, isPutBack: Bool = false) {
            stored = object
            self.time = time
            self.isPutBack = isPutBack
        }

        var isRemoval: Bool { stored == nil }
        var object: PropertyListObject? { stored.flatMap { PropertyListObject($0) } }
    }

    /// The settings in the file as last seen; `nil` if it has not been parsed yet.
    var file: PropertyListDictionary?
    var pending: [String: Write] = [:]
    /// What was found in memory when it was last looked at, for the keys where that is neither in the file nor pending:
    /// what a plain call has stored or removed, or what another domain has under a key that was removed from this one.
    var found: [String: PropertyListObject?] = [:]
    /// What replacements of the file have changed lately; see ``isUndone(_:by:isOwn:at:)``.
    private var changes: [Change] = []

    private struct Change {
        let key: String
        let old: PropertyListObject?
        /// Whether this process has replaced the file.
        let isOwn: Bool
        let time: Int64
    }

    /// How long a `synchronize()` may take that has read the file before it was replaced: Foundation tries again after
    /// a twentieth of a second.
    private static let timeOfSynchronizing: Int64 = 150_000_000

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
    func isOlder(_ key: String, than changed: [String], at time: Int64) -> Bool {
        guard let write = pending[key] else { return false }
        return write.isPutBack || changed == [key] && write.time < time && time <= FileStamp.now
    }

    /// Notes what the file has after it was replaced, and when that was.
    mutating func note(_ new: PropertyListDictionary, isOwn: Bool, at time: Int64) {
        changes.removeAll { abs(time - $0.time) >= Self.timeOfSynchronizing }
        changes += changedKeys(from: file ?? [:], to: new).map {
            Change(key: $0, old: file?[$0], isOwn: isOwn, time: time)
        }
        file = new
    }

    /// Whether an object that was written in place is one that was replaced a moment ago: the `synchronize()` that
    /// wrote it had read the file before that.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - object: what was written.
    ///   - isOwn: whether this process has to have replaced it.
    ///   - time: when it was written.
    /// - Returns: whether it is.
    func isUndone(_ key: String, by object: PropertyListObject?, isOwn: Bool, at time: Int64) -> Bool {
        changes.contains {
            $0.key == key && ($0.isOwn || !isOwn) && $0.old == object
                && abs(time - $0.time) < Self.timeOfSynchronizing
        }
    }
}

/// The keys whose objects differ between two states.
func changedKeys(from old: PropertyListDictionary, to new: PropertyListDictionary) -> [String] {
    new.keys.filter { new[$0] != old[$0] } + old.keys.filter { new[$0] == nil }
}
#endif
