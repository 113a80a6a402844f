#if os(Linux)
import Foundation
import SettingsFile

/// The keys of a suite that were written since the last snapshot, and when.
///
/// `UserDefaults` has no compare-and-swap. So writes through keys, snapshots and replacements exclude each other:
/// a snapshot has an object exactly if its write is recorded, and a merge never replaces an object that is newer than
/// its snapshot.
final class ChangeRecord: @unchecked Sendable {
    /// A key's last write; an object, because dictionaries of small values take less code.
    final class Write: @unchecked Sendable {
        /// In nanoseconds of the real-time clock, which file times use as well.
        let time: Int64
        /// The stored object; `nil` for a removal.
        let object: Any?

        init(time: Int64, object: Any?) {
            self.time = time
            self.object = object
        }
    }

    private var section = SerialSection()
    // Used only inside the section.
    private var written: [String: Write] = [:]
    private var isSaveDue = false

    /// Writes keys by calling `body`, which gives the first one an object and removes the others.
    ///
    /// - Returns: whether the caller has to schedule a save.
    func write(_ keys: [String], _ object: Any? = nil, by body: () -> Void) -> Bool {
        section.run {
            body()
            let now = FileStamp.now
            for key in keys { written[key] = Write(time: now, object: key == keys[0] ? object : nil) }
            defer { isSaveDue = true }
            return !isSaveDue
        }
    }

    /// Call it when the scheduled save begins.
    func beginSave() {
        section.run { isSaveDue = false }
    }

    /// Takes a snapshot, given the keys written since the last one, and forgets these unless the snapshot is `nil`.
    func take<Snapshot>(_ snapshot: ([String: Write]) -> Snapshot?) -> Snapshot? {
        section.run {
            guard let taken = snapshot(written) else { return nil }
            written = [:]
            return taken
        }
    }

    /// Replaces a key's object by calling `body`, unless the key was written since the snapshot.
    ///
    /// - Returns: whether `body` was called and returned `true`.
    func replace(_ key: String, by body: () -> Bool) -> Bool {
        section.run { written[key] == nil && body() }
    }

    /// Puts back keys that a merge could not save.
    func keep(_ keys: [String: Write]) {
        section.run {
            for (key, write) in keys where written[key] == nil { written[key] = write }
        }
    }

    /// Whether there are unsaved changes.
    var hasChanges: Bool { section.run { !written.isEmpty } }

    // MARK: Forks

    /// Waits until no key is written, so that the child does not inherit a write that never ends.
    func prepareFork() { section.enter() }
    func endFork() { section.leave() }

    /// In the child: forgets the changes of the parent, whose threads may have been about to enter the section.
    func beginChild() { (section, written, isSaveDue) = (SerialSection(), [:], false) }
}
#endif
