#if os(Linux)
import Foundation

/// A named suite whose file is the truth: what keys write is saved on top of it soon, at exit and by `flush`, and
/// Foundation's memory follows what others have saved.
final class SavedSuite: @unchecked Sendable {
    let memory: FoundationMemory
    let observations = SuiteObservers()
    /// Held while a thread reads or replaces the file, which takes long; guards `file` and `prepared`.
    let io = NSLock()
    let file: SharedFile
    /// What the current update is about to store; `io` is locked for as long as there is something.
    var prepared: PendingReplacement?
    /// Held while a key writes, so that memory and state change together.
    let state = Locked(State())

    /// What is known of the file, and what keys have written since.
    ///
    /// Memory has both; where it differs, a plain call has changed it.
    struct State {
        /// The settings in the file as last read or written; changed with `io` locked.
        var seen: PropertyListDictionary = [:]
        /// What memory has had since the first use where it differs from `seen`; it counts as seen.
        var tolerated: PropertyListDictionary = [:]
        /// The names that differ in `seen` since memory has followed it last, and what memory is supposed to have.
        var behind: [String: PropertyListObject?] = [:]
        /// What keys have written and no save has had yet.
        var pending: [String: Write] = [:]
        /// The names that plain calls have changed after keys, as the last save has found.
        var unannounced: [String] = []
        /// How many updates run, inside one another, and the lock between processes that they have; changed with `io`
        /// locked.
        ///
        /// The lock is `nil` where none can be had.
        var updates: (count: Int, lock: FileLock?) = (0, nil)
        /// Whether the next save is scheduled, and whether another attempt is after something has failed.
        var isScheduled = false
        var isRetryScheduled = false
        var lastSave: ContinuousClock.Instant?
        /// Since when no save could be made because another process holds the lock.
        var waitingSince: ContinuousClock.Instant?

        /// The object that is stored under a name, unless a plain call has changed it.
        func known(_ name: String) -> PropertyListObject? {
            if let write = pending[name] { return write.object }
            return seen[name]
        }

        /// Forgets what was to be done with a name, since it is written.
        mutating func settle(_ name: String) {
            tolerated[name] = nil
            behind[name] = nil
        }
    }

    /// A write through a key; an object, so that a save can tell it from a later one.
    final class Write: Sendable {
        /// The stored object; `nil` for a removal.
        let object: PropertyListObject?
        /// Whether memory has it.
        let isInMemory: Bool

        init(_ object: PropertyListObject?, isInMemory: Bool) { (self.object, self.isInMemory) = (object, isInMemory) }
    }

    init(named name: String?) {
        memory = FoundationMemory(ofSuiteNamed: name)
        file = SharedFile(path: FileLocation.path(ofSuiteNamed: name))
        attach()
    }

    // MARK: The suites in use

    private static let suites = Locked<[SavedSuite]>([])

    static var all: [SavedSuite] { suites.withLock { $0 } }

    /// The saved suite with a name, the same one for each name; `nil` for the standard suite.
    static func named(_ name: String?) -> SavedSuite {
        let domain = name ?? FoundationMemory.standardDomain
        // Created with the lock, so that no other thread makes Foundation load the file before it is read here: what
        // is then in memory is at least as new as the file as last seen.
        let (suite, isNew) = suites.withLock { suites in
            if let suite = suites.first(where: { $0.memory.domain == domain }) { return (suite, false) }
            let suite = SavedSuite(named: name)
            suites.append(suite)
            return (suite, true)
        }
        if isNew { SaveQueue.shared.watch(suite) }
        return suite
    }

    // MARK: First use

    /// Reads the file before Foundation loads it, and gives memory what it lacks if Foundation has loaded an older one.
    private func attach() {
        // What can't be read for another reason than damage is reported by the first save.
        _ = try? file.refresh(by: .now + .seconds(1))
        // Foundation must not load a file on which it crashes.
        if file.damage?.isHarmful == true { try? sync(saving: false, patience: .seconds(1)) }
        if let damage = file.damage { Log.once(.damagedFile(damage, path: file.path)) }
        memory.load()
        let isAsLoaded = file.stamp?.isOlderThanProcess ?? true
        state.withLock { state in
            state.seen = file.settings
            if !isAsLoaded { for name in file.settings.keys { state.behind[name] = .some(nil) } }
        }
        takeIn(isFirstUse: true)
    }

    // MARK: Reading

    /// The object stored in the suite itself, whatever else is found under the name: a launch argument or a registered
    /// default.
    func storedObject(forKey name: String) -> Any? { state.withLock { storedObject(forKey: name, $0) } }

    private func storedObject(forKey name: String, _ state: State) -> Any? {
        guard let object = memory.object(forKey: name) else { return nil }
        if let known = state.known(name), known == PropertyListObject(object) { return object }
        return isSameObject(object, memory.objectElsewhere(forKey: name)) ? nil : object
    }

    /// The object in the file or, on top of it, what keys have written, whatever memory has.
    func savedObject(forKey name: String) -> Any? { state.withLock { $0.known(name) }?.foundationObject }

    /// The stored names with a prefix, as far as keys have stored them, or `synchronize()` has saved them.
    func storedKeys(withPrefix prefix: String) -> [String] {
        let (seen, pending) = state.withLock { ($0.seen, $0.pending) }
        return seen.keys.filter { $0.hasUTF8Prefix(prefix) && pending[$0] == nil }
            + pending.keys.filter { $0.hasUTF8Prefix(prefix) && pending[$0]?.object != nil }
    }

    // MARK: Writing

    /// The minimum time between two saves; changes in between are saved together.
    static let pause = Duration.milliseconds(100)

    /// Makes changes, in one replacement of the file, which is made soon.
    func write(_ changes: [StoredChange]) -> [Changed] {
        let (changed, delay) = state.withLock { state -> ([Changed], Duration?) in
            let changed = self.changed(by: changes, state)
            for change in changes {
                let isInMemory = memory.set(change.key, to: change.object)
                state.pending.replace(change.key, with: Write(change.object, isInMemory: isInMemory))
                state.settle(change.key)
            }
            defer { state.isScheduled = true }
            if state.isScheduled { return (changed, nil) }
            return (changed, state.lastSave.map { max(.zero, $0 + Self.pause - .now) } ?? .zero)
        }
        if let delay { SaveQueue.shared.save(self, after: delay) }
        return changed
    }

    /// What changes would change; it looks at all of them, so it comes before the first is put into memory.
    func changed(by changes: [StoredChange], _ state: State) -> [Changed] {
        changes.compactMap { change in
            if !change.isObserved { return change.changed(from: nil) }
            let known = state.known(change.key)
            // Foundation is asked only where it matters: it puts the suite together anew after each change.
            if known != change.object, change.equal == nil || known != change.equal {
                return Changed(name: change.key, old: nil)
            }
            let stored = storedObject(forKey: change.key, state)
            let isKnown = stored.flatMap { PropertyListObject($0) }.isEqualToFoundation(known)
            // What a plain call has stored was not heard of yet.
            return isKnown ? change.changed(from: stored) : Changed(name: change.key, old: nil)
        }
    }
}

extension Dictionary where Key == String {
    /// Sets or removes a value under this spelling of the name.
    ///
    /// A dictionary keeps the spelling that it has where another is equal in Swift, with an accent of its own, say;
    /// Foundation would not find the value by the name that a key has then.
    mutating func replace(_ name: String, with value: Value?) {
        removeValue(forKey: name)
        self[name] = value
    }
}
#endif
