#if os(Linux)
import Dispatch
import Foundation
import SettingsFile

/// A suite of one name, saved soon after a change, at exit and whenever asked to, merging what other processes changed.
final class SavedSuite: @unchecked Sendable {
    let memory: SuiteMemory
    let observers = ObserversTable()
    private let changes = ChangeRecord()
    private let merge: SuiteMerge
    private let section = SerialSection()

    // MARK: Suites by name

    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var suites: [String: SavedSuite] = [:]

    /// The saved suite of a name, `nil` for the standard one; from the first call on its file is watched.
    static func named(_ name: String?) -> SavedSuite {
        _ = ExitHandler.process
        let domain = name ?? SuiteMemory.standardDomain
        let suite = lock.withLock {
            if let suite = suites[domain] { return suite }
            let suite = SavedSuite(named: name)
            suites[domain] = suite
            return suite
        }
        suite.attach()
        return suite
    }

    /// All suites that were used.
    static var all: [SavedSuite] { lock.withLock { Array(suites.values) } }

    private init(named name: String?) {
        memory = SuiteMemory(ofSuiteNamed: name)
        merge = SuiteMerge(SettingsFile(path: FileLocation.path(ofSuiteNamed: name)), memory, changes)
    }

    // MARK: Writing

    /// Writes a key, and others with it, by `body`, and sees to it that this gets saved.
    ///
    /// Should a merge meanwhile put another process's object there, `body` is run again: the write came last.
    func write(_ key: String, and otherKeys: [String], by body: () -> Void) {
        while true {
            body()
            switch changes.note(key, otherKeys) {
            case .noted: return
            case .notedFirst: return saveSoon()
            case .overwritten: continue
            }
        }
    }

    /// Returns once all changes of the suite are on disk, those by plain `UserDefaults` calls included.
    ///
    /// Where there are none it looks and touches nothing.
    func flush() throws(TSUDError) {
        guard ExitHandler.isThisProcess else { throw TSUDError.forked(path: merge.file.path) }
        let outcome = section.enter { merge.run() }
        report(outcome)
        if let failure = outcome.failure { throw failure }
    }

    // MARK: Saving in the background

    private func saveSoon() {
        guard ExitHandler.isThisProcess else { return }
        Background.saving.asyncAfter(deadline: .now() + Background.delay) { [self] in
            if changes.beginSave() { saveInBackground() }
        }
    }

    private func saveInBackground() {
        do throws(TSUDError) {
            try flush()
        } catch {
            Log.once(error)
        }
    }

    private func report(_ outcome: SuiteMerge.Outcome) {
        for report in outcome.reports { Log.once(report) }
        guard !outcome.changed.isEmpty else { return }
        // Elsewhere, because observers run in it: they may flush, and the caller may hold what they wait for.
        Background.announcing.async { [observers] in observers.announceForeign(outcome.changed) }
    }

    // MARK: Other processes

    private let attachment = SerialSection()
    private var isAttached = false

    private func attach() {
        attachment.enter {
            if isAttached { return }
            isAttached = true
            report(section.enter { merge.attach() })
            if changes.hasRefused, changes.claimSave() { saveSoon() }
            // Not at once, because the system takes its time to end a process that watches something, and short programs
            // need not pay for that. A suite lives as long as the process, and so does its watch.
            Background.hearing.asyncAfter(deadline: .now() + Background.delay) { [self] in
                Watch.shared.watch(merge.file.path) { [self] in mergeSoon() }
                mergeSoon()
            }
        }
    }

    private func mergeSoon() {
        // Somebody who saves in a loop makes many events, and one merge does for all that came before it.
        guard changes.claimMerge() else { return }
        Background.saving.asyncAfter(deadline: .now() + Background.debounce) { [self] in
            changes.beginMerge()
            guard ExitHandler.isThisProcess else { return }
            if section.enter({ merge.file.isUnchanged }), !changes.hasRefused { return }
            saveInBackground()
        }
    }
}
#endif
