#if os(Linux)
import Foundation

extension SavedSuite {
    /// How long the background waits for another process or thread, or for a file that is being written.
    private static let patience = Duration.milliseconds(250)

    // MARK: Occasions

    /// Returns once all that keys have written is on disk.
    ///
    /// Without changes it does not touch the file.
    ///
    /// - Throws: `notSaved` if the disk refuses, or if another process holds the lock for ten seconds.
    func flush() throws(TSUDError) {
        do throws(FileError) {
            try sync(saving: true, patience: .seconds(10))
        } catch {
            // A file that can't be read matters only to who writes.
            if state.withLock({ $0.pending.isEmpty }) { return }
            throw .notSaved(error, path: file.path)
        }
        io.withLock { file.flushDirectory() }
    }

    /// Saves what is due.
    ///
    /// - Parameter isRetry: whether it is tried again because it has failed before.
    /// - Returns: when to try again; `nil` if it is saved, or another attempt is scheduled.
    func saveInBackground(isRetry: Bool = false) -> Duration? {
        state.withLock { state in
            (state.isScheduled, state.lastSave) = (false, .now)
            if isRetry { state.isRetryScheduled = false }
        }
        do throws(FileError) {
            try sync(saving: true, patience: Self.patience)
            state.withLock { $0.waitingSince = nil }
            return nil
        } catch {
            let (isFirst, isLong) = state.withLock { state -> (Bool, Bool) in
                let isFirst = !state.isRetryScheduled
                state.isRetryScheduled = true
                state.waitingSince = error.isTransient ? state.waitingSince ?? .now : nil
                return (isFirst, state.waitingSince.map { .now - $0 > .seconds(10) } ?? true)
            }
            if isLong { Log.once(.notSaved(error, path: file.path)) }
            return isFirst ? (error.isTransient ? Self.pause : .seconds(10)) : nil
        }
    }

    /// Follows the file, and moves a damaged one aside.
    ///
    /// - Returns: when to look again; `nil` if it has followed, or another look is scheduled.
    func follow(isRetry: Bool = false) -> Duration? {
        if isRetry { state.withLock { $0.isLookScheduled = false } }
        do throws(FileError) {
            try sync(saving: false, patience: Self.patience)
            return nil
        } catch {
            let isFirst = state.withLock { state in
                defer { state.isLookScheduled = true }
                return !state.isLookScheduled
            }
            return isFirst ? (error.isTransient ? Self.pause : .seconds(2)) : nil
        }
    }

    // MARK: One exchange between memory and file

    /// Saves what is pending, if asked to, lets memory follow the file, and announces what others have changed.
    ///
    /// - Parameters:
    ///   - saving: whether to save.
    ///   - patience: how long to wait for another thread, and then for another process.
    /// - Throws: why it is not saved, or the file can't be read.
    func sync(saving: Bool, patience: Duration) throws(FileError) {
        guard io.lock(before: Date() + patience / .seconds(1)) else { throw .stillSaving }
        SaveQueue.shared.noteProgress()
        let result = Result { () throws(FileError) in try exchange(saving: saving, by: .now + patience) }
        if case .failure(let error) = result, error.isOfDescriptors {
            state.withLock { $0.pending = $0.pending.mapValues { Write($0.object, isUncertain: true) } }
        }
        io.unlock()
        announce((try? result.get()) ?? [])
        takeIn()
        _ = try result.get()
    }

    /// - Returns: the names that plain calls have changed after keys.
    private func exchange(saving: Bool, by deadline: ContinuousClock.Instant) throws(FileError) -> [String] {
        if !saving || state.withLock(\.pending.isEmpty) {
            if file.isUnchanged, file.damage == nil { return [] }
            try refresh(by: deadline)
            if file.damage == nil { return [] }
        }
        // An update has it, on this thread or on another.
        let lock = updates.lock == nil ? try FileLock.take(for: file.target, by: deadline) : nil
        defer { lock?.unlock() }
        repeat {
            let exchange = try prepare([], by: deadline)
            if try commit(exchange, []) != nil { return exchange.plain }
        } while ContinuousClock.now < deadline
        throw .alwaysChanged
    }

    /// New contents of the file, written beside it.
    struct Exchange {
        let new: PropertyListDictionary
        /// `nil` if the file has them already.
        let replacement: Replacement?
        /// What keys have written and is in `new`.
        let writes: [String: Write]
        /// The names of which memory has what a plain call has stored later, and so has `new`.
        let plain: [String]
    }

    /// Reads the file, and writes beside it what it is to have: what keys have written and, on top of that, changes.
    func prepare(_ changes: [StoredChange], by deadline: ContinuousClock.Instant) throws(FileError) -> Exchange {
        try refresh(by: deadline)
        if let damage = file.damage {
            Log.once(.damagedFile(damage, path: file.path, movedTo: try file.moveAside()))
        }
        var new = file.settings
        var plain: [String] = []
        let writes = state.withLock(\.pending)
        // In parts, so that a write waits for a moment only.
        for names in Array(writes.keys).parts(of: 500) {
            state.withLock { state in
                let found = names.filter { state.pending[$0] === writes[$0] }.map { ($0, memory[$0]) }
                for (name, found) in found {
                    let write = writes[name]
                    let saved = objectToSave(
                        written: write?.object,
                        found: found,
                        elsewhere: memory.elsewhere(name, found: found),
                        isLossy: write?.isUncertain == true || found == nil && !SuiteMemory.knowsUser
                    )
                    new[name] = saved.object
                    if saved.isPlain { plain.append(name) }
                }
            }
        }
        for change in changes { new[change.key] = change.object }
        let isNeeded = !writes.isEmpty || !changes.isEmpty
        let replacement = isNeeded ? try file.replacement(with: new) : nil
        return Exchange(new: new, replacement: replacement, writes: writes, plain: plain)
    }

    /// Puts the new contents in the file's place, and then changes into memory.
    ///
    /// - Returns: what the changes have changed; `nil` if the file was changed meanwhile, by somebody who takes no lock.
    func commit(_ exchange: Exchange, _ changes: [StoredChange]) throws(FileError) -> [Changed]? {
        if let replacement = exchange.replacement, !(try file.replace(with: replacement, exchange.new)) { return nil }
        return state.withLock { state in
            let changed = self.changed(by: changes, state)
            for (name, write) in exchange.writes where state.pending[name] === write {
                state.pending[name] = nil
                // Memory gets it, if it has lost it.
                if write.isUncertain, write.object != nil { state.behind[name] = .some(nil) }
            }
            for change in changes {
                memory.set(change.key, to: change.object)
                state.pending[change.key] = nil
                state.settle(change.key)
            }
            state.seen = exchange.new
            return changed
        }
    }

    // MARK: Following

    /// Reads the file unless it is unchanged, and notes what memory has to follow.
    func refresh(by deadline: ContinuousClock.Instant) throws(FileError) {
        try file.refresh(by: deadline)
        let found = file.settings
        state.withLock { state in
            for name in changedNames(from: state.seen, to: found) where state.pending[name] == nil {
                if state.behind[name] != nil { continue }
                state.behind[name] = .some(state.tolerated.removeValue(forKey: name) ?? state.seen[name])
            }
            state.seen = found
        }
    }

    /// Lets memory follow what was seen, and announces it.
    func takeIn() {
        let (behind, seen) = state.withLock { ($0.behind.keys, $0.seen) }
        if behind.isEmpty { return }
        // What is stored comes before what is removed: what has moved to another name is never missing.
        takeIn(behind.filter { seen[$0] != nil } + behind.filter { seen[$0] == nil })
    }

    /// Lets memory follow some names, in parts of about ten milliseconds, with no lock held in between.
    ///
    /// Foundation takes up to a millisecond to set a name where much has changed. It puts the suite together anew at
    /// the first look after a change, so many are looked at before one is set.
    func takeIn(_ names: [String], isFirstUse: Bool = false) {
        var rest = names[...]
        // A program that exits needs nothing new, and others may go on saving.
        while !rest.isEmpty, isFirstUse || !SaveQueue.shared.isExiting {
            let part = rest.prefix(100)
            let (done, announced) = state.withLock { takeIn(part, isFirstUse: isFirstUse, &$0) }
            if !isFirstUse { announce(announced) }
            rest = rest.dropFirst(done)
            // Who waits for the lock gets it now.
            if !rest.isEmpty { usleep(200) }
        }
    }

    /// - Returns: how many of the names are done, and the names to announce.
    private func takeIn(_ names: ArraySlice<String>, isFirstUse: Bool, _ state: inout State) -> (Int, [String]) {
        let end = ContinuousClock.now + .milliseconds(10)
        let due = names.filter { isFirstUse || state.behind[$0] != nil }
        let (before, now) = (due.objects { state.behind[$0].flatMap { $0 } }, due.objects { state.seen[$0] })
        let found = due.objects { memory[$0] }
        let follow = Follow(
            before: before,
            now: now,
            pending: Set(due.filter { state.pending[$0] != nil }),
            memory: found,
            // Only asked where it matters.
            elsewhere: due.objects { name in
                let isSame = before[name] != nil && now[name] != nil || found[name] == now[name]
                return isSame ? nil : memory.elsewhere(name, found: isFirstUse ? nil : found[name])
            },
            isFirstUse: isFirstUse
        )
        state.tolerated.merge(follow.tolerated) { $1 }
        var done: Set<String> = []
        var isAnySet = false
        for name in names {
            if let object = follow.set[name] {
                // One at least, so that there is an end.
                if isAnySet, ContinuousClock.now > end { break }
                memory.set(name, to: object)
                isAnySet = true
            }
            state.behind[name] = nil
            done.insert(name)
        }
        return (done.count, follow.announced.filter(done.contains))
    }

    func announce(_ names: [String]) {
        if !names.isEmpty { observations.noteForeignChanges(of: names) }
    }
}

/// The names whose objects differ between two states.
private func changedNames(from old: PropertyListDictionary, to new: PropertyListDictionary) -> [String] {
    new.keys.filter { new[$0] != old[$0] } + old.keys.filter { new[$0] == nil }
}

extension Array {
    fileprivate func parts(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}

extension Sequence<String> {
    /// What is found under these names.
    fileprivate func objects(_ find: (String) -> PropertyListObject?) -> PropertyListDictionary {
        reduce(into: [:]) { $0[$1] = find($1) }
    }
}
#endif
