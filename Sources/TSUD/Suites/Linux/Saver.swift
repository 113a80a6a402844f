#if os(Linux)
import Dispatch
import Foundation

/// The background thread of the process, which saves suites when they are due and watches their files.
///
/// If there are no threads or descriptors left, only `flush` and the exit of the process save.
final class Saver: @unchecked Sendable {
    static let shared = Saver()

    /// Whether the exit handler has run: handlers that were registered earlier run later, and may write.
    ///
    /// Unchecked, because a signal handler may interrupt a write that reads this, and call `exit`.
    @exclusivity(unchecked) nonisolated(unsafe) private(set) static var isExiting = false

    enum Kind {
        case save
        case watch
    }

    private struct Job {
        let kind: Kind
        let suite: SavedSuite
        let time: ContinuousClock.Instant
    }

    private struct Plan {
        var jobs: [Job] = []
        var isRunning = false
        /// Whether anything was ever to be saved.
        var isNeeded = false
    }

    private let plan = Locked(Plan())
    /// The ends of a pipe that wakes the thread; negative if the system has no descriptors left.
    private let (wakeReader, wakeWriter) = nonblockingPipe()
    /// Used by the thread alone.
    private let watch = Watch()
    private var watched: [SavedSuite] = []
    /// Signaled when the exiting thread asks for a save, when a suite is saved or given up, and when all are.
    private let (asked, advanced, done) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    /// A forked child, in which the thread does not exist, has another number, and never saves.
    private let process = getpid()

    private init() {
        // Runs when `main` returns or `exit` is called.
        atexit {
            Saver.isExiting = true
            Saver.shared.saveAtExit()
        }
    }

    /// Lets the thread do something with a suite after a delay.
    func schedule(_ kind: Kind, of suite: SavedSuite, after delay: Duration) {
        guard getpid() == process else { return }
        let isFirst = plan.withLock { plan in
            plan.jobs.append(Job(kind: kind, suite: suite, time: .now + delay))
            if kind == .save { plan.isNeeded = true }
            if plan.isRunning || wakeReader < 0 { return false }
            plan.isRunning = true
            return true
        }
        if !isFirst {
            wake()
        } else if !BackgroundThread.start({ [self] in work() }) {
            plan.withLock { $0.isRunning = false }
        }
    }

    /// A write to a full pipe fails, but the thread wakes up anyway.
    private func wake() {
        var byte: UInt8 = 1
        _ = write(wakeWriter, &byte, 1)
    }

    // MARK: The thread

    private func work() {
        while true {
            var ready = [wakeReader, watch.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&ready, 2, millisecondsToNextJob)
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(wakeReader, &bytes, bytes.count) == bytes.count {}
            if watch.hasChanged() {
                for suite in watched {
                    // A directory may have been made or replaced.
                    watch.add(suite.file.path)
                    suite.follow()
                }
            }
            while !Self.isExiting, let job = nextDue() { run(job) }
            if asked.wait(timeout: .now()) == .success { saveAll() }
        }
    }

    private func run(_ job: Job) {
        switch job.kind {
        case .save:
            if let delay = job.suite.saveInBackground() { schedule(.save, of: job.suite, after: delay) }
        case .watch:
            watch.add(job.suite.file.path)
            watched.append(job.suite)
            job.suite.follow()
        }
    }

    /// Rounded up, so that the thread does not wake up too early; -1 if nothing is scheduled.
    private var millisecondsToNextJob: Int32 {
        guard let next = plan.withLock({ $0.jobs.map(\.time).min() }) else { return -1 }
        return Int32(max(0, ((next - .now) / .milliseconds(1)).rounded(.up)))
    }

    private func nextDue() -> Job? {
        let now = ContinuousClock.now
        return plan.withLock { plan in plan.jobs.firstIndex { $0.time <= now }.map { plan.jobs.remove(at: $0) } }
    }

    // MARK: Exit

    /// Lets the thread save everything.
    ///
    /// Saves are waited for without limit, and everything else for ten seconds: a signal handler may have called
    /// `exit`, and the thread that it has interrupted never returns its locks. So this one takes none, unless there is
    /// no other thread.
    func saveAtExit() {
        guard getpid() == process else { return }
        // If the lock is taken, there is a thread.
        let (isNeeded, isRunning) = plan.withLockIfAvailable { ($0.isNeeded, $0.isRunning) } ?? (true, true)
        guard isNeeded else { return }
        guard isRunning else {
            saveAll()
            return
        }
        asked.signal()
        wake()
        var patience = DispatchTimeInterval.seconds(10)
        while done.wait(timeout: .now() + patience) == .timedOut {
            guard hasAdvanced() || FileLock.isHeldByAnotherThread else {
                let line: StaticString = "TSUD: Settings are not saved: the exit has interrupted what uses them.\n"
                _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
                return
            }
            patience = .seconds(1)
        }
    }

    /// Whether a suite was saved, or given up, since the last call.
    private func hasAdvanced() -> Bool {
        var hasAdvanced = false
        while advanced.wait(timeout: .now()) == .success { hasAdvanced = true }
        return hasAdvanced
    }

    private func saveAll() {
        // Used up by what waits in vain, so that however long many saves take, all are made.
        var patience = Duration.seconds(9)
        for suite in SavedSuites.all {
            let start = ContinuousClock.now
            do throws(FileError) {
                try suite.sync(saving: true, by: start + patience)
            } catch {
                patience -= .now - start
                Log.once(.notSaved(error, path: suite.file.path))
            }
            advanced.signal()
        }
        done.signal()
    }
}

private func nonblockingPipe() -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
}
#endif
