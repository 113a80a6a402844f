#if os(Linux)
import Foundation
import SettingsFile

/// A named suite, saved soon after a change, at exit and by `flush`, and merged with the changes of other processes.
final class SavedSuite: @unchecked Sendable {
    let memory: SuiteMemory
    let observers = ObserversTable()
    private let changes = ChangeRecord()
    private let merge: SuiteMerge
    private var section = SerialSection()
    private let lock = NSLock()
    private var lastSave: ContinuousClock.Instant?
    private var isAttached = false
    private var isWatched = false
    /// When to begin watching the file.
    ///
    /// A process that watches a file takes ten milliseconds longer to exit, which would slow down short-lived programs.
    private let watchStart = ContinuousClock.now + pause

    /// The minimum time between two saves; changes in between are coalesced.
    private static let pause = Duration.milliseconds(100)
    /// How long a background save waits for another process before it is tried again after ``pause``.
    private static let backgroundPatience = Duration.milliseconds(20)

    var path: String { merge.file.path }

    // MARK: Suites by name

    private static let registry = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var suites: [SavedSuite] = []

    /// The saved suite with a name; `nil` for the standard suite.
    static func named(_ name: String?) -> SavedSuite {
        ProcessHandlers.install()
        let domain = name ?? SuiteMemory.standardDomain
        if let suite = registry.withLock({ find(domain) }) { return suite.attached() }
        // Created without the lock, because it calls Foundation.
        let made = SavedSuite(named: name)
        let suite = registry.withLock {
            if let suite = find(domain) { return suite }
            suites.append(made)
            return made
        }
        return suite.attached()
    }

    /// Call it under the lock.
    private static func find(_ domain: String) -> SavedSuite? { suites.first { $0.memory.domain == domain } }

    /// All suites in use.
    static var all: [SavedSuite] { registry.withLock { suites } }

    private init(named name: String?) {
        memory = SuiteMemory(ofSuiteNamed: name)
        let path = FileLocation.path(ofSuiteNamed: name)
        let file = SettingsFile(
            path: path,
            exclusively: { ExclusiveAccess.run($0) },
            reportMoved: { Log.once(.damagedFile($0, path: path)) }
        )
        merge = SuiteMerge(file, memory, changes)
    }

    /// Merges the suite with its file on first use.
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

    /// Writes keys by calling `body`, which sets the first one and removes the others, and schedules a save.
    func write(_ keys: [String], _ object: Any? = nil, by body: () -> Void) {
        if changes.write(keys, object, by: body) { Worker.shared.schedule(self, after: delayOfNextSave) }
    }

    private var delayOfNextSave: Duration {
        guard let last = lock.withLock({ lastSave }) else { return .zero }
        return max(.zero, last + Self.pause - .now)
    }

    // MARK: Saving

    /// Returns once all changes of the suite are on disk, including those made by plain `UserDefaults` calls.
    ///
    /// Without changes it does not touch the file.
    ///
    /// - Throws: `notSaved` if the disk refuses, or if another process holds the lock for ten seconds.
    func flush() throws(TSUDError) {
        defer { notifyObservers() }
        section.enter()
        defer { section.leave() }
        try merge.run(patience: .seconds(10))
        merge.file.flushDirectory()
    }

    /// Merges what other processes saved, and saves changes, unless the last save was less than ``pause`` ago.
    func saveInBackground() {
        watchIfDue()
        let delay = delayOfNextSave
        // From now on the next write schedules a save again.
        if delay == .zero || !changes.hasChanges { changes.beginSave() }
        // A thread in `flush` may be waiting for another process; the other suites must not wait for it.
        guard section.enter(by: .now) else { return Worker.shared.schedule(self, after: Self.pause) }
        defer { notifyObservers() }
        do throws(TSUDError) {
            defer { section.leave() }
            // Changes by plain calls wait for the next write through a key, `flush` or exit.
            if changes.hasChanges, delay == .zero {
                lock.withLock { lastSave = .now }
                try merge.run(patience: Self.backgroundPatience)
            } else if !merge.file.isSurelyUnchanged {
                try merge.run(patience: nil)
            }
        } catch  where !error.isTransient {
            // It is tried again after the next change.
            return Log.once(error)
        } catch {}
        if changes.hasChanges { Worker.shared.schedule(self, after: delayOfNextSave) }
    }

    private func watchIfDue() {
        if isWatched { return }
        let time = watchStart - .now
        guard time <= .zero else { return Worker.shared.schedule(self, after: time) }
        isWatched = true
        Worker.shared.watch(self)
    }

    /// Saves at exit; waits for other processes until `deadline`.
    func saveAtExit(by deadline: ContinuousClock.Instant) {
        guard section.enter(by: deadline) else { return Log.once(.notSaved(.stillSaving, path: path)) }
        defer { section.leave() }
        do throws(TSUDError) { try merge.run(patience: max(.zero, deadline - .now)) } catch { Log.once(error) }
    }

    private func notifyObservers() {
        ForeignChangeNotifier.shared.notify(observers.listening)
    }

    // MARK: Forks

    /// Saves what both processes would save otherwise, the child perhaps after the parent has changed it again.
    static func saveBeforeFork(by deadline: ContinuousClock.Instant) {
        for suite in all {
            guard suite.section.enter(by: deadline) else { continue }
            defer { suite.section.leave() }
            try? suite.merge.run(patience: max(.zero, deadline - .now))
        }
    }

    static func prepareFork() {
        registry.lock()
        for suite in suites {
            suite.section.enter()
            suite.changes.prepareFork()
        }
    }

    static func endFork() {
        for suite in suites {
            suite.changes.endFork()
            suite.section.leave()
        }
        registry.unlock()
    }

    /// In the child, where a section may be stuck because a thread of the parent was about to enter it.
    static func beginChild() {
        ForeignChangeNotifier.shared = ForeignChangeNotifier()
        for suite in suites {
            suite.section = SerialSection()
            suite.changes.beginChild()
            suite.isWatched = false
        }
        registry.unlock()
    }
}
#endif
