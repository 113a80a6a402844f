#if os(Linux)
import Dispatch
import Foundation

/// The serial queue that saves suites when they are due, and lets them follow their files.
final class SaveQueue: @unchecked Sendable {
    static let shared = SaveQueue()

    private let queue = DispatchQueue(label: "TSUD.saving")
    private let process = getpid()
    private let hasExitBegun = Locked(false)
    /// Used on the queue alone.
    private var watch: DirectoryWatch?
    private var events: (any DispatchSourceRead)?
    private var isLookingAgain = false

    /// Whether this is a forked child, in which the threads of the queue don't exist.
    var isForkedChild: Bool { getpid() != process }

    // MARK: Saving

    /// Saves a suite after a delay.
    func save(_ suite: SavedSuite, after delay: Duration) {
        if isForkedChild { return }
        // Runs when `main` returns or `exit` is called; a program that only reads does nothing there.
        _ = Self.savesAtExit
        run(after: delay) { [self] in sync(suite, saving: true) }
    }

    private func sync(_ suite: SavedSuite, saving: Bool, isRetry: Bool = false) {
        guard let delay = suite.syncInBackground(saving: saving, isRetry: isRetry) else { return }
        run(after: delay) { [self] in sync(suite, saving: true, isRetry: true) }
    }

    /// Saves a suite on the current thread, and logs a failure.
    func saveNow(_ suite: SavedSuite, by deadline: ContinuousClock.Instant) {
        do throws(FileError) {
            try suite.sync(saving: true, by: deadline)
        } catch {
            if suite.hasChanges { Log.once(.notSaved(error, path: suite.file.path)) }
        }
    }

    // MARK: Following

    /// Watches a suite's file, after a pause, so a program that ends soon has less to do.
    func watch(_ suite: SavedSuite) {
        if isForkedChild { return }
        run(after: SavedSuite.pause) { [self, weak suite] in
            if let suite { follow(suite) }
        }
    }

    /// Removes the suites that are no longer used, and watches only the files of the others.
    ///
    /// It runs on the queue, which then uses no suite itself.
    func removeUnusedSuites() {
        if isForkedChild { return }
        queue.async { [self] in
            for domain in SavedSuite.removeUnused() { watch?.stop(for: domain) }
        }
    }

    /// Watches the files of a suite, whose directories may have been created or replaced, and looks at them.
    private func follow(_ suite: SavedSuite) {
        do throws(FileError) {
            let watch = if let watch { watch } else { try makeWatch() }
            let system = suite.system.watchedPaths
            try watch.watch([FilePath(suite.file.path)], andDirectoriesOf: system, for: suite.domain)
        } catch {
            Log.once(.notWatched(error))
            lookAgain()
        }
        suite.followSystem()
        sync(suite, saving: false)
    }

    private func makeWatch() throws(FileError) -> DirectoryWatch {
        let new = try DirectoryWatch()
        let source = DispatchSource.makeReadSource(fileDescriptor: new.descriptor, queue: queue)
        source.setEventHandler { [self] in
            for suite in SavedSuite.named(new.changedOwners()) { follow(suite) }
        }
        source.resume()
        (watch, events) = (new, source)
        return new
    }

    /// Looks at the files every two seconds, and tries to watch them again.
    private func lookAgain() {
        if isLookingAgain { return }
        isLookingAgain = true
        run(after: .seconds(2)) { [self] in
            isLookingAgain = false
            for suite in SavedSuite.all { follow(suite) }
        }
    }

    // MARK: Time

    private func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        if delay <= .zero {
            queue.async(execute: work)
        } else {
            queue.asyncAfter(deadline: .now() + .microseconds(Int(delay / .microseconds(1))), execute: work)
        }
    }

    // MARK: Exit

    /// Whether the process exits, and has saved the changes made before.
    var isExiting: Bool { hasExitBegun.copy }

    private static let savesAtExit: Void = { atexit { SaveQueue.shared.saveAtExit() } }()

    /// Saves all suites, for at most ten seconds.
    ///
    /// The queue does it, because a thread can't be interrupted while it writes to a slow disk. If Dispatch has no thread
    /// for the queue, this thread does it.
    private func saveAtExit() {
        if isForkedChild { return }
        hasExitBegun.withLock { $0 = true }
        if !SavedSuite.all.contains(where: \.hasChanges) { return }
        let end = ContinuousClock.now + .seconds(10)
        let isBegun = Locked(false)
        let isDone = Locked(false)
        let saveAll: @Sendable () -> Void = { [self] in
            let isFirst = isBegun.withLock { isBegun in
                defer { isBegun = true }
                return !isBegun
            }
            guard isFirst else { return }
            for suite in SavedSuite.all where suite.hasChanges { saveNow(suite, by: end - .seconds(1)) }
            isDone.withLock { $0 = true }
        }
        queue.async(execute: saveAll)
        if !poll(by: .now + .milliseconds(500), until: { isDone.copy }) {
            saveAll()
            if !poll(by: end, until: { isDone.copy }) {
                Log.write("Settings are not saved: a save has taken longer than ten seconds.")
            }
        }
    }
}
#endif
