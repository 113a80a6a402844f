#if os(Linux)
import Foundation
import SettingsFile

/// A suite of one name, saved at once after a change, at exit and whenever asked to, merging what other processes changed.
final class SavedSuite: @unchecked Sendable {
    let memory: SuiteMemory
    let observers = ObserversTable()
    private let changes = ChangeRecord()
    private let merge: SuiteMerge
    private var section = SerialSection()
    private let lock = NSLock()
    private var lastSave: ContinuousClock.Instant?
    private var isAttached = false
    private var isHeard = false
    /// From when on the file is watched: the system takes ten milliseconds to end a process that watches something, and
    /// short programs need not pay for that.
    private let timeToHear = ContinuousClock.now + pause

    /// How long after a save the next one begins: what changes meanwhile is saved together.
    private static let pause = Duration.milliseconds(100)
    /// How long a save in the background waits for another process; it is tried again after ``pause``.
    private static let backgroundPatience = Duration.milliseconds(20)

    var path: String { merge.file.path }

    // MARK: Suites by name

    private static let registry = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var suites: [String: SavedSuite] = [:]

    /// The saved suite of a name; `nil` for the standard one.
    static func named(_ name: String?) -> SavedSuite {
        ProcessLife.begin()
        let domain = name ?? SuiteMemory.standardDomain
        if let suite = registry.withLock({ suites[domain] }) { return suite.attached() }
        // Made without the lock, as it asks Foundation for things.
        let made = SavedSuite(named: name)
        let suite = registry.withLock {
            let suite = suites[domain] ?? made
            suites[domain] = suite
            return suite
        }
        return suite.attached()
    }

    /// All suites that were used.
    static var all: [SavedSuite] { registry.withLock { Array(suites.values) } }

    private init(named name: String?) {
        memory = SuiteMemory(ofSuiteNamed: name)
        let path = FileLocation.path(ofSuiteNamed: name)
        merge = SuiteMerge(SettingsFile(path: path) { Log.once(.damagedFile($0, path: path)) }, memory, changes)
    }

    /// The suite, taken up by its first user.
    private func attached() -> SavedSuite {
        let isFirst = section.run {
            if isAttached { return false }
            isAttached = true
            merge.attach()
            return true
        }
        if isFirst { Worker.shared.schedule(self, after: Self.pause) }
        return self
    }

    // MARK: Writing

    /// Writes keys by `body`, which gives the first one an object and removes the others, and sees to it that this gets
    /// saved.
    ///
    /// Should a merge meanwhile put another process's object there, `body` is run again: the write came last.
    func write(_ keys: [String], _ object: Any? = nil, by body: () -> Void) {
        while true {
            let merges = changes.begin(keys)
            body()
            switch changes.note(keys, object, since: merges) {
            case .noted: return
            case .notedFirst: return Worker.shared.schedule(self, after: timeToNextSave)
            case .overwritten: continue
            }
        }
    }

    private var timeToNextSave: Duration {
        guard let last = lock.withLock({ lastSave }) else { return .zero }
        return max(.zero, last + Self.pause - .now)
    }

    // MARK: Saving

    /// Returns once all changes of the suite are on disk, those by plain `UserDefaults` calls included.
    ///
    /// Where there are none it looks and touches nothing.
    ///
    /// - Throws: `notSaved` when the disk refuses, or another process has held the lock for ten seconds.
    func flush() throws(TSUDError) {
        defer { tellObservers() }
        section.enter()
        defer { section.leave() }
        try merge.run(patience: .seconds(10))
        merge.file.flushDirectory()
    }

    /// Takes over what others saved, and saves what there is to save, unless the last save was just now.
    func saveInBackground() {
        hearIfTime()
        let delay = timeToNextSave
        // From now on the next write is the first one again.
        if delay == .zero || !changes.hasChanges { changes.beginSave() }
        // Whoever flushes the suite may have to wait for another process; other suites don't wait with it.
        guard section.enter(by: .now) else { return Worker.shared.schedule(self, after: Self.pause) }
        defer { tellObservers() }
        do throws(TSUDError) {
            defer { section.leave() }
            // What plain calls changed waits for a key's change, `flush` or the end of the process.
            if changes.hasChanges, delay == .zero {
                lock.withLock { lastSave = .now }
                try merge.run(patience: Self.backgroundPatience)
            } else if !merge.file.isSurelyUnchanged {
                try merge.run(patience: nil)
            }
        } catch  where !error.isTransient {
            // It is tried again with the next change.
            return Log.once(error)
        } catch {}
        if changes.hasChanges { Worker.shared.schedule(self, after: timeToNextSave) }
    }

    private func hearIfTime() {
        if isHeard { return }
        let time = timeToHear - .now
        guard time <= .zero else { return Worker.shared.schedule(self, after: time) }
        isHeard = true
        Worker.shared.hear(of: self)
    }

    /// Saves at the end of the process; waits for other processes no longer than until `deadline`.
    func saveAtExit(by deadline: ContinuousClock.Instant) {
        guard section.enter(by: deadline) else { return Log.once(.notSaved(.stillSaving, path: path)) }
        defer { section.leave() }
        do throws(TSUDError) { try merge.run(patience: max(.zero, deadline - .now)) } catch { Log.once(error) }
    }

    private func tellObservers() {
        Announcer.shared.tell(observers.listening)
    }

    // MARK: Forks

    static func prepareFork() {
        registry.lock()
        for suite in suites.values {
            suite.section.enter()
            // Two processes would save it otherwise, the child perhaps after the parent has changed it again.
            try? suite.merge.run(patience: .seconds(1))
            suite.changes.lock()
        }
    }

    static func endFork() {
        for suite in suites.values {
            suite.changes.unlock()
            suite.section.leave()
        }
        registry.unlock()
    }

    /// In the child, where another thread of the parent may have been on its way into a section.
    static func beginChild() {
        Announcer.shared = Announcer()
        for suite in suites.values {
            suite.section = SerialSection()
            suite.changes.unlock()
            suite.changes.forget()
            suite.isHeard = false
        }
        registry.unlock()
    }
}
#endif
