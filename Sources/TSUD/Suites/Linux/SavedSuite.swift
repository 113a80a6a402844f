#if os(Linux)
import Foundation
import SettingsFile

/// A named suite whose file is the truth: what keys write is saved to it soon, at exit and by `flush`, and Foundation's
/// memory follows what others have saved.
final class SavedSuite: @unchecked Sendable {
    let memory: SuiteMemory
    let observers = ObserversTable()

    /// Held while a thread reads or replaces the file, which takes long.
    var saving = NSLock()
    var isSavingHeld = false
    /// Guarded by `saving`.
    var file: SharedFile
    let path: String

    /// Guards what follows. Held while a key writes, so that memory and record change together.
    let lock = NSLock()
    var record = SuiteRecord()
    /// Whether the worker is going to save.
    var isSaveDue = false
    var lastSave: ContinuousClock.Instant?
    /// Whether the process is exiting, and the exit handler holds the lock.
    var isExiting = false
    /// What kind of object each key has stored last, for some keys.
    private var kinds: [String: ObjectKind] = [:]

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
        moveAsideIfHarmful()
        memory.load()
        RegistrationDomain.load()
        let isLoaded = ProcessStart.isAfter(file.stamp)
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

    /// Foundation must not load a file on which it crashes.
    private func moveAsideIfHarmful() {
        guard file.isHarmful, let lock = try? FileLock.take(path, by: .now + .seconds(1)) else { return }
        moveAside(lock)
    }

    /// Moves the file aside if it is damaged.
    func moveAside(_ lock: FileLock) {
        if let moved = try? file.moveAsideIfDamaged(lock) { Log.once(.damagedFile(moved, path: path)) }
    }

    /// The file as last seen; parsed on the first call, which needs the lock `saving`.
    @discardableResult
    func parse() -> PropertyListDictionary {
        if let known = locked({ record.file }) { return known }
        let settings = file.state.settings
        return locked {
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
            let found = PropertyListObject(object)
            let known = record.known(key)
            if found == known { return object }
            let isElsewhere =
                found == memory.registeredObject(forKey: key) || known == nil && found == record.found[key]
            return isElsewhere ? nil : object
        }
    }

    // MARK: Writing

    /// Stores objects or, where they are `nil`, removes keys, in one replacement of the file, which is made soon.
    func write(_ changes: [(key: String, form: StoredForm?)]) {
        let isFirst = lock.withLock {
            let now = FileStamp.now
            for (key, form) in changes {
                if let form {
                    let kind = ObjectKind(of: form.object)
                    memory.store(form, forKey: key, isSureToDiffer: !form.isAmbiguous && kinds[key] == kind)
                    note(kind, of: key)
                } else {
                    memory.replace(key, with: nil)
                    kinds[key] = nil
                }
                record.pending[key] = SuiteRecord.Write(form?.object, at: now)
                record.found[key] = nil
            }
            // What is found under them from now on comes from another domain.
            for (key, form) in changes where form == nil { record.found[key] = .some(memory[key]) }
            defer { isSaveDue = true }
            return !isSaveDue
        }
        if ProcessHandlers.isExiting {
            saveAtExit(by: .now + .seconds(2))
        } else if isFirst {
            Worker.shared.schedule(self, after: delayOfNextSave)
        }
    }

    /// Runs a body with the lock `lock`, which the exit of the process holds already.
    func locked<Result>(_ body: () -> Result) -> Result { isExiting ? body() : lock.withLock(body) }

    /// Forgets all kinds once there are many, because a program may compute the names of its keys.
    private func note(_ kind: ObjectKind, of key: String) {
        if kinds.count >= 1_000 { kinds = [:] }
        kinds[key] = kind
    }

    var delayOfNextSave: Duration {
        guard let last = lock.withLock({ lastSave }) else { return .zero }
        return max(.zero, last + Self.pause - .now)
    }
}

/// The kind of a stored object: Foundation may consider objects of different kinds equal, such as 1 and 1.0.
private struct ObjectKind: Equatable {
    /// The type encoding of a number, or of the first number in nested arrays; 0 if there is none.
    private let number: CChar

    init(of object: Any) {
        var object = object
        while let array = object as? NSArray, array.count > 0 { object = array[0] }
        number = (object as? NSNumber)?.objCType.pointee ?? 0
    }
}
#endif
