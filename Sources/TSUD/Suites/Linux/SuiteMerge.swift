#if os(Linux)
import Foundation
import SettingsFile

/// Merges a suite in memory with its file.
///
/// Not thread-safe.
final class SuiteMerge {
    let file: SettingsFile
    private let memory: SuiteMemory
    private let changes: ChangeRecord
    /// The last common state: the suite's objects at the end of the last merge.
    private var base: [String: PropertyListObject] = [:]
    /// Whether ``base`` has been determined.
    private var isBaseKnown = false
    /// Whether ``base`` is what the file contained when it was read ahead.
    private var isBaseInFile = false
    /// Called right before a snapshot, for tests of what happens at that moment.
    var willSnapshot: () -> Void = {}

    init(_ file: SettingsFile, _ memory: SuiteMemory, _ changes: ChangeRecord) {
        self.file = file
        self.memory = memory
        self.changes = changes
    }

    /// Takes a snapshot of the suite.
    ///
    /// - Parameters:
    ///   - earlier: a snapshot that is not merged yet; its written keys are included.
    ///   - expected: the objects that the suite contains unless they were changed since.
    /// - Returns: `nil` if the suite can't be read reliably.
    private func snapshot(
        after earlier: SuiteSnapshot? = nil,
        expecting expected: [String: PropertyListObject]
    ) -> SuiteSnapshot? {
        willSnapshot()
        return changes.take { noted in
            var written = earlier?.written ?? [:]
            for (key, write) in noted { written[key] = write }
            let time = FileStamp.now
            return memory.snapshot(expecting: expected).map {
                SuiteSnapshot(written: written, objects: $0, time: time, stamp: file.state.stamp)
            }
        }
    }

    /// Merges the file into a suite that may already have been in use, without writing the file.
    ///
    /// If the file is older than the process, Foundation has loaded the same. Then this only reads the file: parsing it
    /// and copying the suite wait for a change, because a short program may end before there is one.
    func attach() {
        if (try? file.readAhead()) == true, Clocks.ofProcessStart?.areAfter(file.stamp) == true {
            memory.load()
            isBaseInFile = file.isUnchanged
        }
        if !isBaseInFile { try? run(patience: nil) }
    }

    /// Determines the last common state of memory and file.
    ///
    /// It is unknown when Foundation loaded the file. A difference counts as the program's own change only if the file
    /// is older than the process or does not have the key. Otherwise the file's object counts as newer.
    ///
    /// - Returns: a snapshot of the suite; `nil` if the suite can't be read reliably.
    private func findBase() -> SuiteSnapshot? {
        if isBaseInFile {
            (base, isBaseKnown) = (file.state.settings, true)
            return nil
        }
        var earlier = [file.state.settings]
        // The first save reports a file that can't be read.
        try? file.refresh()
        // Before Foundation reads the file in the next line.
        try? file.moveAsideIfHarmful()
        memory.load()
        for _ in 0..<100 where !file.isSurelyUnchanged {
            let settings = file.state.settings
            try? file.refresh()
            if file.state.settings == settings { break }
            earlier.append(settings)
        }
        let settings = file.state.settings
        guard let local = snapshot(expecting: settings) else { return nil }
        let isOwn = earlier.allSatisfy { $0 == settings } && Clocks.ofProcessStart?.areAfter(file.state.stamp) == true
        base = settings
        for key in changedKeys(from: settings, to: local.objects) {
            let isStale = earlier.contains { $0[key] == local.objects[key] }
            if isStale || !isOwn && settings[key] != nil { base[key] = local.objects[key] }
        }
        isBaseKnown = true
        return local
    }

    /// Merges file and memory, and updates both.
    ///
    /// - Parameter patience: how long to wait for another process that saves; `nil` to not write the file.
    /// - Throws: why some changes could not be saved.
    func run(patience: Duration?) throws(TSUDError) {
        var local = isBaseKnown ? nil : findBase()
        guard isBaseKnown else { throw .notSaved(.memoryNotSeen, path: file.path) }
        var refusal: DiskRefusal?
        do throws(DiskRefusal) { try read(&local) } catch { refusal = error }
        guard let local = local ?? snapshot(expecting: base) else { throw .notSaved(.memoryNotSeen, path: file.path) }
        let isChanged = !local.written.isEmpty || local.objects != base
        if let refusal {
            changes.keep(local.written)
            if isChanged { throw .notSaved(refusal, path: file.path) }
        } else if isChanged || file.state.settings != base {
            try merge(local, patience: patience)
        }
    }

    /// Reads file and memory as they are at one moment, because a `synchronize()` of this process may write the file in
    /// between.
    private func read(_ local: inout SuiteSnapshot?) throws(DiskRefusal) {
        for _ in 0..<10 {
            try file.refresh()
            local = local.map(upToDate) ?? snapshot(expecting: base)
            if local == nil || file.isUnchanged { return }
        }
        throw .alwaysChanged
    }

    /// Takes the snapshot again if the file was changed since.
    private func upToDate(_ local: SuiteSnapshot) -> SuiteSnapshot {
        local.stamp == file.state.stamp ? local : snapshot(after: local, expecting: base) ?? local
    }

    private func merge(_ local: SuiteSnapshot, patience: Duration?) throws(TSUDError) {
        var local = local
        var merged = mergedSettings(local, with: file.state)
        if let patience, merged != file.state.settings {
            do throws(DiskRefusal) {
                try file.save(patience: patience) { state in
                    local = upToDate(local)
                    return (mergedSettings(local, with: state), timeOfLastChange(local))
                }
            } catch {
                changes.keep(local.written)
                // At least memory gets what is in the file.
                try? run(patience: nil)
                throw .notSaved(error, path: file.path)
            }
            merged = file.state.settings
        }
        apply(merged, over: local.objects)
        // What was not saved still counts as a change.
        let unsaved = changedKeys(from: file.state.settings, to: merged)
        var kept: [String: ChangeRecord.Write] = [:]
        for key in unsaved {
            base[key] = file.state.settings[key]
            kept[key] = local.written[key]
        }
        changes.keep(kept)
    }

    /// The times of plain calls are unknown, but earlier than the snapshot.
    private func timeOfLastChange(_ local: SuiteSnapshot) -> Int64 {
        let times = local.times
        let isAllWritten = changedKeys(from: base, to: local.objects).isSubset(of: times.keys)
        return min(local.time, isAllWritten ? times.values.max() ?? .max : .max)
    }

    private func mergedSettings(_ local: SuiteSnapshot, with state: FileState) -> [String: PropertyListObject] {
        // The contents of a damaged file are unknown, so all of memory counts as changed.
        if case .damaged = state { return local.objects }
        return threeWayMerge(
            base: base,
            file: state.settings,
            memory: local.objects,
            written: local.times,
            fileTime: state.stamp?.modified.nanoseconds ?? .min
        )
    }

    /// Stores the merged objects in memory.
    private func apply(_ merged: [String: PropertyListObject], over objects: [String: PropertyListObject]) {
        base = objects
        for key in changedKeys(from: objects, to: merged) {
            guard changes.replace(key, by: { memory.replace(key, objects[key], by: merged[key]) }) else { continue }
            // If a plain write follows, it differs from this and counts as a change in the next merge.
            base[key] = merged[key]
        }
    }
}
#endif
