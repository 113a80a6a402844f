import Foundation
import Observation
import TSUD

/// Executes a command that changes or measures the process, and returns its output.
func processAnswer(to command: String, _ words: [String]) -> Any? {
    switch command {
    case "pause": pause(words.number(0))
    case "rename": ProcessInfo.processInfo.processName = "assigned"
    case "replace": replace(words[0])
    case "setenv": setenv(words[0], words[1], 1)
    case "leave-root": leaveRoot()
    case "become": become(uid_t(words.number(0)), groups: words.dropFirst().compactMap { gid_t($0) })
    case "exit-on-threads": exitOnThreads(words.number(0))
    case "umask": _ = umask(mode_t(words[0], radix: 8) ?? 0)
    case "close-errors": close(2)
    case "fill-errors": fillErrors()

    // Resources.
    case "exhaust-descriptors": Descriptors.useUp()
    case "release-descriptors": Descriptors.release(words.first.flatMap { Int($0) })
    case "limit-file-size": limit(fileSize, to: words.number(0))
    case "unlimit-file-size": limit(fileSize, to: nil)
    case "block-queues": blockQueues(words.number(0))
    case "descriptors": entries(of: "/proc/self/fd").count
    case "threads": entries(of: "/proc/self/task").count
    case "peak-memory": peakMemory()
    case "processor-time": clock()
    case "unblock-signals": unblockSignals()
    case "threads-for-signals": threadsForSignals()
    case "watches": watches()
    case "pause-at-exit": pauseAtExit(words.number(0))
    case "write-while-main-waits": writeWhileMainWaits(words.number(0))

    case "hold-lock": holdLock(words[0], milliseconds: words.number(1))

    default: trialAnswer(to: command, words)
    }
}

func pause(_ milliseconds: Int) { usleep(UInt32(milliseconds) * 1_000) }

/// Replaces a program, as its update does.
private func replace(_ program: String) {
    try? FileManager.default.copyItem(atPath: program, toPath: program + ".new")
    rename(program + ".new", program)
}

/// Writes to standard error, a pipe without a reader, until the pipe is full.
private func fillErrors() {
    let flags = fcntl(2, F_GETFL)
    _ = fcntl(2, F_SETFL, flags | O_NONBLOCK)
    let bytes = [UInt8](repeating: 0, count: 4_096)
    while write(2, bytes, bytes.count) > 0 {}
    _ = fcntl(2, F_SETFL, flags)
}

/// Changes to the user `nobody`, because permissions don't apply to root.
private func leaveRoot() {
    if geteuid() == 0 { _ = setgroups(0, nil) == 0 && setgid(65_534) == 0 && setuid(65_534) == 0 }
}

/// Changes to a user with these groups, the first of which is the user's own.
private func become(_ user: uid_t, groups: [gid_t]) {
    _ = setgroups(.init(groups.count), groups) == 0 && setgid(groups[0]) == 0 && setuid(user) == 0
}

/// Exits on so many threads at once.
private func exitOnThreads(_ count: Int) -> Any? {
    for _ in 0..<count { Thread.detachNewThread { exit(0) } }
    return nil
}

// MARK: Resources

/// Uses up the file descriptors, so that opening any file fails, also in `getpwuid`.
private enum Descriptors {
    nonisolated(unsafe) private static var taken: [Int32] = []

    static func useUp() -> Int {
        limit(files, to: 64)
        while case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }
        return taken.count
    }

    /// Releases some, or all.
    static func release(_ count: Int?) {
        for descriptor in taken.suffix(count ?? taken.count) { close(descriptor) }
        taken.removeLast(count ?? taken.count)
    }
}

#if canImport(Glibc)
// In Glibc the type of the functions' parameter differs from that of the constants.
private let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
private let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
private typealias Resource = __rlimit_resource_t
#else
private let fileSize = RLIMIT_FSIZE
private let files = RLIMIT_NOFILE
private typealias Resource = Int32
#endif

/// Limits a resource, or lifts the limit; returns 0 if that succeeds.
@discardableResult
private func limit(_ resource: Resource, to value: Int?) -> Int32 {
    // Then it is an error to write more than a file may have.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    getrlimit(resource, &limit)
    limit.rlim_cur = value.map { rlim_t($0) } ?? limit.rlim_max
    return setrlimit(resource, &limit)
}

/// Locks a file for a time, as a save of another process does, and reports the lock.
private func holdLock(_ path: String, milliseconds: Int) {
    let descriptor = open(path, O_RDONLY | O_CREAT, 0o600)
    flock(descriptor, LOCK_EX)
    say("locked")
    pause(milliseconds)
    close(descriptor)
}

/// Blocks that many serial queues; Dispatch makes no more threads for these.
private func blockQueues(_ count: Int) {
    let begun = DispatchSemaphore(value: 0)
    for index in 0..<count {
        DispatchQueue(label: "blocked.\(index)").async {
            begun.signal()
            DispatchSemaphore(value: 0).wait()
        }
    }
    // As many as Dispatch has threads for.
    while begun.wait(timeout: .now() + 1) == .success {}
}

/// Forks a child that sleeps for a time, without calling the handlers of forks.
///
/// Other threads may own locks of the Swift runtime at that moment, so the child only makes calls of the system.
func forkUnknown(_ milliseconds: Int) {
    // Swift does not import it, because little is safe in the child.
    guard let address = dlsym(nil, "_Fork") else { return }
    let fork = unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)
    let microseconds = UInt32(milliseconds) * 1_000
    if fork() != 0 { return }
    close(0)
    close(1)
    close(2)
    usleep(microseconds)
    _exit(0)
}

/// Lets this thread get the signals that the parent has blocked.
func unblockSignals() {
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}

/// Pauses in an exit handler, and prints the CPU time that the process has used, in milliseconds.
private func pauseAtExit(_ milliseconds: Int) {
    exitPause = milliseconds
    atexit {
        let start = clock()
        pause(exitPause)
        say((clock() - start) / 1_000)
    }
}

nonisolated(unsafe) private var exitPause = 0

/// Changes a key, whose reads are tracked, while the main thread serves nothing; returns how many kilobytes of memory
/// that has taken.
private func writeWhileMainWaits(_ count: Int) -> Int {
    let isOver = DispatchSemaphore(value: 0)
    let isWaiting = DispatchSemaphore(value: 0)
    DispatchQueue.main.async {
        isWaiting.signal()
        isOver.wait()
    }
    isWaiting.wait()
    var before = 0
    for value in 0..<count {
        // Excludes allocations that the first writes make once.
        if value == count / 10 { before = residentKilobytes() }
        withObservationTracking {
            _ = observed.value
        } onChange: {
        }
        observed.value = value
    }
    defer { isOver.signal() }
    return residentKilobytes() - before
}

private func residentKilobytes() -> Int {
    let pages = contents(of: "/proc/self/statm").split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * Int(getpagesize()) / 1_024
}

/// How many threads may run a handler of `SIGTERM`.
private func threadsForSignals() -> Int {
    entries(of: "/proc/self/task").count { thread in
        let lines = contents(of: "/proc/self/task/\(thread)/status").split(separator: "\n")
        let blocked = lines.first { $0.hasPrefix("SigBlk:") }?.split(separator: "\t").last
        return blocked.flatMap { UInt64($0, radix: 16) }.map { $0 & (1 << UInt64(SIGTERM - 1)) == 0 } ?? false
    }
}

func entries(of directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
}

func contents(of path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

/// How many directories this process watches.
private func watches() -> Int {
    let texts = entries(of: "/proc/self/fdinfo").map { contents(of: "/proc/self/fdinfo/\($0)") }
    return texts.joined().split(separator: "\n").count { $0.hasPrefix("inotify wd:") }
}

/// The most memory that the process has used, in kilobytes.
private func peakMemory() -> Int {
    let lines = contents(of: "/proc/self/status").split(separator: "\n")
    let peak = lines.first { $0.hasPrefix("VmHWM:") }
    return peak.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}
