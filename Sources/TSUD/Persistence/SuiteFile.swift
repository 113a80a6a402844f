#if os(Linux)
import Foundation

/// A suite in memory and its file, and the merge that keeps the two together.
///
/// Everything here is done by whoever has the suite's turn.
final class SuiteFile: @unchecked Sendable {
    /// What came of a merge.
    struct Outcome {
        /// The keys whose objects in memory are others than at the last merge.
        var changed: Set<String> = []
        /// What is to be logged, whether or not all was saved.
        var reports: [TSUDError] = []
        /// Why not all of memory is saved.
        var failure: TSUDError?
    }

    let path: String
    private let memory: SuiteMemory
    private let writes: WriteRecord
    /// The suite's objects at the end of the last merge: the base of the next one.
    private var seen: [String: StoredObject] = [:]
    private var file = FileState.absent
    /// Whether ``seen`` is what a merge left, and not what was guessed when the suite was taken up.
    private var isMerged = false
    private var isCleaned = false

    init(path: String, memory: SuiteMemory, writes: WriteRecord) {
        self.path = path
        self.memory = memory
        self.writes = writes
    }

    /// Takes up a suite that may have been in use before.
    ///
    /// When Foundation loaded the file, if it did, is not known. If the file is as old as the process, what memory has
    /// besides comes from plain `UserDefaults` calls. Otherwise only keys that are nowhere else surely do, and where
    /// both have a key the file is taken for the newer one.
    func attach() -> Outcome {
        var outcome = Outcome()
        let written = writes.take()
        settle()
        if case .damaged(let damage, _) = file, damage.harmful {
            // Now, because the line after makes Foundation read it.
            _ = try? withDirectory { directory, name throws(DiskRefusal) in
                try setAside(name, in: directory, damage, &outcome)
            }
        }
        memory.load()
        var objects = memory.snapshot()
        for _ in 0..<5 where !isUnchanged {
            settle()
            objects = memory.snapshot()
        }
        let settings = file.settings
        seen = ProcessStart.isAfter(file.stamp) ? settings : objects.filter { settings[$0.key] != nil }
        let merged = merge(written, objects, saving: false)
        outcome.reports += merged.reports
        return outcome
    }

    /// Whether the file is the one that the last merge saw.
    var isUnchanged: Bool { PropertyListFile.stamp(of: path) == file.stamp }

    /// Merges file and memory into both.
    ///
    /// - Returns: what changed in memory, and whether all of it is saved.
    func merge() -> Outcome {
        let written = writes.take()
        let objects = memory.snapshot()
        if isMerged, written.isEmpty, objects == seen, isUnchanged, file.stamp?.isSettled ?? true { return Outcome() }
        return merge(written, objects, saving: true)
    }

    /// Merges file and memory into both.
    ///
    /// - Parameters:
    ///   - written: the keys that were written since the last merge, taken before memory was looked at.
    ///   - objects: what memory has.
    ///   - saving: whether the file may be written; if not, what is unsaved is kept for the next merge.
    /// - Returns: what changed in memory, and whether all of it is saved.
    private func merge(_ written: Set<String>, _ objects: [String: StoredObject], saving: Bool) -> Outcome {
        let before = seen
        var outcome = Outcome()
        do throws(DiskRefusal) {
            try readIfChanged()
        } catch {
            let unsaved = written.union(changedKeys(from: seen, to: objects))
            writes.keep(unsaved)
            seen = objects
            outcome.changed = changedKeys(from: before, to: objects)
            if !unsaved.isEmpty { outcome.failure = error.notSaved(path: path) }
            return outcome
        }

        let change = Change(written: written, objects: objects)
        var merged = merged(change)
        if saving, merged != file.settings {
            do throws(DiskRefusal) {
                try save(change, &outcome)
            } catch {
                outcome.failure = error.notSaved(path: path)
            }
            merged = self.merged(change)
        }
        isMerged = true
        writes.keep(changedKeys(from: file.settings, to: merged))
        takeOver(merged, over: objects)
        outcome.changed = changedKeys(from: before, to: seen)
        return outcome
    }

    /// The side of a merge that is in memory.
    private struct Change {
        let written: Set<String>
        let objects: [String: StoredObject]
    }

    private func merged(_ change: Change) -> [String: StoredObject] {
        // What a damaged file held is not known, so all of memory counts as changed.
        if case .damaged = file { return change.objects }
        var base = seen
        for key in change.written {
            // A key that was written has changed, even to what it was before: the base must have something else.
            base[key] = change.objects[key] == nil ? .boolean(true) : nil
        }
        return threeWayMerge(base: base, file: file.settings, memory: change.objects)
    }

    /// Puts the merged objects into memory.
    private func takeOver(_ merged: [String: StoredObject], over objects: [String: StoredObject]) {
        seen = objects
        var isDoubtful = false
        for key in changedKeys(from: objects, to: merged) {
            guard writes.replace(key, by: { memory.replace(key, objects[key], by: merged[key]) }) else { continue }
            // Should a plain write come right after, it differs from this and counts as a change next time.
            seen[key] = merged[key]
            if let old = objects[key], let new = merged[key], old.mayPassFor(new) { isDoubtful = true }
        }
        guard isDoubtful else { return }
        let after = memory.snapshot()
        for (key, old) in objects where old != seen[key] && old == after[key] {
            // Foundation kept the old object after all. That is no change of memory's, or it would go to the file and
            // back for ever.
            seen[key] = old
        }
    }

    /// Puts what memory changed into the file, by one process at a time.
    private func save(_ change: Change, _ outcome: inout Outcome) throws(DiskRefusal) {
        var reports: [TSUDError] = []
        defer { outcome.reports += reports }
        var found = Outcome()
        defer { reports = found.reports }
        try withDirectory { directory, name throws(DiskRefusal) in
            // Another process may have saved while this one waited for the lock.
            try readIfChanged()
            let merged = merged(change)
            if case .damaged(let damage, _) = file {
                try setAside(name, in: directory, damage, &found)
            }
            guard merged != file.settings else { return }
            guard let data = PropertyListFile.data(of: merged) else {
                throw DiskRefusal(action: "can't make a property list of them", systemError: EINVAL)
            }
            file = .settings(merged, try directory.replace(name, by: data, old: file.stamp))
        }
    }

    private func withDirectory(
        _ body: (LockedDirectory, _ name: String) throws(DiskRefusal) -> Void
    ) throws(DiskRefusal) {
        guard let target = DirectoryEntry(path).linksAndTarget.last else { return }
        let directory = try LockedDirectory(target.directory, creating: true)
        if !isCleaned {
            directory.removeStaleTemporaries(of: target.name)
            isCleaned = true
        }
        try body(directory, target.name)
    }

    private func setAside(
        _ name: String,
        in directory: LockedDirectory,
        _ damage: Damage,
        _ outcome: inout Outcome
    ) throws(DiskRefusal) {
        let aside = DirectoryEntry(directory: directory.path, name: try directory.setAside(name))
        file = .absent
        outcome.reports.append(damage.error(path: path, aside: aside.path))
    }

    /// Reads the file; one that can't be read is left to the first save to complain about.
    private func settle() {
        _ = try? readIfChanged()
    }

    /// Reads the file unless it is the one read last.
    ///
    /// A process with plain `synchronize()` empties the file before it writes it, so one that is damaged or gone is
    /// looked at again for a while before that is believed.
    private func readIfChanged() throws(DiskRefusal) {
        for attempt in 0...5 {
            if attempt == 0, isUnchanged, file.stamp?.isSettled ?? true { return }
            let found = try PropertyListFile.read(path)
            switch found {
            case .absent where file.stamp != nil && attempt < 5: break
            case .damaged(let damage, _) where !damage.harmful && attempt < 5: break
            default:
                file = found
                return
            }
            usleep(40_000)
        }
    }
}
#endif
