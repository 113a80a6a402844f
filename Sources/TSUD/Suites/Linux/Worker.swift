#if os(Linux)
import Foundation
import SettingsFile

/// The background thread of the process: it saves suites when they are due, and hears of files that change.
///
/// Where no thread or no descriptor is to be had, `flush` and the end of the process do the saving alone.
final class Worker: @unchecked Sendable {
    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var current = Worker()

    static var shared: Worker { lock.withLock { current } }

    private let lock = NSLock()
    /// When suites are due.
    private var due: [ObjectIdentifier: (suite: SavedSuite, time: ContinuousClock.Instant)] = [:]
    private var isRunning = false
    /// The ends of a pipe that wakes the thread; negative when the system has no more of them to give.
    private let (alarm, bell) = nonblockingPipe()
    private let watch = Watch()
    /// What a fork waits for.
    private let section = SerialSection()

    deinit {
        for descriptor in [alarm, bell] where descriptor >= 0 { close(descriptor) }
    }

    /// Has a suite saved, and merged with its file, after some time; at once where no time is given.
    func schedule(_ suite: SavedSuite, after delay: Duration = .zero) {
        guard alarm >= 0 else { return }
        let time = ContinuousClock.now + delay
        let needsThread = lock.withLock {
            let earlier = min(time, due[ObjectIdentifier(suite)]?.time ?? time)
            due[ObjectIdentifier(suite)] = (suite, earlier)
            defer { isRunning = true }
            return !isRunning
        }
        if needsThread, !BackgroundThread.start({ [self] in work() }) {
            lock.withLock { isRunning = false }
        }
        // A pipe that is full wakes it as well.
        _ = write(bell, [1], 1)
    }

    /// From now on hears of changes of a suite's file.
    func hear(of suite: SavedSuite) {
        watch.watch(suite.path) { [unowned self] in schedule(suite) }
    }

    private func work() {
        while true {
            var ready = [alarm, watch.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&ready, 2, millisecondsToNext)
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(alarm, &bytes, bytes.count) == bytes.count {}
            section.enter()
            if ready[1].revents != 0 { watch.read() }
            while let suite = nextDue() { suite.saveInBackground() }
            section.leave()
        }
    }

    /// Rounded up, so that nothing is looked for too early; -1 when nothing is scheduled.
    private var millisecondsToNext: Int32 {
        let next = lock.withLock { due.values.map(\.time).min() }
        guard let next else { return -1 }
        let (seconds, fraction) = (next - ContinuousClock.now).components
        return Int32(max(0, seconds * 1_000 + (fraction + 999_999_999_999_999) / 1_000_000_000_000_000))
    }

    private func nextDue() -> SavedSuite? {
        let now = ContinuousClock.now
        return lock.withLock {
            guard let job = due.values.first(where: { $0.time <= now }) else { return nil }
            due[ObjectIdentifier(job.suite)] = nil
            return job.suite
        }
    }

    // MARK: Forks

    /// Before a fork: returns when the thread is at rest, so that none of what it uses is taken along half done.
    static func prepareFork() {
        shared.section.enter()
        lock.lock()
    }

    static func endFork() {
        lock.unlock()
        shared.section.leave()
    }

    /// In the child, which has none of the threads of its parent, and shares its descriptors.
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
