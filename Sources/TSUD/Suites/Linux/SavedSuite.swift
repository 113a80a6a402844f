#if os(Linux)
import Foundation

/// The settings of one file: TSUD merges changes into the file, and updates Foundation's memory when another process
/// changes the file.
final class SavedSuite: @unchecked Sendable {
    /// The name, or Foundation's name for the standard suite.
    let domain: String
    /// The suite that settings read.
    let memory: FoundationMemory
    let observations = SuiteObservers()
    /// The lock that serializes access to the file within the process; guards `file`, `lock`, and `prepared`.
    let io = FairLock()
    let file: SharedFile
    /// The lock between processes, during a save or an update; `nil` in an update that can have none.
    var lock: FileLock?
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
        var pending: NamedValues<PropertyListObject?> = [:]
        /// The names whose object in memory may be older than the known one.
        var outdated: NamedValues<Outdated> = [:]
        /// Whether Foundation has loaded the suite.
        ///
        /// Before, settings have the known objects only.
        var isLoaded = false
        var isUnreadableAtFirstUse = false
        /// The number of nested updates; changed with `io` locked.
        var updates = 0
        /// The settings in the file when the outermost update began, with those saved since, and the names it has read.
        var atUpdate: (settings: PropertyListDictionary, readNames: Set<Spelling>) = ([:], [])
        /// Whether the next save is scheduled, and whether a retry is.
        var isScheduled = false
        var isRetryScheduled = false
        var lastSave: ContinuousClock.Instant?
        /// The time since which another process has prevented saving.
        var waitingSince: ContinuousClock.Instant?

        /// The stored object, unless a direct call has changed it.
        func known(_ name: String) -> PropertyListObject? { pending[name] ?? lastRead[name] }

        /// Whether Foundation's memory may have an object under the name.
        ///
        /// It has none of the library's own names, because Foundation takes up to a millisecond to set each of many.
        func isInMemory(_ name: String) -> Bool { isLoaded && !CompanionNames.contain(name) }
    }

    init(named name: String?) {
        memory = FoundationMemory(ofSuiteNamed: name)
        domain = memory.domain
        file = SharedFile(path: FileLocation.path(ofSuiteNamed: name))
        loadIfNeeded()
        follow(isExiting: false)
    }

    // MARK: The suites in use

    /// A suite that was used stays, because Foundation keeps its objects, which would later be taken for direct calls.
    private static let suites = Locked<NamedValues<SavedSuite>>([:])

    static var all: [SavedSuite] { suites.withLock { $0.map(\.value) } }
    static func named(_ domains: [String]) -> [SavedSuite] {
        suites.withLock { suites in domains.compactMap { suites[$0] } }
    }

    /// Returns the saved suite with a name, the same one each time.
    ///
    /// - Parameter name: The name; `nil` for the standard suite.
    /// - Returns: The suite.
    static func named(_ name: String?) -> SavedSuite {
        let domain = name ?? FoundationMemory.standardDomain
        // Create the suite with the lock, so that no other thread makes Foundation load the file before TSUD reads it.
        // Memory is then at least as new as the last reading.
        let (suite, isNew) = suites.withLock { suites -> (SavedSuite, Bool) in
            if let suite = suites[domain] { return (suite, false) }
            let suite = SavedSuite(named: name)
            suites[domain] = suite
            return (suite, true)
        }
        if isNew { SaveQueue.shared.watch(suite) }
        return suite
    }

    // MARK: First use

    /// Whether Foundation has loaded the suite.
    var isLoaded: Bool { state.withLock(\.isLoaded) }

    /// Whether the file could not be read at first use, which TSUD has logged.
    var isUnreadableAtFirstUse: Bool { state.withLock(\.isUnreadableAtFirstUse) }

    /// Whether the suite can be loaded later, after a temporary failure, such as too few descriptors.
    var isToBeLoaded: Bool { !isLoaded && !FileLocation.isElevated && io.withLock { file.damage == nil } }

    /// Makes Foundation load the suite, if it has not yet, and then corrects memory if it loaded an older file.
    ///
    /// Foundation must not load a damaged file, because it crashes or hangs on some. If the file or the user's name can't be
    /// read, it would keep the suite empty.
    ///
    /// - Returns: The names whose objects settings may have read as missing before.
    private func load() -> [String] { io.withLock(loadWithLock) }

    private func loadWithLock() -> [String] {
        if isLoaded || FileLocation.isElevated { return [] }
        do throws(FileError) {
            try refresh(by: .now + .seconds(1))
            try FoundationMemory.checkUser()
        } catch {
            state.withLock { $0.isUnreadableAtFirstUse = true }
            Log.once("Settings in '\(file.path)' can't be read: \(error.description). TSUD tries again later.")
            return []
        }
        if file.damage != nil { state.withLock { $0.isUnreadableAtFirstUse = true } }
        if file.isToBeMoved {
            let lock = try? file.lock(by: .now + .seconds(1))
            defer { lock?.unlock() }
            _ = try? file.refresh(by: .now + .seconds(1))
            _ = try? moveDamagedAside()
        }
        if let damage = file.damage {
            do throws(FileError) {
                _ = try file.target
                Log.once(.damagedFile(damage, path: file.path))
            } catch {
                // A save logs the same, so it is logged once.
                Log.once(.notSaved(error, path: file.path))
            }
            return []
        }
        let earlier = file.settings
        memory.load()
        // Another process may have changed the file before or after Foundation loaded it. That isn't a direct call.
        _ = try? file.refresh(by: .now + .seconds(1))
        compareAtFirstUse(earlier: earlier)
        return Array(file.settings.keys)
    }

    /// Makes Foundation load the suite, unless it has.
    func loadIfNeeded() { if !isLoaded { notify(of: load()) } }

    // MARK: Reading

    /// The object stored in the suite itself, below a launch argument, or above a registered default.
    func storedObject(forKey name: String) -> Any? { state.withLock { storedObject(forKey: name, $0) } }

    private func storedObject(forKey name: String, _ state: State) -> Any? {
        if !state.isInMemory(name) { return state.known(name)?.foundationObject }
        guard let object = memory.object(forKey: name) else { return nil }
        if let known = state.known(name), known == PropertyListObject(object) { return object }
        return isSameObject(object, memory.objectElsewhere(forKey: name)) ? nil : object
    }

    /// The stored object that an update begins with: the saved or pending one, unless a direct call has changed it
    /// since.
    func objectForUpdate(forKey name: String) -> Any? {
        state.withLock { state -> PropertyListObject? in
            state.atUpdate.readNames.insert(Spelling(name))
            if !state.isInMemory(name) { return state.known(name) }
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
            var objects: NamedValues<PropertyListObject?> = [:]
            for (name, object) in changes.flatMap(\.objects) {
                state.outdate(name, by: .set)
                if state.isInMemory(name) { objects[name] = .some(object) }
                state.pending[name] = .some(object)
            }
            memory.set(objects)
            if state.isScheduled || isExiting { return (names, nil) }
            state.isScheduled = true
            return (names, state.lastSave.map { max(.zero, $0 + Self.pause - .now) } ?? .zero)
        }
        if isExiting {
            SaveQueue.shared.saveNow(self, by: WaitLimit.end)
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
#endif
