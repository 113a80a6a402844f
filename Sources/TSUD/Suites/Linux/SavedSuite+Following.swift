#if os(Linux)
import Foundation

/// What memory does about a name that somebody else has changed in the file.
enum MemoryUpdate {
    /// It gets what the file has, which is announced.
    case set
    /// It has that already, which is announced.
    case announce
    /// It keeps what it has for now; the next change of the file replaces it.
    case tolerate
    /// A key or a plain call was later.
    case keep

    /// Decides it.
    ///
    /// - Parameters:
    ///   - before: what memory is supposed to have: what the file had, or what was tolerated.
    ///   - now: what is in the file, which is not what was there before.
    ///   - isPending: whether a key has written what no save has had yet, which counts more than the file.
    ///   - memory: what memory has. Where it is not what it is supposed to have, a plain call has changed it.
    ///   - elsewhere: what an empty suite has: a registered, global or added object, which a name that is not stored
    ///     uncovers.
    ///   - isFirstUse: whether memory was loaded at an unknown time, and so may have an older object than the file.
    init(
        before: PropertyListObject?,
        now: PropertyListObject?,
        isPending: Bool = false,
        memory: PropertyListObject?,
        elsewhere: @autoclosure () -> PropertyListObject? = nil,
        isFirstUse: Bool = false
    ) {
        if isPending {
            self = .keep
        } else if memory == now {
            self = .announce
        } else if memory.isEqualToFoundation(before) {
            self = .set
        } else if memory != nil, before == nil || now == nil, memory == elsewhere() {
            // Nothing is stored in memory.
            self = now == nil ? .announce : .set
        } else {
            self = isFirstUse && memory != nil ? .tolerate : .keep
        }
    }
}

extension SavedSuite {
    /// Reads the file unless it is unchanged, and notes what memory has to follow.
    func refresh(by deadline: ContinuousClock.Instant) throws(FileError) {
        if try file.refresh(by: deadline) { noteSeen() }
    }

    /// Notes what memory has to follow.
    func noteSeen() {
        let found = file.settings
        // A write need not wait for the comparison.
        let names = changedNames(from: state.withLock(\.seen), to: found)
        state.withLock { state in
            for name in names where state.pending[name] == nil && state.behind[name] == nil {
                state.behind[name] = .some(state.tolerated.removeValue(forKey: name) ?? state.seen[name])
            }
            state.seen = found
        }
    }

    /// Lets memory follow what was seen, and announces it: in parts of about ten milliseconds, with no lock held in
    /// between.
    ///
    /// Foundation takes up to a millisecond to set a name where much has changed. It puts the suite together anew at
    /// the first look after a change, so many are looked at before one is set.
    func takeIn(isFirstUse: Bool = false) {
        let (names, plain) = state.withLock { state in
            defer { state.unannounced = [] }
            // What is stored comes before what is removed: what has moved to another name is never missing.
            let (behind, seen) = (state.behind.keys, state.seen)
            return (behind.filter { seen[$0] != nil } + behind.filter { seen[$0] == nil }, state.unannounced)
        }
        announce(plain)
        var rest = names[...]
        // A program that exits needs nothing new, and others may go on saving.
        while !rest.isEmpty, isFirstUse || !SaveQueue.shared.isExiting {
            let (count, announced) = state.withLock { takeIn(rest.prefix(100), isFirstUse: isFirstUse, &$0) }
            announce(announced)
            rest = rest.dropFirst(count)
            // Who waits for the lock gets it now.
            if !rest.isEmpty { usleep(200) }
        }
    }

    /// - Returns: how many of the names are done, and the names to announce.
    private func takeIn(_ names: ArraySlice<String>, isFirstUse: Bool, _ state: inout State) -> (Int, [String]) {
        let found = names.objects { memory[$0] }
        let end = ContinuousClock.now + .milliseconds(10)
        var announced: [String] = []
        for (count, name) in names.enumerated() {
            // One at least, so that there is an end.
            if count > 0, ContinuousClock.now > end { return (count, announced) }
            guard let before = state.behind.removeValue(forKey: name) else { continue }
            let follow = MemoryUpdate(
                before: before,
                now: state.seen[name],
                isPending: state.pending[name] != nil,
                memory: found[name],
                elsewhere: memory.elsewhere(name, found: isFirstUse ? nil : found[name]),
                isFirstUse: isFirstUse
            )
            switch follow {
            case .set:
                if memory.set(name, to: state.seen[name]) {
                    announced.append(name)
                } else {
                    state.behind[name] = .some(before)
                }
            case .announce: announced.append(name)
            case .tolerate: state.tolerated[name] = found[name]
            case .keep: break
            }
        }
        return (names.count, announced)
    }

    private func announce(_ names: [String]) {
        if !names.isEmpty { observations.noteExternalChanges(of: names) }
    }
}

/// The names whose objects differ between two states.
private func changedNames(from old: PropertyListDictionary, to new: PropertyListDictionary) -> [String] {
    new.keys.filter { new[$0] != old[$0] } + old.keys.filter { new[$0] == nil }
}

extension Sequence<String> {
    /// What is found under these names.
    func objects(_ find: (String) -> PropertyListObject?) -> PropertyListDictionary {
        reduce(into: [:]) { $0[$1] = find($1) }
    }
}

extension PropertyListObject? {
    func isEqualToFoundation(_ other: Self) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isEqualToFoundation(other)
    }
}
#endif
