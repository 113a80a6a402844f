#if os(Linux)
import Foundation
import SettingsFile

/// The merge that keeps a suite in memory and its file together.
///
/// Not to be used by two threads at a time.
final class SuiteMerge {
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
        /// The keys that were written since the last merge, taken before memory was looked at.
        let written: [String: ChangeRecord.Write]
        let objects: [String: PropertyListObject]
        /// When memory was about to be looked at, in nanoseconds.
        let time: Int64
        /// What the file held then, as far as was known.
        let file: [String: PropertyListObject]

        /// When keys were written.
        ///
        /// Of one that a plain call has changed since, the time is not known, and the file's change not the later one.
        var times: [String: Int64] {
            var times = written.mapValues(\.time)
            for (key, write) in written where write.object.flatMap({ PropertyListObject($0) }) != objects[key] {
                times[key] = .max
            }
            return times
        }
    }

    /// Looks at memory.
    ///
    /// - Parameters:
    ///   - earlier: a look whose changes are still to be merged.
    ///   - expected: what is to be there, unless it was changed since.
    /// - Returns: what is there; `nil` when that can't be told.
    private func look(after earlier: Local? = nil, expecting expected: [String: PropertyListObject]) -> Local? {
        let (noted, merges) = changes.take()
        var written = (earlier?.written ?? [:]).merging(noted) { $1 }
        let time = Clocks.now.wall
        guard let objects = memory.snapshot(expecting: expected.filter { written[$0.key] == nil }) else {
            changes.keep(written)
            return nil
        }
        // One that the last merge has seen and saved, though it was noted only afterwards, is no change any more.
        for (key, write) in noted where write.merges < merges && objects[key] == base[key] { written[key] = nil }
        return Local(written: written, objects: objects, time: time, file: file.state.settings)
    }

    /// Takes up a suite that may have been in use before; does not write the file.
    func attach() {
        try? run(patience: nil)
    }

    /// Finds out what memory and file had in common when the suite was taken up.
    ///
    /// When Foundation loaded the file, if it did before, is not known. What differs is the program's own change only if
    /// the file is older than the process, or has no such key; otherwise the file is taken for the newer one.
    ///
    /// - Returns: what memory holds; `nil` when that can't be told.
    private func findBase() -> Local? {
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
        guard let local = look(expecting: settings) else { return nil }
        let isOwn = earlier.isEmpty && Clocks.ofProcessStart?.areAfter(file.state.stamp) == true
        base = settings
        for key in changedKeys(from: settings, to: local.objects) {
            let isStale = earlier.contains { $0[key] == local.objects[key] }
            if isStale || !isOwn && settings[key] != nil { base[key] = local.objects[key] }
        }
        isBaseKnown = true
        return local
    }

    /// Merges file and memory into both.
    ///
    /// - Parameter patience: how long to wait for another process that saves; `nil` to leave the file as it is.
    /// - Throws: why not all of memory is saved.
    func run(patience: Duration?) throws(TSUDError) {
        var local = isBaseKnown ? nil : findBase()
        var refusal: DiskRefusal?
        do throws(DiskRefusal) { try file.refresh() } catch { refusal = error }
        local = local.map(upToDate) ?? look(expecting: base)
        guard let local else { throw .notSaved(.memoryNotSeen, path: file.path) }
        let isChanged = !local.written.isEmpty || local.objects != base
        if let refusal {
            changes.keep(local.written)
            if isChanged { throw .notSaved(refusal, path: file.path) }
        } else if isChanged || file.state.settings != base {
            try merge(local, patience: patience)
        }
    }

    /// What the file holds now may come from a `synchronize()` of this process, and memory is then to be no older.
    private func upToDate(_ local: Local) -> Local {
        local.file == file.state.settings ? local : look(after: local, expecting: base) ?? local
    }

    private func merge(_ local: Local, patience: Duration?) throws(TSUDError) {
        var local = local
        var merged = mergedSettings(local, with: file.state)
        var failure: DiskRefusal?
        if let patience, merged != file.state.settings {
            do throws(DiskRefusal) {
                try file.save(patience: patience) { state in
                    local = upToDate(local)
                    return (mergedSettings(local, with: state), timeOfLastChange(local))
                }
                merged = file.state.settings
            } catch {
                failure = error
                merged = mergedSettings(local, with: file.state)
            }
        }
        apply(merged, over: local.objects)
        // What is not saved is still a change.
        let unsaved = changedKeys(from: file.state.settings, to: merged)
        changes.keep(local.written.filter { unsaved.contains($0.key) })
        for key in unsaved { base[key] = file.state.settings[key] }
        if let failure { throw .notSaved(failure, path: file.path) }
    }

    /// Of plain calls no time is known; they were made before memory was looked at.
    private func timeOfLastChange(_ local: Local) -> Int64 {
        let times = local.times
        let isAllWritten = changedKeys(from: base, to: local.objects).isSubset(of: times.keys)
        return min(local.time, isAllWritten ? times.values.max() ?? .max : .max)
    }

    private func mergedSettings(_ local: Local, with state: FileState) -> [String: PropertyListObject] {
        // What a damaged file held is not known, so all of memory counts as changed.
        if case .damaged = state { return local.objects }
        return threeWayMerge(
            base: base,
            file: state.settings,
            memory: local.objects,
            written: local.times,
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
