#if os(Linux)
import Dispatch
import Foundation

/// The serial queue that saves suites when they are due, and lets them follow their files.
package final class SaveQueue: @unchecked Sendable {
    package static let shared = SaveQueue()

    private let queue = DispatchQueue(label: "TSUD.saving")
    private let process = getpid()
    private let exit = Locked(Exit())
    private let exitChanged = Condition()
    /// Used on the queue alone.
    private var watch: DirectoryWatch?
    private var events: (any DispatchSourceRead)?
    private var isLookingAgain = false
    /// The files that others have it watch, by owner.
    private var otherFiles: [String: (paths: @Sendable () -> [FilePath], look: @Sendable () -> Void)] = [:]

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
        run(after: SavedSuite.pause) { [self] in follow(suite) }
    }

    /// Watches the files of a suite, whose directories may have been created or replaced, and looks at them.
    private func follow(_ suite: SavedSuite) {
        do throws(FileError) {
            let watch = if let watch { watch } else { try makeWatch() }
            try watch.watch([FilePath(suite.file.path)], for: suite.domain)
        } catch {
            Log.once(.notWatched(error))
            lookAgain()
        }
        sync(suite, saving: false)
    }

    /// Watches the directories of some files, and calls a closure on the queue when it watches them and after each
    /// change there.
    ///
    /// - Parameters:
    ///   - owner: The owner of the files; a second call replaces its first one.
    ///   - paths: Returns the paths, which a change may change.
    ///   - look: Looks at the files. If they can't be watched, it is called every two seconds.
    package func watch(
        for owner: String,
        _ paths: @escaping @Sendable () -> [FilePath],
        _ look: @escaping @Sendable () -> Void
    ) {
        if isForkedChild { return }
        run(after: SavedSuite.pause) { [self] in
            otherFiles[owner] = (paths, look)
            follow(filesOf: owner)
        }
    }

    private func follow(filesOf owner: String) {
        guard let (paths, look) = otherFiles[owner] else { return }
        do throws(FileError) {
            let watch = if let watch { watch } else { try makeWatch() }
            // Directories and links may change before they are watched, and would then lead to other ones.
            for _ in 0..<10 {
                if try !watch.watch([], andDirectoriesOf: paths(), for: owner) { break }
            }
        } catch {
            Log.once(.notWatched(error))
            lookAgain()
        }
        look()
    }

    private func makeWatch() throws(FileError) -> DirectoryWatch {
        guard hasEventLoop else { throw FileError(action: "can't watch files", systemError: EMFILE) }
        let new = try DirectoryWatch()
        let source = DispatchSource.makeReadSource(fileDescriptor: new.descriptor, queue: queue)
        source.setEventHandler { [self] in
            let owners = new.changedOwners()
            for suite in SavedSuite.named(owners) { follow(suite) }
            for owner in owners { follow(filesOf: owner) }
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
            for owner in otherFiles.keys { follow(filesOf: owner) }
        }
    }

    // MARK: Time

    private func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        let microseconds = Int(delay / .microseconds(1))
        if delay <= .zero {
            queue.async(execute: work)
        } else if hasEventLoop {
            queue.asyncAfter(deadline: .now() + .microseconds(microseconds), execute: work)
        } else {
            Thread.detachNewThread { [self] in
                usleep(useconds_t(microseconds))
                queue.async(execute: work)
            }
        }
    }

    private let eventLoop = Locked(false)

    /// Whether Dispatch has an event loop, or can make one: it ends the process if that needs more descriptors than there
    /// are.
    private var hasEventLoop: Bool {
        eventLoop.withLock { exists in
            if exists { return true }
            let descriptors = (0..<6).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
            exists = descriptors.allSatisfy { $0 >= 0 }
            for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
            return exists
        }
    }

    // MARK: Exit

    /// Whether the process exits, and has saved the changes made before.
    var isExiting: Bool { exit.withLock { $0.end != nil } }

    private struct Exit {
        /// The end of waiting, from the first call of `exit` on, and its thread.
        var end: ContinuousClock.Instant?
        var first: pthread_t?
        /// The thread that saves, or has saved.
        var saver: pthread_t?
        var isDone = false
    }

    /// Registers one handler for each of 32 threads.
    ///
    /// Before version 2.41 of glibc, a thread that calls `exit` while another is in a handler takes the next handler, and
    /// ends the process after the last.
    private static let savesAtExit: Void = { for _ in 0..<32 { atexit { SaveQueue.shared.saveAtExit() } } }()

    /// Saves all suites, for at most ten seconds.
    ///
    /// Another thread that calls `exit` at the same time waits here until the first one has ended the process.
    ///
    /// The queue does it, because a thread can't be interrupted while it writes to a slow disk. If Dispatch has no thread
    /// for the queue, this thread does it.
    private func saveAtExit() {
        if isForkedChild { return }
        let thread = pthread_self()
        let (end, isFirst) = exit.withLock { exit in
            if let end = exit.end { return (end, false) }
            let end = WaitLimit.end
            (exit.end, exit.first) = (end, thread)
            return (end, true)
        }
        if isFirst {
            if SavedSuite.all.contains(where: \.hasChanges) {
                queue.async { [self] in saveAll(by: end) }
            } else {
                finish()
            }
            if !exit.wait(for: exitChanged, by: .now + .milliseconds(500), until: \.isDone) { saveAll(by: end) }
        }
        // A signal handler may call `exit` on the thread that saves.
        let isDone = exit.wait(for: exitChanged, by: end) { $0.isDone ? $0.first == thread : $0.saver == thread }
        if !isDone, isFirst { Log.write("Settings are not saved: a save has taken longer than ten seconds.") }
    }

    private func saveAll(by end: ContinuousClock.Instant) {
        let isFirst = exit.withLock { exit in
            defer { exit.saver = exit.saver ?? pthread_self() }
            return exit.saver == nil
        }
        guard isFirst else { return }
        for suite in SavedSuite.all where suite.hasChanges { saveNow(suite, by: end - .seconds(1)) }
        finish()
    }

    private func finish() {
        exit.withLock { $0.isDone = true }
        exitChanged.signal()
    }
}
#endif
