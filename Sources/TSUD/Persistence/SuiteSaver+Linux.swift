#if os(Linux)
import Dispatch
import Foundation

/// Saves one suite: soon after a change, at exit, and whenever asked to, merging what other processes changed.
final class SuiteSaver: @unchecked Sendable {
    private let writes = WriteRecord()
    private let way: Way

    /// How the suite is saved.
    private enum Way {
        case merging(SuiteFile, SuiteMemory, Turn)
        /// For an object whose storage is its own secret.
        case synchronizing(CoalescedSynchronize)
    }

    /// The saver of a suite; from the first call for a suite on, its file is watched.
    ///
    /// It costs a look into the object; keep what it returns.
    static func of(_ suite: UserDefaults) -> SuiteSaver {
        _ = ExitSaver.process
        let saver = savers.saver(of: suite)
        saver.attach()
        return saver
    }

    /// The savers of all suites that were used.
    static var all: [SuiteSaver] { savers.all }

    private static let savers = Savers()

    fileprivate init(suiteNamed name: String?) {
        let memory = SuiteMemory(ofSuiteNamed: name)
        let file = SuiteFile(path: FileLocation.path(ofSuiteNamed: name), memory: memory, writes: writes)
        way = .merging(file, memory, Turn())
    }

    fileprivate init(secretive suite: UserDefaults) {
        way = .synchronizing(CoalescedSynchronize(suite))
    }

    /// The object that is stored under a key, whatever else `UserDefaults` has for it; copies the whole suite.
    ///
    /// - Returns: `nil` also where the suite keeps that to itself.
    func storedObject(forKey key: String) -> Any? {
        guard case .merging(_, let memory, _) = way else { return nil }
        return memory.object(forKey: key)
    }

    // MARK: Writing

    /// Notes that a key was written, and former ones removed, and sees to it that this gets saved.
    ///
    /// - Returns: whether it stands. Should a merge have put another process's object in its place, it has to be written
    ///   again.
    func noteWrite(of key: String, removing formerKeys: [String]) -> Bool {
        if case .synchronizing(let synchronize) = way {
            synchronize.soon()
            return true
        }
        switch writes.note(key, formerKeys) {
        case .noted:
            return true
        case .notedFirst:
            saveSoon()
            return true
        case .overwritten:
            return false
        }
    }

    /// Returns once all changes of the suite are on disk, those by plain `UserDefaults` calls included.
    ///
    /// Where there are none it looks and touches nothing.
    func flush() throws(TSUDError) {
        switch way {
        case .synchronizing(let synchronize):
            synchronize.now()
        case .merging(let file, _, let turn):
            guard ExitSaver.isThisProcess else { throw Self.forked(path: file.path) }
            let outcome = turn.take { file.merge() }
            tell(outcome)
            if let failure = outcome.failure { throw failure }
        }
    }

    /// Saves what is unsaved, at the end of the process.
    func saveAtExit() throws(TSUDError) {
        switch way {
        case .synchronizing(let synchronize): synchronize.ifNoted()
        case .merging: try flush()
        }
    }

    // MARK: Saving

    private func saveSoon() {
        guard ExitSaver.isThisProcess else { return }
        Background.saving.asyncAfter(deadline: .now() + Background.delay) { [self] in
            if writes.beginSave() { saveInBackground() }
        }
    }

    private func saveInBackground() {
        do throws(TSUDError) {
            try flush()
        } catch {
            Log.once(error)
        }
    }

    private func tell(_ outcome: SuiteFile.Outcome) {
        for report in outcome.reports { Log.once(report) }
        guard !outcome.changed.isEmpty else { return }
        // Elsewhere, because readers run in it: they may flush, and the caller may hold what they wait for.
        let suite = ObjectIdentifier(self)
        Background.announcing.async { SuiteChanges.announce(outcome.changed, in: suite) }
    }

    private static func forked(path: String) -> TSUDError {
        TSUDError(
            .notSaved,
            path: path,
            description: "Settings are not saved to '\(path)': the process was forked from the one that uses them."
        )
    }

    // MARK: Other processes

    private let attachment = Attachment()

    private func attach() {
        guard case .merging(let file, _, let turn) = way else { return }
        attachment.once {
            let outcome = turn.take { file.attach() }
            tell(outcome)
            if writes.hasRefused, writes.claimSave() { saveSoon() }
            // Not at once, because the system takes its time to end a process that watches something, and short programs
            // need not pay for that. A saver lives as long as the process, and so does its watch.
            Background.watching.asyncAfter(deadline: .now() + Background.delay) { [self] in
                Watch.shared.watch(file.path) { [self] in mergeSoon() }
                mergeSoon()
            }
        }
    }

    private func mergeSoon() {
        // Somebody who saves in a loop makes many events, and one merge does for all that came before it.
        guard writes.claimMerge() else { return }
        Background.saving.asyncAfter(deadline: .now() + Background.hearing) { [self] in
            writes.beginMerge()
            mergeIfChanged()
        }
    }

    private func mergeIfChanged() {
        guard case .merging(let file, _, let turn) = way, ExitSaver.isThisProcess else { return }
        if turn.take({ file.isUnchanged }), !writes.hasRefused { return }
        saveInBackground()
    }
}

/// What happens once, before anybody goes on.
private final class Attachment: @unchecked Sendable {
    private let turn = Turn()
    private let lock = NSLock()
    private var isDone = false

    func once(_ body: () -> Void) {
        if lock.withLock({ isDone }) { return }
        turn.take {
            if lock.withLock({ isDone }) { return }
            body()
            lock.withLock { isDone = true }
        }
    }
}

/// The one saver of each suite.
private final class Savers: @unchecked Sendable {
    private struct Known {
        weak var suite: UserDefaults?
        let saver: SuiteSaver
    }

    private let lock = NSLock()
    private var named: [String: SuiteSaver] = [:]
    private var secretive: [ObjectIdentifier: Known] = [:]
    /// The object that was asked for last: looking into one for its name is dear, and each key asks once.
    ///
    /// It is held, since a weak reference would make each retain and release of the suite several times as dear.
    private var last: (suite: UserDefaults, saver: SuiteSaver)?

    var all: [SuiteSaver] { lock.withLock { Array(named.values) + secretive.values.map(\.saver) } }

    func saver(of suite: UserDefaults) -> SuiteSaver {
        if let last = lock.withLock({ last }), last.suite === suite { return last.saver }
        guard case .known(let name) = SuiteName(of: suite) else { return secretiveSaver(of: suite) }
        let saver = saver(ofSuiteNamed: name)
        lock.withLock { last = (suite, saver) }
        return saver
    }

    private func saver(ofSuiteNamed name: String?) -> SuiteSaver {
        let domain = name ?? SuiteMemory.standardDomain
        if let saver = lock.withLock({ named[domain] }) { return saver }
        let new = SuiteSaver(suiteNamed: name)
        return lock.withLock {
            if let saver = named[domain] { return saver }
            named[domain] = new
            return new
        }
    }

    private func secretiveSaver(of suite: UserDefaults) -> SuiteSaver {
        lock.withLock {
            if let known = secretive[ObjectIdentifier(suite)], known.suite === suite { return known.saver }
            secretive = secretive.filter { $0.value.suite != nil }
            let saver = SuiteSaver(secretive: suite)
            secretive[ObjectIdentifier(suite)] = Known(suite: suite, saver: saver)
            return saver
        }
    }
}

/// The name of a suite, which `UserDefaults` keeps to itself.
private enum SuiteName {
    case known(String?)
    case unknown

    init(of suite: UserDefaults) {
        // A subclass may store where it likes.
        guard type(of: suite) == UserDefaults.self,
            let property = Mirror(reflecting: suite).descendant("suite"), let name = property as? String?
        else {
            self = .unknown
            return
        }
        // Asked for under its domain's name, the standard suite is still the standard suite.
        self = .known(name == SuiteMemory.standardDomain ? nil : name)
    }
}
#endif
