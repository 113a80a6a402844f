#if os(Linux)
import Dispatch
import Foundation
import SettingsFile

/// The background thread of the process, which saves suites when they are due and watches their files.
///
/// If there are no threads or descriptors left, only `flush` and the exit of the process save.
final class Worker: @unchecked Sendable {
    // Replaced only in a forked child, while that has a single thread.
    nonisolated(unsafe) private(set) static var shared = Worker()

    private let lock = NSLock()
    private var jobs: [Job] = []
    private var isRunning = false
    /// Whether something was ever to be saved or followed.
    private var isNeeded = false

    /// Something to do with a suite at a time.
    private struct Job {
        let suite: SavedSuite
        var time: ContinuousClock.Instant
        /// Whether its file is to be watched from then on; otherwise the suite is saved, and follows its file.
        var beginsWatching = false
    }

    /// The ends of a pipe that wakes the thread; negative if the system has no descriptors left.
    private let (wakeReader, wakeWriter) = nonblockingPipe()
    private let files = Watch()
    private var watched: [SavedSuite] = []
    /// Signaled when the exiting thread asks for a save, for each suite that is saved, and when all are.
    private let (asked, progress, done) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    /// Signaled while the thread waits for something to do.
    private let idle = DispatchSemaphore(value: 0)
    private var isHeldIdle = false

    deinit {
        for descriptor in [wakeReader, wakeWriter] where descriptor >= 0 { close(descriptor) }
    }

    /// Schedules a save of a suite.
    func schedule(_ suite: SavedSuite, after delay: Duration) {
        add(Job(suite: suite, time: .now + delay))
    }

    /// Follows the changes of a suite's file from a tenth of a second from now on.
    ///
    /// A process that watches a file takes ten milliseconds longer to exit, which would slow down short-lived programs.
    func watch(_ suite: SavedSuite) {
        add(Job(suite: suite, time: .now + .milliseconds(100), beginsWatching: true))
    }

    /// Notes a job, and starts or wakes the thread.
    private func add(_ job: Job) {
        let isFirst = lock.withLock {
            if !job.beginsWatching { isNeeded = true }
            let index = jobs.firstIndex { $0.suite === job.suite && $0.beginsWatching == job.beginsWatching }
            if let index {
                jobs[index].time = min(jobs[index].time, job.time)
            } else {
                jobs.append(job)
            }
            if isRunning || wakeReader < 0 { return false }
            isRunning = true
            return true
        }
        if isFirst {
            if !BackgroundThread.start({ [self] in work() }) { lock.withLock { isRunning = false } }
        } else {
            wake()
        }
    }

    /// A write to a full pipe fails, but the thread wakes up anyway.
    private func wake() {
        var byte: UInt8 = 1
        _ = write(wakeWriter, &byte, 1)
    }

    private func work() {
        while true {
            var ready = [wakeReader, files.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let timeout = millisecondsToNext
            idle.signal()
            poll(&ready, 2, timeout)
            idle.wait()
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(wakeReader, &bytes, bytes.count) == bytes.count {}
            let changed = files.changedPaths()
            for suite in watched where changed.contains(suite.path) { schedule(suite, after: .zero) }
            while !ProcessHandlers.isExiting, let job = nextDue() { run(job) }
            if asked.wait(timeout: .now()) == .success { saveAll() }
        }
    }

    private func run(_ job: Job) {
        let suite = job.suite
        if !job.beginsWatching {
            if let delay = suite.saveInBackground() { schedule(suite, after: delay) }
        } else if files.watch(suite.path) {
            watched.append(suite)
            schedule(suite, after: .zero)
        }
    }

    // MARK: Exit

    /// Lets the background thread save everything; if it makes no progress for two seconds, the loss is logged.
    ///
    /// A signal handler may have called `exit`. The thread that it has interrupted never returns the locks that it
    /// holds, perhaps that of `malloc`. So this one waits for none, and allocates nothing unless there is no other
    /// thread.
    func saveAtExit() {
        // If the lock is taken, there is a thread.
        var (isNeeded, isRunning) = (true, true)
        if lock.try() {
            (isNeeded, isRunning) = (self.isNeeded, self.isRunning)
            lock.unlock()
        }
        guard isNeeded else { return }
        guard isRunning else {
            saveAll()
            return
        }
        asked.signal()
        wake()
        while done.wait(timeout: .now()) == .timedOut {
            guard progress.wait(timeout: .now() + .milliseconds(1_900)) == .success else {
                let line: StaticString = "TSUD: Settings are not saved: the exit has interrupted what uses them.\n"
                _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
                return
            }
        }
    }

    private func saveAll() {
        let deadline = ContinuousClock.now + .milliseconds(1_500)
        for suite in SavedSuites.all {
            do throws(FileError) {
                try suite.saveNow(by: deadline)
            } catch {
                Log.once(.notSaved(error, path: suite.path))
            }
            progress.signal()
        }
        done.signal()
        progress.signal()
    }

    /// Rounded up, so that the thread does not wake up too early; -1 if nothing is scheduled.
    private var millisecondsToNext: Int32 {
        guard let next = lock.withLock({ jobs.map(\.time).min() }) else { return -1 }
        return Int32(max(0, ((next - .now) / .milliseconds(1)).rounded(.up)))
    }

    private func nextDue() -> Job? {
        let now = ContinuousClock.now
        return lock.withLock { jobs.firstIndex { $0.time <= now }.map { jobs.remove(at: $0) } }
    }

    // MARK: Forks

    /// Keeps the thread idle, and takes the lock.
    ///
    /// Whatever the thread holds at the fork is never returned in the child, the locks of the Swift runtime among it.
    func prepareFork(by deadline: ContinuousClock.Instant) {
        let isRunning = lock.withLock { self.isRunning }
        let isIdle = isRunning && idle.wait(timeout: .now() + max(.zero, deadline - .now) / .seconds(1)) == .success
        lock.lock()
        isHeldIdle = isIdle
    }

    func endFork() {
        if isHeldIdle { idle.signal() }
        lock.unlock()
    }

    /// In the child, which has no other threads and shares the descriptors of its parent.
    static func beginChild() {
        let time = ContinuousClock.now
        shared = Worker()
        // From the first write on: many children only replace themselves by another program.
        shared.jobs = SavedSuites.all.map { Job(suite: $0, time: time, beginsWatching: true) }
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
