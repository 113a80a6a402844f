#if os(Linux)
import Foundation
import SettingsFile

/// The background thread of the process, which saves suites when they are due and watches their files.
///
/// If there are no threads or descriptors left, only `flush` and the exit of the process save.
final class Worker: @unchecked Sendable {
    private static let sharedLock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var current = Worker()
    static var shared: Worker { sharedLock.withLock { current } }

    private let lock = NSLock()
    /// When suites are due.
    private var due: [ObjectIdentifier: (suite: SavedSuite, time: ContinuousClock.Instant)] = [:]
    /// The suites whose files are to be watched, and from when on.
    private var unwatched: [(suite: SavedSuite, time: ContinuousClock.Instant)] = []
    private var isRunning = false
    /// The ends of a pipe that wakes the thread; negative if the system has no descriptors left.
    private let (wakeReader, wakeWriter) = nonblockingPipe()
    private let files = Watch()
    private var watched: [String: SavedSuite] = [:]

    deinit {
        for descriptor in [wakeReader, wakeWriter] where descriptor >= 0 { close(descriptor) }
    }

    /// Schedules a save of a suite.
    func schedule(_ suite: SavedSuite, after delay: Duration) {
        let time = ContinuousClock.now + delay
        start {
            let identity = ObjectIdentifier(suite)
            due[identity] = (suite, min(time, due[identity]?.time ?? time))
        }
    }

    /// Follows the changes of a suite's file from a tenth of a second from now on.
    ///
    /// A process that watches a file takes ten milliseconds longer to exit, which would slow down short-lived programs.
    func watch(_ suite: SavedSuite) {
        let time = ContinuousClock.now + .milliseconds(100)
        start { unwatched.append((suite, time)) }
    }

    /// Notes a job, and starts or wakes the thread.
    private func start(_ note: () -> Void) {
        guard wakeReader >= 0 else { return }
        let isFirst = lock.withLock {
            note()
            defer { isRunning = true }
            return !isRunning
        }
        if isFirst {
            if !BackgroundThread.start({ [self] in work() }) { lock.withLock { isRunning = false } }
        } else {
            // A write to a full pipe fails, but the thread wakes up anyway.
            _ = write(wakeWriter, [1], 1)
        }
    }

    private func work() {
        while true {
            var ready = [wakeReader, files.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&ready, 2, millisecondsToNext)
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(wakeReader, &bytes, bytes.count) == bytes.count {}
            for suite in nextUnwatched() where files.watch(suite.path) {
                watched[suite.path] = suite
                schedule(suite, after: .zero)
            }
            for path in files.changedPaths() {
                if let suite = watched[path] { schedule(suite, after: .zero) }
            }
            while let suite = nextDue() {
                if let delay = suite.saveInBackground() { schedule(suite, after: delay) }
            }
        }
    }

    /// Rounded up, so that the thread does not wake up too early; -1 if nothing is scheduled.
    private var millisecondsToNext: Int32 {
        let next = lock.withLock { (due.values.map(\.time) + unwatched.map(\.time)).min() }
        guard let next else { return -1 }
        return Int32(max(0, ((next - .now) / .milliseconds(1)).rounded(.up)))
    }

    private func nextDue() -> SavedSuite? {
        let now = ContinuousClock.now
        return lock.withLock {
            due.first { $0.value.time <= now }.flatMap { due.removeValue(forKey: $0.key)?.suite }
        }
    }

    private func nextUnwatched() -> [SavedSuite] {
        let now = ContinuousClock.now
        return lock.withLock {
            defer { unwatched.removeAll { $0.time <= now } }
            return unwatched.filter { $0.time <= now }.map(\.suite)
        }
    }

    // MARK: Forks

    static func prepareFork() {
        sharedLock.lock()
        current.lock.lock()
    }

    static func endFork() {
        current.lock.unlock()
        sharedLock.unlock()
    }

    /// In the child, which has no other threads and shares the descriptors of its parent.
    static func beginChild() {
        let time = ContinuousClock.now
        current = Worker()
        // From the first write on: many children only replace themselves by another program.
        current.unwatched = SavedSuites.all.map { ($0, time) }
        sharedLock.unlock()
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
