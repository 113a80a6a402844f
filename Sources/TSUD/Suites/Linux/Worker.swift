#if os(Linux)
import Foundation
import SettingsFile

/// The background thread of the process, which saves suites when they are due and watches their files.
///
/// If there are no threads or descriptors left, only `flush` and the exit of the process save.
final class Worker: @unchecked Sendable {
    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var current = Worker()

    static var shared: Worker { lock.withLock { current } }

    private let lock = NSLock()
    /// When suites are due; a program uses few of them.
    private var due: [(suite: SavedSuite, time: ContinuousClock.Instant)] = []
    private var isRunning = false
    /// The ends of a pipe that wakes the thread; negative if the system has no descriptors left.
    private let (wakeReader, wakeWriter) = nonblockingPipe()
    private let watch = Watch()
    /// A fork waits for this section.
    private let section = SerialSection()

    deinit {
        for descriptor in [wakeReader, wakeWriter] where descriptor >= 0 { close(descriptor) }
    }

    /// Schedules a merge and save of a suite.
    func schedule(_ suite: SavedSuite, after delay: Duration = .zero) {
        guard wakeReader >= 0 else { return }
        let time = ContinuousClock.now + delay
        let needsThread = lock.withLock {
            if let job = due.firstIndex(where: { $0.suite === suite }) {
                due[job].time = min(time, due[job].time)
            } else {
                due.append((suite, time))
            }
            defer { isRunning = true }
            return !isRunning
        }
        guard needsThread else {
            // A write to a full pipe fails, but the thread wakes up anyway.
            _ = write(wakeWriter, [1], 1)
            return
        }
        if !BackgroundThread.start({ [self] in work() }) { lock.withLock { isRunning = false } }
    }

    /// Merges a suite whenever its file changes.
    func watch(_ suite: SavedSuite) {
        watch.watch(suite.path) { [unowned self] in schedule(suite) }
    }

    private func work() {
        while true {
            var ready = [wakeReader, watch.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&ready, 2, millisecondsToNext)
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(wakeReader, &bytes, bytes.count) == bytes.count {}
            section.enter()
            if ready[1].revents != 0 { watch.read() }
            while let suite = nextDue() { suite.saveInBackground() }
            section.leave()
        }
    }

    /// Rounded up, so that the thread does not wake up too early; -1 if nothing is scheduled.
    private var millisecondsToNext: Int32 {
        let next = lock.withLock { due.map(\.time).min() }
        guard let next else { return -1 }
        return Int32(max(0, ((next - .now) / .milliseconds(1)).rounded(.up)))
    }

    private func nextDue() -> SavedSuite? {
        let now = ContinuousClock.now
        return lock.withLock {
            due.firstIndex { $0.time <= now }.map { due.remove(at: $0).suite }
        }
    }

    // MARK: Forks

    /// Waits until the thread is idle, so that the child does not inherit a half-finished operation.
    static func prepareFork() {
        shared.section.enter()
        lock.lock()
    }

    static func endFork() {
        lock.unlock()
        shared.section.leave()
    }

    /// In the child, which has no other threads and shares the descriptors of its parent.
    static func beginChild() {
        current = Worker()
        lock.unlock()
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
