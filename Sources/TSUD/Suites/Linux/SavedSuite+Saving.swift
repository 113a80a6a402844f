#if os(Linux)
import Foundation
import SettingsFile

extension SavedSuite {
    /// How long a background save waits for another process, or for a file that is being written.
    private static let patience = Duration.milliseconds(250)

    // MARK: Occasions

    /// Returns once all that keys have written is on disk.
    ///
    /// Without changes it does not touch the file.
    ///
    /// - Throws: `notSaved` if the disk refuses, or if another process holds the lock for ten seconds.
    func flush() throws(TSUDError) {
        let deadline = ContinuousClock.now + .seconds(10)
        defer { Announcer.shared.check(observations) }
        do throws(FileError) {
            saving.lock()
            defer { saving.unlock() }
            if lock.withLock({ record.pending.isEmpty }) {
                // A file that can't be read matters only to who writes.
                try? follow(by: deadline)
            } else {
                try save(by: deadline)
            }
            file.flushDirectory()
        } catch {
            throw .notSaved(error, path: path)
        }
    }

    /// Saves what is due, and follows the file.
    ///
    /// - Returns: when there is something to do again; `nil` if nothing is pending.
    func saveInBackground() -> Duration? {
        let isPending = lock.withLock { !record.pending.isEmpty }
        let isDue = isPending && delayOfNextSave == .zero
        // A thread in `flush` may be waiting for another process; the other suites must not wait for it.
        guard saving.try() else { return Self.pause }
        defer { Announcer.shared.check(observations) }
        lock.withLock {
            // From now on the next write schedules a save again.
            if isDue || !isPending { isSaveDue = false }
            if isDue { lastSave = .now }
        }
        do throws(FileError) {
            defer { saving.unlock() }
            if isDue {
                try save(by: .now + Self.patience)
            } else if !file.isUnchanged {
                try follow(by: .now + Self.patience)
            }
        } catch {
            // What is not transient is tried again after the next change.
            if !error.isTransient, isDue {
                Log.once(.notSaved(error, path: path))
                return nil
            }
        }
        return lock.withLock { record.pending.isEmpty } ? nil : delayOfNextSave
    }

    /// Saves what is pending, before the process exits or forks.
    func saveNow(by deadline: ContinuousClock.Instant) throws(FileError) {
        if lock.withLock({ record.pending.isEmpty }) { return }
        guard saving.lock(before: Date() + (deadline - .now) / .seconds(1)) else { throw .stillSaving }
        defer { saving.unlock() }
        try save(by: deadline)
    }

    // MARK: Forks

    /// Takes the locks; that of a save in progress only until the deadline.
    func prepareFork(by deadline: ContinuousClock.Instant) {
        isSavingHeld = saving.lock(before: Date() + max(.zero, deadline - .now) / .seconds(1))
        lock.lock()
    }

    /// Returns the locks.
    ///
    /// In the child, what is pending is the parent's.
    func endFork(inChild isChild: Bool) {
        if isChild {
            record.pending = [:]
            isSaveDue = false
        }
        lock.unlock()
        if isSavingHeld { saving.unlock() }
        guard isChild, !isSavingHeld else { return }
        // The thread that saves does not exist here.
        saving = NSLock()
        file = SharedFile(path: path)
        record.file = nil
    }

    // MARK: Following and saving, with the lock `saving`

    /// Puts what is pending on top of the file, and replaces it.
    private func save(by deadline: ContinuousClock.Instant) throws(FileError) {
        let end = min(deadline, .now + .milliseconds(50))
        while lock.withLock({ !record.pending.isEmpty }) {
            let fileLock = try FileLock.take(path, by: deadline)
            // Another process may have saved meanwhile.
            try follow(by: deadline)
            // It may have undone what another process has saved, which that one puts back.
            if file.isJustSynchronized, ContinuousClock.now < end {
                fileLock.unlock()
                usleep(5_000)
                continue
            }
            moveAside(fileLock)
            let (record, old) = (lock.withLock { self.record }, file.stamp)
            let settings = record.merged
            guard settings != file.state.settings else {
                forget(record.pending)
                return
            }
            // The time never goes back, or another process would take an old change for a later one. A time later than
            // now tells nothing.
            let now = FileStamp.now
            let fileTime = old?.modified.nanoseconds ?? .min
            let time = min(now, max(record.lastWrite, fileTime > now ? .min : fileTime))
            guard try file.replace(with: settings, modified: time, fileLock) else {
                // It was written in place meanwhile.
                guard ContinuousClock.now < deadline else { throw .alwaysChanged }
                continue
            }
            lock.withLock { self.record.note(settings, isOwn: true, at: timeOfChange) }
            forget(record.pending)
            // What keys write meanwhile is saved next time.
            guard let late = try file.settingsWrittenInPlace(fileLock, to: old, by: deadline),
                try adopt(late, writtenOver: record.file ?? [:], settings, by: deadline)
            else { return }
        }
    }

    /// When the file was changed: not when that is noticed, which may be much later.
    private var timeOfChange: Int64 { file.stamp?.changed.nanoseconds ?? FileStamp.now }

    private func forget(_ saved: [String: SuiteRecord.Write]) {
        lock.withLock {
            for (key, write) in saved where record.pending[key] === write { record.pending[key] = nil }
        }
    }

    /// Takes over what a `synchronize()` has written to the file that was just replaced.
    ///
    /// It has to open the file within microseconds before that. If these are made milliseconds, `LaterWriteTests` fail
    /// without.
    ///
    /// - Returns: whether it has to be saved again.
    private func adopt(
        _ late: PropertyListDictionary,
        writtenOver old: PropertyListDictionary,
        _ replacement: PropertyListDictionary,
        by deadline: ContinuousClock.Instant
    ) throws(FileError) -> Bool {
        // What was written to the new file since is newer.
        try follow(by: deadline)
        return lock.withLock {
            let keys = changedKeys(from: old, to: late).filter { key in
                record.pending[key] == nil && record.file?[key] == replacement[key]
                    && !record.isUndone(key, by: late[key], isOwn: false, at: timeOfChange)
            }
            replaceInMemory(keys, with: late)
            for key in keys {
                let object = late[key]?.foundationObject
                record.pending[key] = SuiteRecord.Write(object, at: FileStamp.now, isPutBack: true)
            }
            return !keys.isEmpty
        }
    }

    /// Reads the file if it was changed, and brings memory up to it.
    func follow(by deadline: ContinuousClock.Instant) throws(FileError) {
        let known = parse()
        try file.refresh(by: deadline)
        // What was in a damaged file is what was last seen.
        if case .damaged = file.state { return }
        let new = file.state.settings
        let changed = changedKeys(from: known, to: new)
        guard !changed.isEmpty else { return }
        let time = file.stamp?.modified.nanoseconds ?? .min
        lock.withLock {
            var followed: [String] = []
            for key in changed {
                let write = record.pending[key]
                // What memory has as well, a plain call of this process has changed.
                if memory[key] == new[key] {
                    followed.append(key)
                } else if file.isByPlainCalls, write?.isPutBack ?? true,
                    record.isUndone(key, by: new[key], isOwn: true, at: timeOfChange)
                {
                    let object = known[key]?.foundationObject
                    record.pending[key] = write ?? SuiteRecord.Write(object, at: time, isPutBack: true)
                } else if write == nil || record.isOlder(key, than: changed, at: time) {
                    followed.append(key)
                }
            }
            replaceInMemory(followed, with: new)
            for key in followed { record.pending[key] = nil }
            if file.isByPlainCalls { record.file = new } else { record.note(new, isOwn: false, at: timeOfChange) }
        }
    }

    /// Replaces objects in memory, except those that a plain call has changed, with the lock `lock`.
    private func replaceInMemory(_ keys: [String], with settings: PropertyListDictionary) {
        // All are looked at first, because Foundation's first look after a change takes long.
        let untouched = keys.filter { key in
            let found = memory[key]
            if found == settings[key] { return false }
            let known = record.known(key)
            let registered = memory.registeredObject(forKey: key).flatMap { PropertyListObject($0) }
            if found == record.found[key] ?? known ?? registered { return true }
            // Otherwise a plain call has changed it, and its value stays. It counts as looked at, so that the next
            // change goes in, unless that is what this process saves by `synchronize()`.
            if known == nil || !file.isByPlainCalls { record.found[key] = .some(found) }
            return false
        }
        for key in untouched { memory.replace(key, with: settings[key]) }
        for key in untouched {
            let isOther = settings[key]?.holdsWideInteger ?? true
            record.found[key] = isOther ? memory[key].map { .some($0) } : nil
        }
    }
}
#endif
