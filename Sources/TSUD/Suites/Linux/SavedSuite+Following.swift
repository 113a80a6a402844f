#if os(Linux)
import Foundation

/// The effect on memory when another process has changed a name in the file.
enum MemoryUpdate {
    /// Takes the object of the file, and notifies.
    case set
    /// Has the object already, and notifies.
    case notify
    /// Keeps another object until the next change of the file.
    case differ
    /// Keeps the object that a setting or a direct call stored later.
    case keep

    /// Chooses the effect on a name.
    ///
    /// - Parameters:
    ///   - expected: the object in memory, unless a direct call has changed it.
    ///   - now: the object in the file, another one than before.
    ///   - isPending: whether a setting has written an object that is not saved yet, which takes precedence over the
    ///     file.
    ///   - memory: the object in memory.
    ///   - elsewhere: the registered or global object that an empty suite has, and that a removal uncovers.
    ///   - isFirstUse: whether the age of memory is uncertain.
    init(
        expected: PropertyListObject?,
        now: PropertyListObject?,
        isPending: Bool = false,
        memory: PropertyListObject?,
        elsewhere: @autoclosure () -> PropertyListObject? = nil,
        isFirstUse: Bool = false
    ) {
        if isPending {
            self = .keep
        } else if memory == now {
            self = .notify
        } else if memory.isEqualToFoundation(expected) {
            self = .set
        } else if memory != nil, expected == nil || now == nil, memory == elsewhere() {
            // Nothing is stored in memory.
            self = now == nil ? .notify : .set
        } else {
            self = isFirstUse && memory != nil ? .differ : .keep
        }
    }
}

extension SavedSuite {
    /// Reads the file unless it is unchanged.
    func refresh(by deadline: ContinuousClock.Instant) throws(FileError) {
        if try file.refresh(by: deadline) { noteLastRead() }
    }

    func noteLastRead() {
        let settings = file.settings
        state.withLock { $0.lastRead = settings }
    }

    /// Updates memory from the file, and notifies observers: in parts of about ten milliseconds, with no lock held in
    /// between.
    ///
    /// Foundation takes up to a millisecond to set a name after many changes. It rebuilds the suite at the first look
    /// after a change, so each part looks at all of its names before it sets one.
    func follow(isFirstUse: Bool = false) {
        let (followed, lastRead) = state.withLock { ($0.followed, $0.lastRead) }
        // Stored names come before removed ones, so a value that has moved to another name is never missing.
        var rest = outdatedNames(from: followed, to: lastRead)[...]
        // A program that exits needs nothing new, and other threads may go on saving.
        while !rest.isEmpty, isFirstUse || !SaveQueue.shared.isExiting {
            let (count, changed) = state.withLock { follow(rest.prefix(100), isFirstUse: isFirstUse, &$0) }
            if !isFirstUse { notify(of: changed) }
            rest = rest.dropFirst(count)
            // Another thread that waits for the lock gets it now.
            if !rest.isEmpty { usleep(200) }
        }
    }

    /// - Returns: how many of the names are done, and the changed ones.
    private func follow(_ names: ArraySlice<String>, isFirstUse: Bool, _ state: inout State) -> (Int, [String]) {
        let found = names.objects { memory[$0] }
        let end = ContinuousClock.now + .milliseconds(10)
        var changed: [String] = []
        for (count, name) in names.enumerated() {
            // At least one, so that it ends.
            if count > 0, ContinuousClock.now > end { return (count, changed) }
            let now = state.lastRead[name]
            // Another thread may have been here.
            if state.followed[name] == now { continue }
            let update = MemoryUpdate(
                expected: state.expectedInMemory(name),
                now: now,
                isPending: state.pending[name] != nil,
                memory: found[name],
                elsewhere: memory.elsewhere(name),
                isFirstUse: isFirstUse
            )
            if update == .set { setInMemory(name, to: now, state) }
            state.followed.replace(name, with: now)
            state.differentAtFirstUse[name] = update == .differ ? found[name] : nil
            // An update itself notifies observers of the names that it has changed.
            let isOwn = state.updated.remove(name) != nil
            if update == .set || update == .notify, !isOwn { changed.append(name) }
        }
        return (names.count, changed)
    }

    /// Reads the administrator's files that have changed, and notifies observers.
    func followSystem() { notify(of: system.refresh()) }

    func notify(of names: [String]) {
        if !names.isEmpty { observations.noteExternalChanges(of: names) }
    }
}

/// The names whose objects differ between two states: the stored ones first, and then the removed ones.
private func outdatedNames(from old: PropertyListDictionary, to new: PropertyListDictionary) -> [String] {
    if old == new { return [] }
    return new.keys.filter { new[$0] != old[$0] } + old.keys.filter { new[$0] == nil }
}

extension Sequence<String> {
    /// The objects that a function finds under these names.
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
