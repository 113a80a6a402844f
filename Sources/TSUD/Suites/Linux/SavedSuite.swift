#if os(Linux)
import Foundation

/// A named suite whose file is the truth: what keys write is saved on top of it soon, at exit and by `flush`, and
/// Foundation's memory follows what others have saved.
final class SavedSuite: @unchecked Sendable {
    let memory: SuiteMemory
    let observations = KeyObservations()
    /// Guards `file`; held while a thread reads or replaces the file, which takes long.
    let io = NSLock()
    let file: SharedFile
    /// The lock between processes that updates keep until the next save; guarded by `io`.
    let updates = UpdatesOfSuite()
    /// Held while a key writes, so that memory and state change together.
    let state = Locked(SuiteState())

    init(named name: String?) {
        memory = SuiteMemory(ofSuiteNamed: name)
        file = SharedFile(path: FileLocation.path(ofSuiteNamed: name))
        attach()
    }

    // MARK: First use

    /// Reads the file before Foundation loads it, and gives memory what it lacks if Foundation has loaded an older one.
    private func attach() {
        let deadline = ContinuousClock.now + .seconds(1)
        // What can't be read for another reason than damage is reported by the first save.
        try? file.refresh(by: deadline, parsesLater: true)
        // Foundation must not load a file on which it crashes.
        if file.damage?.isHarmful == true { try? save([:], by: deadline) }
        if let damage = file.damage { Log.once(.damagedFile(damage, path: file.path)) }
        memory.load()
        let isLoaded = ProcessStart.isAfter(file.stamp)
        if isLoaded, !file.isParsed { return }
        let seen = file.settings
        state.withLock { state in
            state.seen = seen
            let names = seen.keys.filter { !isLoaded || seen[$0]?.holdsWideInteger == true }
            for (name, found) in memory.objects(names) {
                if found == nil || seen[name]?.holdsWideInteger == true {
                    memory.set(name, to: seen[name])
                } else if found != seen[name] {
                    state.tolerated[name] = found
                }
            }
        }
        if !file.isUnchanged { try? sync(saving: false, by: .now) }
    }

    // MARK: Reading

    /// The object stored in the suite itself, whatever else is found under the name: a launch argument or a registered
    /// default.
    func storedObject(forKey name: String) -> Any? {
        parse()
        return state.withLock { state in
            guard let object = memory.object(forKey: name) else { return nil }
            if let known = state.known(name), known == PropertyListObject(object) { return object }
            return isSameObject(object, memory.registeredObject(forKey: name)) ? nil : object
        }
    }

    /// Whether exactly this object is stored; looks at memory only if keys or the file have left it there.
    func isStored(_ object: PropertyListObject?, forKey name: String) -> Bool {
        parse()
        if state.withLock({ $0.known(name) }) != object { return false }
        return storedObject(forKey: name).flatMap { PropertyListObject($0) } == object
    }

    /// The stored names with a prefix, as far as keys have stored them, or `synchronize()` has saved them.
    func storedKeys(withPrefix prefix: String) -> [String] {
        parse()
        let (seen, pending) = state.withLock { ($0.seen ?? [:], $0.pending) }
        return seen.keys.filter { $0.hasUTF8Prefix(prefix) && pending[$0] == nil }
            + pending.keys.filter { $0.hasUTF8Prefix(prefix) && pending[$0]?.object != nil }
    }

    /// Parses the file that was read at the first use, if it has not been needed yet.
    private func parse() {
        if state.withLock({ $0.seen != nil }) { return }
        io.withLock {
            let settings = file.settings
            state.withLock { $0.seen = $0.seen ?? settings }
        }
    }

    // MARK: Writing

    /// Makes changes, in one replacement of the file, which is made soon.
    func write(_ changes: [StoredChange]) {
        let delay = state.withLock { state -> Duration? in
            for change in changes {
                memory.set(change.key, to: change.object)
                state.pending[change.key] = SuiteState.Write(change.object)
                state.tolerated[change.key] = nil
            }
            defer { state.isScheduled = true }
            return state.isScheduled ? nil : state.delayOfNextSave
        }
        if let delay { Saver.shared.schedule(.save, of: self, after: delay) }
        if Saver.isExiting { Saver.shared.saveAtExit() }
    }
}
#endif
