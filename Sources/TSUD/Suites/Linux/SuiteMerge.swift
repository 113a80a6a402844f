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
    /// Whether ``base`` has been found out.
    private var isBaseKnown = false

    init(_ file: SettingsFile, _ memory: SuiteMemory, _ changes: ChangeRecord) {
        self.file = file
        self.memory = memory
        self.changes = changes
    }

    /// The side of a merge that is in memory.
    private struct Local {
        /// When keys were written since the last merge, taken before memory was looked at.
        let written: [String: Int64]
        let objects: [String: PropertyListObject]
    }

    /// Takes up a suite that may have been in use before; does not write the file.
    func attach() -> Outcome {
        var outcome = Outcome()
        let written = changes.take()
        guard let objects = findBase() else {
            changes.keep(written)
            return outcome
        }
        merge(Local(written: written, objects: objects), patience: nil, &outcome)
        return outcome
    }

    /// Finds out what memory and file had in common when the suite was taken up.
    ///
    /// When Foundation loaded the file, if it did before, is not known. What differs is the program's own change only if
    /// the file is older than the process, or has no such key; otherwise the file is taken for the newer one.
    ///
    /// - Returns: what memory holds; `nil` when that can't be told.
    private func findBase() -> [String: PropertyListObject]? {
        var earlier: [[String: PropertyListObject]] = []
        // A file that can't be read is left to the first save to complain about.
        try? file.refresh()
        // Now, because the line after makes Foundation read it.
        try? file.moveAsideIfHarmful()
        memory.load()
        for _ in 0..<100 where !file.isSurelyUnchanged {
            let settings = file.state.settings
            try? file.refresh()
            if file.state.settings == settings { break }
            earlier.append(settings)
        }
        let settings = file.state.settings
        guard let objects = memory.snapshot(expecting: settings) else { return nil }
        let isOwn = earlier.isEmpty && ProcessStart.isAfter(file.state.stamp)
        base = settings
        for key in changedKeys(from: settings, to: objects) {
            let isStale = earlier.contains { $0[key] == objects[key] }
            if isStale || !isOwn && settings[key] != nil { base[key] = objects[key] }
        }
        isBaseKnown = true
        return objects
    }

    /// Merges file and memory into both.
    ///
    /// - Parameter patience: how long to wait for another process that saves; `nil` to leave the file as it is.
    /// - Returns: what changed in memory, and whether all of it is saved.
    func run(patience: Duration?) -> Outcome {
        var outcome = Outcome()
        let written = changes.take()
        let objects = isBaseKnown ? memory.snapshot(expecting: base.filter { written[$0.key] == nil }) : findBase()
        guard let objects else {
            changes.keep(written)
            outcome.failure = .notSaved(.memoryNotSeen, path: file.path)
            return outcome
        }
        if written.isEmpty, objects == base, file.isSurelyUnchanged { return outcome }
        merge(Local(written: written, objects: objects), patience: patience, &outcome)
        return outcome
    }

    private func merge(_ local: Local, patience: Duration?, _ outcome: inout Outcome) {
        let before = base
        defer {
            outcome.reports += file.takeMovedFiles().map { .damagedFile($0, path: file.path) }
            // A key that was written may have been removed since, and be what it was at the last merge.
            outcome.changed = changedKeys(from: before, to: local.objects).union(local.written.keys)
                .union(changedKeys(from: before, to: base))
        }
        do throws(DiskRefusal) {
            try file.refresh()
        } catch {
            changes.keep(local.written)
            if !local.written.isEmpty || local.objects != base { outcome.failure = .notSaved(error, path: file.path) }
            return
        }
        var merged = merged(local, with: file.state)
        if let patience, merged != file.state.settings {
            do throws(DiskRefusal) {
                try file.save(patience: patience, modified: timeOfLastChange(local)) { self.merged(local, with: $0) }
            } catch {
                outcome.failure = .notSaved(error, path: file.path)
            }
            merged = self.merged(local, with: file.state)
        }
        apply(merged, over: local.objects)
        // What is not saved is still a change.
        let unsaved = changedKeys(from: file.state.settings, to: merged)
        changes.keep(local.written.filter { unsaved.contains($0.key) })
        for key in unsaved { base[key] = file.state.settings[key] }
    }

    /// `nil` when plain calls made some of the changes, of which no time is known.
    private func timeOfLastChange(_ local: Local) -> Int64? {
        let isAllWritten = changedKeys(from: base, to: local.objects).isSubset(of: local.written.keys)
        return isAllWritten ? local.written.values.max() : nil
    }

    private func merged(_ local: Local, with state: FileState) -> [String: PropertyListObject] {
        // What a damaged file held is not known, so all of memory counts as changed.
        if case .damaged = state { return local.objects }
        return threeWayMerge(
            base: base,
            file: state.settings,
            memory: local.objects,
            written: local.written,
            fileTime: state.stamp?.modified.nanoseconds ?? .min
        )
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
