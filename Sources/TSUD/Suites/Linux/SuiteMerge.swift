#if os(Linux)
import Foundation
import SettingsFile

/// The merge that keeps a suite in memory and its file together.
///
/// Not to be used by two threads at a time.
final class SuiteMerge {
    /// What came of a merge.
    struct Outcome {
        /// The keys whose objects in memory are others than at the last merge.
        var changed: Set<String> = []
        /// What is to be logged, whether or not all was saved.
        var reports: [TSUDError] = []
        /// Why not all of memory is saved.
        var failure: TSUDError?
    }

    let file: SettingsFile
    private let memory: SuiteMemory
    private let changes: ChangeRecord
    /// The last common state: memory's objects at the end of the last merge.
    private var base: [String: PropertyListObject] = [:]
    /// Whether ``base`` is what a merge left, and not what was guessed when the suite was first used.
    private var isBaseKnown = false

    init(_ file: SettingsFile, _ memory: SuiteMemory, _ changes: ChangeRecord) {
        self.file = file
        self.memory = memory
        self.changes = changes
    }

    /// The side of a merge that is in memory.
    private struct Local {
        /// The keys that were written since the last merge, taken before memory was looked at.
        let written: Set<String>
        let objects: [String: PropertyListObject]
    }

    /// Takes up a suite that may have been in use before; does not write the file.
    ///
    /// When Foundation loaded the file, if it did, is not known. If the file is as old as the process, what memory has
    /// besides comes from plain `UserDefaults` calls. Otherwise only keys that are nowhere else surely do, and where
    /// both have a key the file is taken for the newer one.
    func attach() -> Outcome {
        var outcome = Outcome()
        let written = changes.take()
        // A file that can't be read is left to the first save to complain about.
        try? file.refresh()
        // Now, because the line after makes Foundation read it.
        try? file.moveAsideIfHarmful()
        memory.load()
        var objects = memory.snapshot()
        for _ in 0..<5 where !file.isUnchanged {
            try? file.refresh()
            objects = memory.snapshot()
        }
        let settings = file.state.settings
        base = ProcessStart.isAfter(file.state.stamp) ? settings : objects.filter { settings[$0.key] != nil }
        merge(Local(written: written, objects: objects), saving: false, &outcome)
        return outcome
    }

    /// Merges file and memory into both.
    ///
    /// - Returns: what changed in memory, and whether all of it is saved.
    func run() -> Outcome {
        var outcome = Outcome()
        let local = Local(written: changes.take(), objects: memory.snapshot())
        if isBaseKnown, local.written.isEmpty, local.objects == base, file.isSurelyUnchanged { return outcome }
        merge(local, saving: true, &outcome)
        return outcome
    }

    private func merge(_ local: Local, saving: Bool, _ outcome: inout Outcome) {
        let before = base
        defer { outcome.reports += file.takeMovedFiles().map { .damagedFile($0, path: file.path) } }
        do throws(DiskRefusal) {
            try file.refresh()
        } catch {
            let unsaved = local.written.union(changedKeys(from: base, to: local.objects))
            changes.keep(unsaved)
            base = local.objects
            outcome.changed = changedKeys(from: before, to: base)
            if !unsaved.isEmpty { outcome.failure = .notSaved(error, path: file.path) }
            return
        }
        var merged = merged(local, with: file.state)
        if saving, merged != file.state.settings {
            do throws(DiskRefusal) {
                try file.save { self.merged(local, with: $0) }
            } catch {
                outcome.failure = .notSaved(error, path: file.path)
            }
            merged = self.merged(local, with: file.state)
        }
        isBaseKnown = true
        changes.keep(changedKeys(from: file.state.settings, to: merged))
        apply(merged, over: local.objects)
        outcome.changed = changedKeys(from: before, to: base)
    }

    private func merged(_ local: Local, with state: FileState) -> [String: PropertyListObject] {
        // What a damaged file held is not known, so all of memory counts as changed.
        if case .damaged = state { return local.objects }
        var base = base
        for key in local.written {
            // A key that was written has changed, even to what it was before: the base must have something else.
            base[key] = local.objects[key] == nil ? .boolean(true) : nil
        }
        return threeWayMerge(base: base, file: state.settings, memory: local.objects)
    }

    /// Puts the merged objects into memory.
    private func apply(_ merged: [String: PropertyListObject], over objects: [String: PropertyListObject]) {
        base = objects
        for key in changedKeys(from: objects, to: merged) {
            guard changes.replace(key, by: { memory.replace(key, objects[key], by: merged[key]) }) else { continue }
            // Should a plain write come right after, it differs from this and counts as a change next time.
            base[key] = merged[key]
        }
    }
}
#endif
