#if os(Linux)
import Foundation
import SettingsFile

/// A named suite whose file is the truth: what keys write is saved to it soon, at exit and by `flush`, and Foundation's
/// memory follows what others have saved.
final class SavedSuite: @unchecked Sendable {
    let memory: SuiteMemory
    let observations = KeyObservations()

    /// Held while a thread reads or replaces the file, which takes long.
    var saving = NSLock()
    var isSavingHeld = false
    /// Guarded by `saving`.
    var file: SharedFile
    let path: String

    /// Guards what follows.
    ///
    /// Held while a key writes, so that memory and record change together.
    let lock = NSLock()
    var record = SuiteRecord()
    /// Whether the worker is going to save.
    var isSaveDue = false
    var lastSave: ContinuousClock.Instant?
    private var kinds = WrittenKinds()

    /// The minimum time between two saves; changes in between are coalesced.
    static let pause = Duration.milliseconds(100)

    init(named name: String?) {
        memory = SuiteMemory(ofSuiteNamed: name)
        path = FileLocation.path(ofSuiteNamed: name)
        file = SharedFile(path: path)
        attach()
    }

    // MARK: First use

    /// Reads the file, and brings memory up to it if Foundation may have loaded an earlier one.
    private func attach() {
        // The first save reports a file that can't be read.
        try? file.read()
        let isLoaded = ProcessStart.isAfter(file.stamp)
        // Others may be saving right now: what Foundation loads has to be what is read here. It must not load a file on
        // which it crashes.
        let isBusy = !isLoaded || file.isHarmful
        let fileLock = isBusy ? try? FileLock.take(path, by: .now + .seconds(1)) : nil
        if let fileLock {
            try? file.read()
            if file.isHarmful { moveAside(fileLock) }
        }
        memory.load()
        fileLock?.unlock()
        compareMemory(isLoaded: isLoaded)
        if !file.isUnchanged { try? follow(by: .now) }
    }

    /// Gives memory what it lacks, unless the file is as Foundation has loaded it.
    private func compareMemory(isLoaded: Bool) {
        guard file.isParsed || !isLoaded else { return }
        let settings = parse()
        guard !isLoaded else { return }
        for (key, object) in settings {
            switch memory[key] {
            case nil: memory.replace(key, with: object)
            case object: break
            // A plain call has changed it, before or after the file.
            case let other?: record.found[key] = .some(other)
            }
        }
    }

    /// Moves the file aside if it is damaged.
    func moveAside(_ lock: FileLock) {
        if let moved = try? file.moveAsideIfDamaged(lock) { Log.once(.damagedFile(moved, path: path)) }
    }

    /// The file as last seen; parsed on the first call, which needs the lock `saving`.
    @discardableResult
    func parse() -> PropertyListDictionary {
        if let known = lock.withLock({ record.file }) { return known }
        let settings = file.state.settings
        return lock.withLock {
            record.file = settings
            // In Foundation's memory is half of it.
            for (key, object) in settings where object.holdsWideInteger {
                memory.replace(key, with: object)
                record.found[key] = .some(memory[key])
            }
            return settings
        }
    }

    private func parseOnce() {
        if lock.withLock({ record.file != nil }) { return }
        _ = saving.withLock { parse() }
    }

    // MARK: Reading

    /// The object stored in the suite itself, whatever else is found under the key: a launch argument, a registered
    /// default, an object of an added suite.
    func storedObject(forKey key: String) -> Any? {
        parseOnce()
        return lock.withLock {
            guard let object = memory.object(forKey: key) else { return nil }
            let (found, known) = (PropertyListObject(object), record.known(key))
            if found != nil, found == known { return object }
            let isElsewhere =
                isSameObject(object, memory.registeredObject(forKey: key)) || known == nil && found == record.found[key]
            return isElsewhere ? nil : object
        }
    }

    /// With the lock, so that a forked child does not find it being loaded.
    func registeredObject(forKey key: String) -> Any? { lock.withLock { memory.registeredObject(forKey: key) } }

    /// The stored keys with a prefix, as far as keys have stored them, or `synchronize()` has saved them.
    func storedKeys(withPrefix prefix: String) -> [String] {
        parseOnce()
        let record = lock.withLock { self.record }
        let saved = (record.file ?? [:]).keys.filter { $0.hasUTF8Prefix(prefix) && record.pending[$0] == nil }
        return saved + record.pending.filter { $0.key.hasUTF8Prefix(prefix) && !$0.value.isRemoval }.keys
    }

    // MARK: Writing

    /// Makes changes, in one replacement of the file, which is made soon.
    func write(_ changes: [StoredChange]) {
        let isFirst = lock.withLock {
            let now = FileStamp.now
            for change in changes {
                let isSure = kinds.note(change.form, forKey: change.key)
                memory.store(change, isSureToDiffer: isSure)
                record.pending[change.key] = SuiteRecord.Write(change.form?.object, at: now)
                record.found[change.key] = nil
            }
            // What is found under them from now on comes from another domain.
            for change in changes where change.form == nil {
                if let found = memory[change.key] { record.found[change.key] = .some(found) }
            }
            defer { isSaveDue = true }
            return !isSaveDue
        }
        if isFirst { Worker.shared.schedule(self, after: delayOfNextSave) }
        if ProcessHandlers.isExiting { Worker.shared.saveAtExit() }
    }

    var delayOfNextSave: Duration {
        guard let last = lock.withLock({ lastSave }) else { return .zero }
        return max(.zero, last + Self.pause - .now)
    }
}
#endif
