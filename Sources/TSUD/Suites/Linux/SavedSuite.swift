#if os(Linux)
import Foundation

/// The settings of one file: TSUD merges changes into the file, and updates Foundation's memory when another process
/// changes the file.
final class SavedSuite: @unchecked Sendable {
    /// The name, or Foundation's name for the standard suite.
    let domain: String
    /// The suite that settings read.
    private(set) var memory: FoundationMemory
    let observations = SuiteObservers()
    /// Whether the file was moved aside at first use, because it was damaged.
    private(set) var isDamagedAtFirstUse = false
    /// The lock that serializes access to the file within the process; guards `file` and `prepared`.
    let io = NSLock()
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
        /// Objects that differed in memory at first use, which are treated as last read.
        var differentAtFirstUse: PropertyListDictionary = [:]
        /// Changes that are not saved yet, in which a nil object removes the name.
        var pending: [String: PropertyListObject?] = [:]
        /// The names whose object in memory may be older than the known one.
        var outdated: [String: Outdated] = [:]
        /// The number of nested updates, and their lock between processes; changed with `io` locked.
        ///
        /// The lock is `nil` if none can be had.
        var updates: (count: Int, lock: FileLock?) = (0, nil)
        /// Whether the next save is scheduled, and whether a retry is.
        var isScheduled = false
        var isRetryScheduled = false
        var lastSave: ContinuousClock.Instant?
        /// The time since which another process has prevented saving.
        var waitingSince: ContinuousClock.Instant?

        /// The stored object, unless a direct call has changed it.
        func known(_ name: String) -> PropertyListObject? { pending[name] ?? lastRead[name] }
    }

    init(named name: String?, systemPaths: [String]? = nil) {
        memory = FoundationMemory(ofSuiteNamed: name)
        domain = memory.domain
        file = SharedFile(path: FileLocation.path(ofSuiteNamed: name))
        system = SystemFiles(at: systemPaths ?? FileLocation.systemPaths(ofSuiteNamed: name))
        attach()
    }

    // MARK: The suites in use

    private static let firstLimit = 64
    private static let suites = Locked((all: [String: SavedSuite](), limit: firstLimit))

    static var all: [SavedSuite] { suites.withLock { Array($0.all.values) } }
    static func named(_ domains: Set<String>) -> [SavedSuite] {
        suites.withLock { suites in domains.compactMap { suites.all[$0] } }
    }

    /// Returns the saved suite with a name, the same one each time.
    ///
    /// - Parameters:
    ///   - name: The name; `nil` for the standard suite.
    ///   - systemPaths: The paths of the administrator's files, without the extensions, if the suite is new; `nil` for
    ///     those of the system.
    /// - Returns: The suite.
    static func named(_ name: String?, systemPaths: [String]? = nil) -> SavedSuite {
        let domain = name ?? FoundationMemory.standardDomain
        // Create the suite with the lock, so that no other thread makes Foundation load the file before TSUD reads it.
        // Memory is then at least as new as the last reading.
        let (suite, isNew, isFull) = suites.withLock { suites -> (SavedSuite, Bool, Bool) in
            if let suite = suites.all[domain] { return (suite, false, false) }
            let suite = SavedSuite(named: name, systemPaths: systemPaths)
            suites.all.replace(domain, with: suite)
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
    /// - Returns: Their domains.
    static func removeUnused() -> [String] {
        suites.withLock { suites in
            let removed = Array(suites.all.keys).filter { domain in
                guard var suite = suites.all.removeValue(forKey: domain) else { return false }
                let isUsed = !isKnownUniquelyReferenced(&suite) || suite.hasChanges
                if isUsed { suites.all[domain] = suite }
                return !isUsed
            }
            suites.limit = max(firstLimit, 2 * suites.all.count)
            return removed
        }
    }

    // MARK: First use

    /// Reads the file before Foundation loads it, and adds missing objects to memory if Foundation loaded an older
    /// file.
    private func attach() {
        // The first save reports a file that can't be read for another reason than damage.
        _ = try? file.refresh(by: .now + .seconds(1))
        // Foundation must not load a damaged file, because it crashes or hangs on some.
        isDamagedAtFirstUse = file.isToBeMoved
        if file.isToBeMoved { try? sync(saving: false, by: .now + .seconds(1)) }
        if file.isToBeMoved {
            io.lock()
            try? moveDamagedAside()
            io.unlock()
        }
        if let damage = file.damage {
            memory = .withoutFile()
            do throws(FileError) {
                _ = try file.target
                Log.once(.damagedFile(damage, path: file.path))
            } catch {
                // A save logs the same, so it is logged once.
                Log.once(.notSaved(error, path: file.path))
            }
        }
        memory.load()
        // Another process may have changed the file before Foundation loaded it. That isn't a direct call.
        _ = try? file.refresh(by: .now + .seconds(1))
        followAtFirstUse()
    }

    // MARK: Reading

    /// The object stored in the suite itself, below a launch argument, or above a registered default.
    func storedObject(forKey name: String) -> Any? { state.withLock { storedObject(forKey: name, $0) } }

    /// The stored objects under some keys, for one wait for the lock.
    func storedObjects(forKeys names: Set<String>) -> [String: Any] {
        state.withLock { state in names.reduce(into: [:]) { $0[$1] = storedObject(forKey: $1, state) } }
    }

    private func storedObject(forKey name: String, _ state: State) -> Any? {
        if CompanionNames.contain(name) { return state.known(name)?.foundationObject }
        guard let object = memory.object(forKey: name) else { return nil }
        if let known = state.known(name), known == PropertyListObject(object) { return object }
        return isSameObject(object, memory.objectElsewhere(forKey: name)) ? nil : object
    }

    /// The stored object that an update begins with: the saved or pending one, unless a direct call has changed it
    /// since.
    func objectForUpdate(forKey name: String) -> Any? {
        state.withLock { state -> PropertyListObject? in
            if CompanionNames.contain(name) { return state.known(name) }
            let (found, elsewhere) = (memory[name], memory.elsewhere(name))
            switch state.treatment(of: name, found: found, elsewhere: elsewhere) {
            case .current, .set: return state.known(name)
            case .keep: return found == elsewhere ? nil : found
            }
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
    /// - Returns: The names whose observers are to be notified.
    func write(_ changes: [Change]) -> [String] {
        let isExiting = SaveQueue.shared.isExiting
        let observed = observations.observedKeys(of: changes)
        let (names, delay) = state.withLock { state -> ([String], Duration?) in
            let names = namesToNotify(of: changes, observed: observed, state)
            for (name, object) in changes.flatMap(\.objects) {
                state.outdate(name, by: .set)
                if !CompanionNames.contain(name) { memory.set(name, to: object) }
                state.pending.replace(name, with: .some(object))
            }
            if state.isScheduled || isExiting { return (names, nil) }
            state.isScheduled = true
            return (names, state.lastSave.map { max(.zero, $0 + Self.pause - .now) } ?? .zero)
        }
        if isExiting {
            SaveQueue.shared.saveNow(self, by: .now + .seconds(10))
        } else if let delay {
            SaveQueue.shared.save(self, after: delay)
        }
        return names
    }

    /// Returns the names whose observers are to be notified; call it before the first change reaches memory.
    func namesToNotify(of changes: [Change], observed: Set<String>, _ state: State) -> [String] {
        changes.namesToNotify(observed: observed) { name, object in
            // Foundation puts the suite together at the first look after each change, so look only if it matters: a
            // direct call may have changed memory.
            state.known(name) == object && isStored(object, as: storedObject(forKey: name, state))
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
