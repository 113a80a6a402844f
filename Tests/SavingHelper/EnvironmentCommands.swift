import Foundation
import TSUD

/// Executes a command that withdraws a resource from the process, or puts it under other strain.
func runEnvironmentCommand(_ command: String, _ arguments: [String]) {
    switch command {
    case "exhaust-descriptors":
        say(Descriptors.useUp())
    case "release-descriptors":
        say(Descriptors.release())
    case "close-errors":
        say(close(2))
    case "limit-threads":
        say(limitThreads(UInt(arguments[0]) ?? 0))
    case "setenv":
        say(setenv(arguments[0], arguments[1], 1))
    case "rename":
        ProcessInfo.processInfo.processName = "assigned"
        say("done")
    case "replace":
        // As an update of the program does.
        try? FileManager.default.copyItem(atPath: arguments[0], toPath: arguments[0] + ".new")
        rename(arguments[0] + ".new", arguments[0])
        say("done")
    case "pause":
        usleep((UInt32(arguments[0]) ?? 0) * 1_000)
        say("paused")
    case "register":
        Chosen.suite.register(defaults: [arguments[0]: Int(arguments[1]) ?? 0])
        say("registered")
    case "nans":
        say(storeNaNs())
    case "restore":
        restore(Int(arguments[0]) ?? 0, Int(arguments[1]) ?? 0)
    case "write-until-signal":
        writeUntilSignal(updates: arguments[0] == "update")
    case "write-at-exit":
        atExit = (arguments[0], Int(arguments[1]) ?? 0)
        atexit {
            Chosen.key = atExit.key
            number.value = atExit.value
        }
        say("registered")
    case "write-suites":
        Chosen.key = "k"
        for index in 0..<(Int(arguments[0]) ?? 0) {
            if let suite = UserDefaults(suiteName: "many.\(index)") { number[suite] = index }
        }
        say("written")
    case "fork-during-saves":
        forkDuringSaves(Int(arguments[0]) ?? 0)
    case "fork-while-reading":
        forkWhileReading(Int(arguments[0]) ?? 0)
    case "lone-write":
        say(timeOfLoneWrite(at: arguments[0]))
    default:
        say("what is \(command)?")
    }
}

/// Uses up the file descriptors, so that opening any file fails, also in `getpwuid`.
private enum Descriptors {
    nonisolated(unsafe) private static var taken: [Int32] = []

    static func useUp() -> Int {
        var limit = rlimit()
        getrlimit(fileLimit, &limit)
        limit.rlim_cur = 64
        setrlimit(fileLimit, &limit)
        while case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }
        return taken.count
    }

    static func release() -> Int {
        for descriptor in taken { close(descriptor) }
        defer { taken = [] }
        return taken.count
    }
}

#if canImport(Glibc)
private let fileLimit = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
// `RLIMIT_NPROC`, which Swift does not import.
private let threadLimit = __rlimit_resource_t(6)
#else
private let fileLimit = RLIMIT_NOFILE
private let threadLimit = RLIMIT_NPROC
#endif

private func limitThreads(_ count: UInt) -> Int32 {
    var limit = rlimit()
    getrlimit(threadLimit, &limit)
    limit.rlim_cur = rlim_t(count)
    return setrlimit(threadLimit, &limit)
}

private struct Measurement: Codable {
    var one = 0.0
    var other = 0.0
    var list: [Double] = []
}

private enum measurement: TSUD {
    static let defaultValue = Measurement()
}

/// Stores a structure with many different NaNs, and counts those that are read.
private func storeNaNs() -> String {
    // Hashing is seeded differently in each process, so many NaNs are needed for collisions in all of them.
    let list = (0..<500).map { Double(bitPattern: 0x7FF8_0000_0000_0000 + $0) }
    measurement.value = Measurement(one: .nan, other: -.nan, list: list)
    let read = measurement.value
    return "\(([read.one, read.other] + read.list).filter(\.isNaN).count) NaNs"
}

/// Writes and forks repeatedly while that is saved in the background.
///
/// Each child writes and exits.
private func forkDuringSaves(_ count: Int) {
    guard let address = dlsym(nil, "fork") else {
        say("no fork")
        return
    }
    let fork = unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)
    var failures = 0
    for index in 0..<count {
        Chosen.key = "parent"
        number.value = index
        // During the save.
        usleep(UInt32(index % 10) * 300)
        let child = fork()
        if child == 0 {
            // A child that hangs must fail the test, not block it.
            alarm(20)
            Chosen.key = "child\(index)"
            number.value = index
            exit(0)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        if status != 0 { failures += 1 }
    }
    say("failed \(failures)")
}

/// Writes once after a quiet period, and returns the milliseconds until the file is replaced.
private func timeOfLoneWrite(at path: String) -> Double {
    usleep(200_000)
    var before = stat()
    stat(path, &before)
    let clock = ContinuousClock()
    let start = clock.now
    Chosen.key = "lone"
    number.value = Int.random(in: 0...Int.max)
    while true {
        var after = stat()
        stat(path, &after)
        if after.st_ino != before.st_ino { break }
        usleep(100)
    }
    let duration = (clock.now - start).components
    return Double(duration.seconds) * 1_000 + Double(duration.attoseconds) / 1e15
}

nonisolated(unsafe) private var atExit = (key: "", value: 0)

/// Restores many values at once, and saves them.
private func restore(_ count: Int, _ version: Int) {
    let values = (0..<count).map { ("bulk/\($0)", version) }
    let objects = Dictionary(uniqueKeysWithValues: values)
    let settings: [any TSUD.Type] = [bulk.self]
    guard let data = try? PropertyListSerialization.data(fromPropertyList: objects, format: .binary, options: 0) else {
        say("no data")
        return
    }
    say("restoring")
    do {
        try settings.restore(from: data)
        say(flush())
    } catch {
        say(error.description)
    }
}

/// Writes without pause; a signal handler calls `exit`, as command-line tools do, though it is not allowed there.
private func writeUntilSignal(updates: Bool) {
    // The threads of queues block signals, and so do the programs that they start.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    signal(SIGTERM) { _ in exit(0) }
    Chosen.key = "k"
    // Not the first use: an exit that interrupts the registration of handlers for forks hangs in the C library.
    number.value = 0
    say("writing")
    var value = 0
    while true {
        value += 1
        if updates {
            _ = try? number.update { $0 = value }
        } else {
            number.value = value
        }
    }
}

/// Forks while other threads only read keys; each child looks a key up in the library's tables, and exits.
///
/// It reads nothing: one of Foundation's locks may have been held during the fork.
private func forkWhileReading(_ count: Int) {
    guard let address = dlsym(nil, "fork") else {
        say("no fork")
        return
    }
    let fork = unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)
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
    var failures = 0
    for _ in 0..<count {
        usleep(.random(in: 0..<2_000))
        let child = fork()
        if child == 0 {
            // A child that hangs must fail the test, not block it.
            alarm(20)
            _ = observed.stringKey
            for key in UnusedKeys.all { _ = key.stringKey }
            exit(0)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        if status != 0 { failures += 1 }
    }
    say("failed \(failures)")
}

/// Keys whose names nobody has asked for.
private enum UnusedKeys {
    enum one: TSUD { static let defaultValue = 1 }
    enum two: TSUD { static let defaultValue = 2 }

    static var all: [any TSUD.Type] { [one.self, two.self] }
}
