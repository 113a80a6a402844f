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
    private var watch: DirectoryWatch?
    private var events: (any DispatchSourceRead)?
    private var isLookingAgain = false

    // MARK: Saving

    /// Saves a suite after a delay; at once, while the process exits.
    func save(_ suite: SavedSuite, after delay: Duration) {
        guard getpid() == process else { return }
        // Runs when `main` returns or `exit` is called; a program that only reads does nothing there.
        _ = Self.savesAtExit
        if exit.withLock(\.hasBegun) {
            saveAll()
        } else if canStartThread() {
            run(after: delay) { [self] in sync(suite, saving: true) }
        } else {
            // The next change tries again.
            suite.state.withLock { $0.isScheduled = false }
        }
    }

    private func sync(_ suite: SavedSuite, saving: Bool, isRetry: Bool = false) {
        guard let delay = suite.syncInBackground(saving: saving, isRetry: isRetry) else { return }
        run(after: delay) { [self] in sync(suite, saving: true, isRetry: true) }
    }

    // MARK: Following

    /// Watches a suite's file.
    ///
    /// Not at once, so that a program that ends soon has less to do.
    func watch(_ suite: SavedSuite) {
        guard getpid() == process, canStartThread() else { return }
        run(after: SavedSuite.pause) { [self] in follow([suite]) }
    }

    /// Watches the directories of suites, which may have been made or replaced, and looks at their files.
    private func follow(_ suites: [SavedSuite]) {
        if let failure = watchDirectories(of: suites) {
            Log.once(.notWatched(failure))
            lookAgain()
        }
        for suite in suites { sync(suite, saving: false) }
    }

    /// - Returns: why one of them can't be watched.
    private func watchDirectories(of suites: [SavedSuite]) -> FileError? {
        var failure: FileError?
        do throws(FileError) {
            let watch = if let watch { watch } else { try makeWatch() }
            // All of them, also after one that can't be watched.
            for suite in suites {
                do throws(FileError) { try watch.add(FilePath(suite.file.path)) } catch { failure = error }
            }
        } catch {
            failure = error
        }
        return failure
    }

    private func makeWatch() throws(FileError) -> DirectoryWatch {
        guard hasDescriptors else { throw .noDescriptors }
        let new = try DirectoryWatch()
        let source = DispatchSource.makeReadSource(fileDescriptor: new.descriptor, queue: queue)
        source.setEventHandler { [self] in
            if new.hasChanged() { follow(SavedSuite.all) }
        }
        source.resume()
        (watch, events) = (new, source)
        return new
    }

    /// Looks at the files every two seconds, for as long as they can't be watched.
    private func lookAgain() {
        if isLookingAgain { return }
        isLookingAgain = true
        run(after: .seconds(2)) { [self] in
            isLookingAgain = false
            follow(SavedSuite.all)
        }
    }

    // MARK: Time

    private func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        if delay <= .zero {
            queue.async(execute: work)
        } else if hasDescriptors {
            queue.asyncAfter(deadline: .now() + .microseconds(Int(delay / .microseconds(1))), execute: work)
        } else {
            queue.async { [self] in
                usleep(50_000)
                run(after: delay - .milliseconds(50), work)
            }
        }
    }

    /// Whether Dispatch has the descriptors that it needs for timers and sources; without them it ends the process.
    private var hasDescriptors: Bool {
        hadDescriptors.withLock { had in
            had = had || canOpen(8)
            return had
        }
    }

    private let hadDescriptors = Locked(false)

    // MARK: Exit

    /// Whether the process exits, as far as that can be told without waiting for the thread that a signal has interrupted.
    var isExiting: Bool { exit.withLockIfAvailable(\.hasBegun) ?? false }

    private static let savesAtExit: Void = { atexit { SaveQueue.shared.saveAtExit() } }()

    private func saveAll() {
        // Used up by what waits in vain, so that however long many saves take, all are made.
        var patience = Duration.seconds(9)
        for suite in SavedSuite.all where suite.hasChanges {
            let start = ContinuousClock.now
            do throws(FileError) {
                try suite.sync(saving: true, patience: patience)
            } catch {
                patience = max(.zero, patience - (.now - start))
                Log.once(.notSaved(error, path: suite.file.path))
            }
        }
    }

    /// Lets the queue save all suites, and waits for as long as saves end one after the other, for each ten seconds.
    ///
    /// A signal handler may have called `exit`, and the thread that it has interrupted never returns its locks.
    private func saveAtExit() {
        guard getpid() == process else { return }
        _ = exit.withLockIfAvailable { $0.hasBegun = true }
        guard canStartThread() else {
            saveAll()
            return
        }
        let done = DispatchSemaphore(value: 0)
        queue.async { [self] in
            saveAll()
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

    /// Notes that a save has got the file, and so the one before has ended: an exit goes on waiting.
    func noteProgress() { exit.withLock { $0.progress += 1 } }
}

/// Whether the system has threads left; without one, Dispatch would wait for ever.
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
