#if os(Linux)
import Dispatch
import Foundation

/// The serial queue that saves suites when they are due, and lets them follow their files.
final class SaveQueue: @unchecked Sendable {
    static let shared = SaveQueue()

    private let queue = DispatchQueue(label: "TSUD.saving")
    /// A forked child, in which the queue's threads do not exist, has another number, and never saves.
    private let process = getpid()
    private let exit = Locked((hasBegun: false, progress: 0))
    /// Used on the queue alone.
    private var watched: [SavedSuite] = []
    private var watch: Watch?
    private var events: (any DispatchSourceRead)?
    private var isLookingAgain = false

    // MARK: Saving

    /// Saves a suite after a delay; at once, while the process exits.
    func save(_ suite: SavedSuite, after delay: Duration) {
        guard getpid() == process else { return }
        // Runs when `main` returns or `exit` is called; a program that only reads does nothing there.
        _ = Self.savesAtExit
        if exit.withLock(\.hasBegun) {
            waitForQueue { _ = suite.saveInBackground() }
        } else {
            let isRun = run(after: delay) { [self] in save(suite, isRetry: false) }
            // The next change tries again.
            if !isRun { suite.state.withLock { $0.isScheduled = false } }
        }
    }

    private func save(_ suite: SavedSuite, isRetry: Bool) {
        guard let delay = suite.saveInBackground(isRetry: isRetry) else { return }
        run(after: delay) { [self] in save(suite, isRetry: true) }
    }

    // MARK: Following

    /// Watches a suite's file.
    ///
    /// Not at once, so that a program that ends soon has less to do.
    func watch(_ suite: SavedSuite) {
        guard getpid() == process else { return }
        run(after: SavedSuite.pause) { [self] in
            watched.append(suite)
            follow()
        }
    }

    /// Watches the directories, which may have been made or replaced, and looks at all files.
    private func follow() {
        if watch == nil, hasDescriptors.withLock({ $0 }), let new = Watch() {
            let source = DispatchSource.makeReadSource(fileDescriptor: new.descriptor, queue: queue)
            source.setEventHandler { [self] in
                if watch?.hasChanged() == true { follow() }
            }
            source.resume()
            (watch, events) = (new, source)
        }
        // All of them, also after one that can't be watched.
        let isWatched = watched.reduce(true) { isWatched, suite in
            watch?.add(suite.file.path) ?? false && isWatched
        }
        for suite in watched { follow(suite, isRetry: false) }
        if !isWatched { lookAgain() }
    }

    private func follow(_ suite: SavedSuite, isRetry: Bool) {
        guard let delay = suite.follow(isRetry: isRetry) else { return }
        run(after: delay) { [self] in follow(suite, isRetry: true) }
    }

    /// Looks at the files every two seconds, for as long as they can't be watched.
    private func lookAgain() {
        Log.once(.notWatched)
        if isLookingAgain { return }
        isLookingAgain = true
        run(after: .seconds(2)) { [self] in
            isLookingAgain = false
            follow()
        }
    }

    // MARK: Time

    /// Whether Dispatch has the descriptors that it needs for timers and sources; without them it ends the process.
    private let hasDescriptors = Locked(false)

    /// - Returns: `false` if there are no threads left, for which Dispatch would wait for ever.
    @discardableResult
    private func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Bool {
        guard canStartThread() else { return false }
        let isReady = hasDescriptors.withLock { has in
            has = has || canOpen(8)
            return has
        }
        if delay <= .zero {
            queue.async(execute: work)
        } else if isReady {
            queue.asyncAfter(deadline: .now() + .microseconds(Int(delay / .microseconds(1))), execute: work)
        } else {
            queue.async { [self] in
                usleep(50_000)
                run(after: delay - .milliseconds(50), work)
            }
        }
        return true
    }

    // MARK: Exit

    /// Whether the process exits, as far as that can be told without waiting for the thread that a signal has interrupted.
    var isExiting: Bool { exit.withLockIfAvailable(\.hasBegun) ?? false }

    private static let savesAtExit: Void = { atexit { SaveQueue.shared.saveAtExit() } }()

    private func saveAtExit() {
        guard getpid() == process else { return }
        // The thread that a signal handler has interrupted may have the lock.
        _ = exit.withLockIfAvailable { $0.hasBegun = true }
        waitForQueue { Self.saveAll() }
    }

    private static func saveAll() {
        // Used up by what waits in vain, so that however long many saves take, all are made.
        var patience = Duration.seconds(9)
        for suite in SavedSuite.all {
            let start = ContinuousClock.now
            do throws(FileError) {
                try suite.sync(saving: true, patience: patience)
            } catch {
                patience = max(.zero, patience - (.now - start))
                Log.once(.notSaved(error, path: suite.file.path))
            }
            shared.noteProgress()
        }
    }

    /// Waits until the queue has done something, for as long as saves end one after the other, for each ten seconds.
    ///
    /// A signal handler may have called `exit`, and the thread that it has interrupted never returns its locks.
    private func waitForQueue(_ work: @escaping @Sendable () -> Void) {
        guard canStartThread() else {
            work()
            return
        }
        let done = DispatchSemaphore(value: 0)
        queue.async {
            work()
            done.signal()
        }
        var (progress, end) = (-1, ContinuousClock.now)
        while done.wait(timeout: .now() + .milliseconds(500)) == .timedOut {
            let now = exit.withLockIfAvailable(\.progress) ?? progress
            if now != progress { (progress, end) = (now, .now + .milliseconds(9_500)) }
            guard ContinuousClock.now < end else {
                Log.write("Settings are not saved: the exit has interrupted what uses them.")
                return
            }
        }
    }

    /// Notes that a save has ended, or has got the file, so that an exit goes on waiting.
    func noteProgress() { exit.withLock { $0.progress += 1 } }
}

/// Whether the system has threads left.
private func canStartThread() -> Bool {
    var thread = pthread_t()
    guard pthread_create(&thread, nil, { _ in nil }, nil) == 0 else { return false }
    pthread_join(thread, nil)
    return true
}

/// Whether the process may open so many files.
private func canOpen(_ count: Int) -> Bool {
    let descriptors = (0..<count).map { _ in open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
    return descriptors.allSatisfy { $0 >= 0 }
}
#endif
