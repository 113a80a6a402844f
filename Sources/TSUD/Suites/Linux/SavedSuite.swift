#if os(Linux)
import Foundation

/// The settings of one file: TSUD merges changes into the file, and updates Foundation's memory when another process
/// changes the file.
final class SavedSuite: @unchecked Sendable {
    /// The suite that settings read.
    private(set) var memory: FoundationMemory
    let observations = SuiteObservers()
    /// The lock that serializes access to the file within the process; guards `file` and `prepared`.
    let io = TimedLock()
    let file: SharedFile
    /// The administrator's files.
    let system: SystemFiles
    /// The contents that an update is about to store; `io` is locked while there are any.
    var prepared: PendingReplacement?
    /// Locked while a setting writes, so that memory and state change together.
    let state = Locked(State())

    struct State {
        /// The settings in the file when TSUD last read or replaced it.
        var lastRead: PropertyListDictionary = [:]
        /// The same when memory last followed it; a name with another object in `lastRead` is outdated in memory.
        var followed: PropertyListDictionary = [:]
        /// The objects in memory that differed from the file at first use; TSUD treats these names as followed.
        var differentAtFirstUse: PropertyListDictionary = [:]
        /// Changes that are not saved yet, in which a nil object removes the name.
        var pending: [String: PropertyListObject?] = [:]
        /// The names that an update has changed in the file, and not in memory yet.
        var updated: Set<String> = []
        /// The number of nested updates, and their lock between processes; changed with `io` locked.
        ///
        /// The lock is `nil` if none can be had.
        var updates: (count: Int, lock: FileLock?) = (0, nil)
        /// The suites of other names of the file, in which settings are set as well.
        var aliases: [FoundationMemory] = []
        /// Whether the next save is scheduled, and whether a retry is.
        var isScheduled = false
        var isRetryScheduled = false
        var lastSave: ContinuousClock.Instant?
        /// The time since which another process has prevented saving.
        var waitingSince: ContinuousClock.Instant?

        /// The stored object, unless a direct call has changed it.
        func known(_ name: String) -> PropertyListObject? { pending[name] ?? lastRead[name] }

        /// The object in memory, unless a direct call has changed it.
        func expectedInMemory(_ name: String) -> PropertyListObject? {
            pending[name] ?? differentAtFirstUse[name] ?? followed[name]
        }
    }

    /// The name of the suite's domain, and where the links to its file led at first use.
    private let domain: String
    private let firstTarget: FilePath

    init(named name: String?) {
        memory = FoundationMemory(ofSuiteNamed: name)
        domain = memory.domain
        file = SharedFile(path: FileLocation.path(ofSuiteNamed: name))
        firstTarget = (try? file.target) ?? FilePath(file.path)
        system = SystemFiles(ofSuiteNamed: name)
        attach()
    }

    // MARK: The suites in use

    private static let firstLimit = 64
    private static let suites = Locked((all: [SavedSuite](), limit: firstLimit))

    static var all: [SavedSuite] { suites.withLock { $0.all } }

    /// The saved suite with a name, the same one for each file; the name is `nil` for the standard suite.
    static func named(_ name: String?) -> SavedSuite {
        let domain = name ?? FoundationMemory.standardDomain
        // Create the suite with the lock, so that no other thread makes Foundation load the file before TSUD reads it.
        // Memory is then at least as new as the last reading.
        let (suite, isNew, isFull) = suites.withLock { suites -> (SavedSuite, Bool, Bool) in
            if let suite = suites.all.first(where: { $0.domain == domain }) { return (suite, false, false) }
            let path = FilePath(FileLocation.path(ofSuiteNamed: name))
            let target = (try? path.target) ?? path
            if let suite = suites.all.first(where: { $0.firstTarget == target }) {
                suite.addAlias(name)
                return (suite, false, false)
            }
            let suite = SavedSuite(named: name)
            suites.all.append(suite)
            let isFull = suites.all.count > suites.limit
            if isFull { suites.limit *= 2 }
            return (suite, true, isFull)
        }
        if isNew { SaveQueue.shared.watch(suite) }
        if isFull { SaveQueue.shared.removeUnusedSuites() }
        return suite
    }

    /// Removes the suites that nothing uses any more, and that have nothing to save.
    ///
    /// - Returns: Whether there are any.
    static func removeUnused() -> Bool {
        suites.withLock { suites in
            let count = suites.all.count
            var used: [SavedSuite] = []
            while var suite = suites.all.popLast() {
                if !isKnownUniquelyReferenced(&suite) || suite.hasChanges { used.append(suite) }
            }
            suites = (used.reversed(), max(firstLimit, 2 * used.count))
            return used.count < count
        }
    }

    /// Adds another name of the file, under which direct calls find the settings' objects.
    private func addAlias(_ name: String?) {
        let alias = FoundationMemory(ofSuiteNamed: name)
        state.withLock { state in
            if state.aliases.contains(where: { $0.domain == alias.domain }) { return }
            alias.load()
            for (name, object) in state.pending { alias.set(name, to: object) }
            state.aliases.append(alias)
        }
    }

    /// Sets an object in Foundation's memory; called with `state` locked.
    func setInMemory(_ name: String, to object: PropertyListObject?, _ state: State) {
        memory.set(name, to: object)
        for alias in state.aliases { alias.set(name, to: object) }
    }

    // MARK: First use

    /// Reads the file before Foundation loads it, and adds missing objects to memory if Foundation loaded an older
    /// file.
    private func attach() {
        // The first save reports a file that can't be read for another reason than damage.
        _ = try? file.refresh(by: .now + .seconds(1))
        // Foundation must not load a file on which it crashes or hangs.
        if file.damage?.isHarmful == true { try? sync(saving: false, by: .now + .seconds(1)) }
        if file.damage?.isHarmful == true {
            io.lock()
            try? moveDamagedAside()
            io.unlock()
        }
        if let damage = file.damage {
            Log.once(.damagedFile(damage, path: file.path))
            if damage.isHarmful {
                Log.once("Settings in '\(file.path)' are kept in memory until the file can be moved.")
                memory = .withoutFile()
            }
        }
        memory.load()
        // Another process may have changed the file before Foundation loaded it: that is no direct call.
        _ = try? file.refresh(by: .now + .seconds(1))
        noteLastRead()
        follow(isFirstUse: true)
    }

    // MARK: Reading

    /// The object stored in the suite itself, below a launch argument, or above a registered default.
    func storedObject(forKey name: String) -> Any? { state.withLock { storedObject(forKey: name, $0) } }

    private func storedObject(forKey name: String, _ state: State) -> Any? {
        guard let object = memory.object(forKey: name) else { return nil }
        if let known = state.known(name), known == PropertyListObject(object) { return object }
        return isSameObject(object, memory.objectElsewhere(forKey: name)) ? nil : object
    }

    /// The object in the file or, on top of it, the pending one, whatever memory has.
    func savedObject(forKey name: String) -> Any? { state.withLock { $0.known(name) }?.foundationObject }

    /// The stored object that an update begins with: the saved one, unless a direct call has changed it since.
    ///
    /// Memory may not have followed the file yet, so its object counts only if it isn't the one that TSUD put there.
    func objectForUpdate(forKey name: String) -> Any? {
        state.withLock { state -> PropertyListObject? in
            let (found, expected) = (memory[name], state.expectedInMemory(name))
            if found.isEqualToFoundation(expected) { return state.known(name) }
            if found != nil, found != memory.elsewhere(name) { return found }
            // Nothing is stored in memory. If TSUD had stored an object there, a direct call has removed it.
            return expected == nil ? state.known(name) : nil
        }?.foundationObject
    }

    /// The stored names with a prefix, except for those of direct calls that `synchronize()` has not saved.
    func storedKeys(withPrefix prefix: String) -> [String] {
        let (lastRead, pending) = state.withLock { ($0.lastRead, $0.pending) }
        return lastRead.keys.filter { $0.hasUTF8Prefix(prefix) && pending[$0] == nil }
            + pending.filter { $0.key.hasUTF8Prefix(prefix) && $0.value != nil }.map(\.key)
    }

    // MARK: Writing

    /// The minimum time between two saves; changes in between are saved together.
    static let pause = Duration.milliseconds(100)

    /// Makes changes, and schedules one replacement of the file for all of them.
    ///
    /// - Returns: The names that have changed.
    func write(_ changes: [Change]) -> [String] {
        let isExiting = SaveQueue.shared.isExiting
        let observed = observations.observedKeys(of: changes)
        let (changed, delay) = state.withLock { state -> ([String], Duration?) in
            let changed = namesChanged(by: changes, observed: observed, state)
            for (name, object) in changes.flatMap(\.objects) {
                setInMemory(name, to: object, state)
                state.pending.replace(name, with: .some(object))
                state.differentAtFirstUse[name] = nil
            }
            if state.isScheduled || isExiting { return (changed, nil) }
            state.isScheduled = true
            return (changed, state.lastSave.map { max(.zero, $0 + Self.pause - .now) } ?? .zero)
        }
        if isExiting {
            SaveQueue.shared.saveNow(self, by: .now + .seconds(10))
        } else if let delay {
            SaveQueue.shared.save(self, after: delay)
        }
        return changed
    }

    /// Returns the names that changes would change; call it before the first change reaches memory.
    func namesChanged(by changes: [Change], observed: Set<String>, _ state: State) -> [String] {
        changes.changedNames(observed: observed) { name, object in
            // Foundation puts the suite together at the first look after each change, so look only if it matters.
            guard state.known(name) == object else { return false }
            // A direct call may have changed memory.
            guard let stored = storedObject(forKey: name, state) else { return object == nil }
            return object != nil && PropertyListObject(stored) == object
        }
    }
}

extension Dictionary where Key == String {
    /// Sets or removes a value under this spelling of the name.
    ///
    /// A dictionary keeps its spelling of a name that is equal in Swift, such as one with a combining accent.
    /// Foundation would then not find the value by the key.
    mutating func replace(_ name: String, with value: Value?) {
        removeValue(forKey: name)
        self[name] = value
    }
}
#endif
