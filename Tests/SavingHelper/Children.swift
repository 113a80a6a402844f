import Foundation
import TSUD

/// Forks a child, which runs a closure and exits; returns its process identifier.
///
/// A child that hangs is killed: it must fail the test, not block it.
func forkChild(endingWithin seconds: UInt32 = 20, _ body: () -> Void) -> pid_t {
    // Swift does not import `fork`, because little is safe in the child. Programs call it nevertheless.
    guard let address = dlsym(nil, "fork") else { return -1 }
    let process = unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)()
    guard process == 0 else { return process }
    unblock(SIGALRM)
    alarm(seconds)
    body()
    exit(0)
}

/// Lets a signal in: the threads of queues block signals, and so do the threads and programs that they start.
func unblock(_ signal: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}

/// Waits for a child's end.
func exitStatus(of child: pid_t) -> Int32 {
    var status: Int32 = -1
    waitpid(child, &status, 0)
    return status
}

/// Waits until all other threads sleep, because a child would inherit any lock that they hold.
func waitForOtherThreads() {
    var looks = 0
    while looks < 3 {
        let states = entries(of: "/proc/self/task").compactMap { thread in
            contents(of: "/proc/self/task/\(thread)/stat").split(separator: ")").last?.split(separator: " ").first
        }
        // Only this thread is running.
        looks = states.count { $0 != "S" } == 1 ? looks + 1 : 0
        sched_yield()
    }
}

/// A child that goes on while its parent does too.
enum Child {
    nonisolated(unsafe) private static var current: (process: pid_t, pipe: Int32) = (-1, -1)

    /// Forks a child, which writes the key if there is a number, and exits at `end` or when this process has exited.
    static func begin(_ value: Int?) {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        waitForOtherThreads()
        let process = forkChild(endingWithin: 60) {
            close(ends[1])
            if let value { number.value = value }
            var byte: UInt8 = 0
            while read(ends[0], &byte, 1) == -1 {}
        }
        close(ends[0])
        current = (process, ends[1])
    }

    /// Lets the child exit; returns its exit status.
    static func end() -> Int32 {
        close(current.pipe)
        return exitStatus(of: current.process)
    }
}

/// Ends without exit handlers while a child goes on, as a daemon is started.
func leaveChild() { if forkChild({}) > 0 { _exit(0) } }

/// Writes and forks repeatedly while that is saved in the background; each child writes and exits.
func forkDuringSaves(_ count: Int) -> String {
    let statuses = (0..<count).map { index in
        set("parent", to: index)
        // During the save.
        usleep(UInt32(index % 10) * 300)
        return exitStatus(of: forkChild { set("child\(index)", to: index) })
    }
    return "failed \(statuses.count { $0 != 0 })"
}

/// Forks while other threads only read keys; each child looks a key up in the library's tables, and exits.
///
/// It reads nothing: one of Foundation's locks may have been held during the fork.
func forkWhileReading(_ count: Int) -> String {
    let warm = DispatchSemaphore(value: 0)
    for _ in 0..<3 {
        Thread.detachNewThread {
            for round in 1... {
                _ = observed.value
                _ = bulk.of("\(Int.random(in: 0..<100))").value
                if round == 500 { warm.signal() }
            }
        }
    }
    // First uses take locks of the Swift runtime, which a child may find taken.
    for _ in 0..<3 { warm.wait() }
    let statuses = (0..<count).map { _ in
        usleep(.random(in: 0..<2_000))
        return exitStatus(
            of: forkChild { _ = (observed.stringKey, UnusedKeys.one.stringKey, UnusedKeys.two.stringKey) }
        )
    }
    return "failed \(statuses.count { $0 != 0 })"
}

/// Keys whose names nobody has asked for.
private enum UnusedKeys {
    enum one: TSUD { static let defaultValue = 1 }
    enum two: TSUD { static let defaultValue = 2 }
}
