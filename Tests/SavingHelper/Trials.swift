import Foundation
import TSUD

/// Executes a command that stress-tests saving, or changes the process itself.
func runTrial(_ command: String, _ arguments: [String]) {
    switch command {
    case "fill":
        fill(Int(arguments[0]) ?? 0)
    case "hammer":
        hammer(plainly: arguments[0] == "plain", keys: Int(arguments[1]) ?? 0)
    case "contend":
        contend(plainly: arguments[0] == "plain", prefix: arguments[1], keys: Int(arguments[2]) ?? 0)
    case "loop":
        loop(Int(arguments[0]) ?? 0)
    case "overlap":
        overlap(Int(arguments[0]) ?? 0)
    case "suites":
        writeSuites(Int(arguments[0]) ?? 0)
    case "change-user":
        changeUser(UInt32(arguments[0]) ?? 0)
    case "limit":
        limitFileSize(UInt(arguments[0]) ?? 0)
    case "fork":
        forkAndWrite()
    case "synchronize-each":
        synchronizeEach(Int(arguments[0]) ?? 0)
    case "mix":
        let (count, seed) = (Int(arguments[1]) ?? 0, UInt64(arguments[2]) ?? 0)
        say(mix(arguments[0], count, seed: seed, synchronizes: arguments.last == "synchronizing"))
    case "begin-child":
        beginChild(Int(arguments.last ?? ""))
    case "end-child":
        say("child \(endChild())")
    case "watch-all":
        TrialReaders.shared.start()
        say("watching")
    case "settled":
        say(TrialReaders.shared.settled(arguments))
    case "steps":
        let steps = arguments.dropFirst().joined(separator: " ").split(separator: ",").map(String.init)
        TrialSteps.take(steps, thread: arguments[0])
    case "dump":
        say(dump())
    case "edge-cases-set":
        for (key, object) in EdgeCaseObjects.objects {
            Chosen.key = key
            anyObject.value = AnyObjectForm(object: object)
        }
        say(flush())
    case "edge-cases-check":
        say(EdgeCaseObjects.differences(in: Chosen.suite))
    case "descriptors":
        say(entries(of: "/proc/self/fd"))
    case "watches":
        say(watches())
    case "threads":
        say(entries(of: "/proc/self/task"))
    case "exit":
        exit(0)
    default:
        runEnvironmentCommand(command, arguments)
    }
}

/// Sets `k0`, `k1` and so on to 0, and saves them.
private func fill(_ count: Int) {
    for index in 0..<count {
        Chosen.key = "k\(index)"
        number.value = 0
    }
    say(flush())
}

/// Sets the keys one after the other to increasing values, and saves and prints each.
private func hammer(plainly isPlain: Bool, keys: Int) {
    var value = 0
    for index in 0..<keys {
        Chosen.key = "k\(index)"
        value = max(value, isPlain ? Chosen.suite.integer(forKey: Chosen.key) : number.value ?? 0)
    }
    // Until it is killed, or its parent exits.
    let parent = getppid()
    while getppid() == parent {
        value += 1
        let key = "k\(value % keys)"
        save(value, key: key, plainly: isPlain)
        say("saved \(key) \(value)")
    }
}

/// Sets and saves keys with a prefix of its own.
private func contend(plainly isPlain: Bool, prefix: String, keys: Int) {
    for index in 0..<keys { save(index, key: "\(prefix)\(index)", plainly: isPlain) }
    say("done")
}

private func save(_ value: Int, key: String, plainly isPlain: Bool) {
    if isPlain {
        Chosen.suite.set(value, forKey: key)
        Chosen.suite.synchronize()
    } else {
        Chosen.key = key
        number.value = value
        _ = flush()
    }
}

/// Measures loops of writes through a key and through plain `set`, alternately; prints the nanoseconds per write of
/// each.
private func loop(_ count: Int) {
    let plain = UserDefaults(suiteName: "loop.plain") ?? .standard
    var best = (key: Int.max, plain: Int.max)
    for round in 0..<5 {
        best.plain = min(best.plain, cost { for index in 0..<count { plain.set(index + round, forKey: "k") } })
        best.key = min(best.key, cost { for index in 0..<count { counted.value = index + round } })
    }
    say("\(best.key / count) \(best.plain / count)")
}

/// The CPU time that a body takes on this thread, in nanoseconds.
///
/// Wall time depends on the load of the machine.
private func cost(_ body: () -> Void) -> Int {
    let start = threadTime()
    body()
    return threadTime() - start
}

private func threadTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Writes and saves several suites.
private func writeSuites(_ count: Int) {
    Chosen.key = "k"
    let suites = (0..<count).compactMap { UserDefaults(suiteName: "many.\($0)") }
    for (index, suite) in suites.enumerated() { number[suite] = index }
    for suite in suites {
        Chosen.suite = suite
        let answer = flush()
        if answer != "flushed" {
            say(answer)
            return
        }
    }
    say("flushed")
}

/// Writes values on three threads while a fourth one reads whole suites and saves without pause.
///
/// Prints how many values could not be read right after they were written, by a key and by plain `set`.
private func overlap(_ count: Int) {
    Chosen.key = "k"
    nonisolated(unsafe) let suites = (0..<3).compactMap { UserDefaults(suiteName: "overlap.\($0)") }
    // In use before, because Foundation loses a write while a suite is first used on another thread.
    for suite in suites {
        number[suite] = 0
        suite.setVolatileDomain(["hidden": 1], forName: UserDefaults.argumentDomain)
    }
    let progress = Progress(threads: suites.count)
    for index in suites.indices {
        Thread.detachNewThread {
            let suite = suites[index]
            for value in 1...count {
                number[suite] = value
                if suite.integer(forKey: "k") != value { progress.loseByKey() }
                suite.set(-value, forKey: "k")
                if suite.integer(forKey: "k") != -value { progress.losePlain() }
            }
            progress.end()
        }
    }
    while !progress.isOver {
        for suite in suites {
            // Detecting an object behind a launch argument requires reading the whole suite.
            for _ in 0..<100 { _ = hidden.isSet(in: suite) }
            Chosen.suite = suite
            _ = flush()
        }
    }
    say(progress.losses)
}

/// Calls `synchronize()` after each plain write while another thread saves what it writes through a key.
///
/// Prints how often the last value was not the stored one.
private func synchronizeEach(_ count: Int) {
    Chosen.key = "k"
    nonisolated(unsafe) let suite = Chosen.suite
    let progress = Progress(threads: 1)
    Thread.detachNewThread {
        var last: [String: Int] = [:]
        for value in 1...count {
            let key = "plain\(value % 5)"
            last[key] = value
            suite.set(value, forKey: key)
            suite.synchronize()
            // Without pauses, the file is never unchanged for long enough to be replaced.
            if (value / 100).isMultiple(of: 2) { usleep(.random(in: 0...6_000)) }
            for (key, value) in last where suite.integer(forKey: key) != value {
                progress.losePlain()
                last[key] = suite.integer(forKey: key)
            }
        }
        progress.end()
    }
    var value = 0
    while !progress.isOver {
        value += 1
        number.value = value
        _ = flush()
        if number.value != value { progress.loseByKey() }
    }
    say(progress.losses)
}

/// The progress and the losses of the writing threads.
private final class Progress: @unchecked Sendable {
    private let lock = NSLock()
    private var running: Int
    private var lost = (byKey: 0, plain: 0)

    init(threads: Int) { running = threads }

    func loseByKey() { lock.withLock { lost.byKey += 1 } }
    func losePlain() { lock.withLock { lost.plain += 1 } }
    func end() { lock.withLock { running -= 1 } }
    var isOver: Bool { lock.withLock { running == 0 } }
    var losses: String { lock.withLock { "lost \(lost.byKey) by a key, \(lost.plain) plain" } }
}

/// Changes to an unprivileged user, because permissions don't apply to root.
private func changeUser(_ user: UInt32) {
    if geteuid() == 0 { _ = setgroups(0, nil) == 0 && setgid(user) == 0 && setuid(user) == 0 }
    say(geteuid())
}

private func limitFileSize(_ bytes: UInt) {
    // The parent may have ignored the signal.
    signal(SIGXFSZ, SIG_DFL)
    #if canImport(Glibc)
    // In Glibc the parameter's type differs from that of the constant.
    let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
    let fileSize = RLIMIT_FSIZE
    #endif
    var limit = rlimit()
    getrlimit(fileSize, &limit)
    limit.rlim_cur = bytes == 0 ? limit.rlim_max : rlim_t(bytes)
    say(setrlimit(fileSize, &limit))
}

/// Forks a child, which writes the key and exits; prints its exit status.
private func forkAndWrite() {
    let child = makeChild()
    if child == 0 {
        number.value = 666
        exit(0)
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    say("child \(status)")
}

/// The child of `beginChild`, and the end of a pipe that it reads.
nonisolated(unsafe) private var child: (process: pid_t, pipe: Int32) = (-1, -1)

/// Forks a child, which writes the key if there is a number, and exits at `endChild` or when this process has exited.
private func beginChild(_ value: Int?) {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    child = (makeChild(), ends[1])
    if child.process == 0 {
        close(ends[1])
        if let value { number.value = value }
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) == -1 {}
        exit(0)
    }
    close(ends[0])
    say("child")
}

/// Lets the child exit; returns its exit status.
private func endChild() -> Int32 {
    close(child.pipe)
    var status: Int32 = 0
    waitpid(child.process, &status, 0)
    return status
}

/// Forks; returns the child's process identifier, and 0 in the child.
func makeChild() -> pid_t {
    // Swift does not import `fork`, because little is safe in the child. Programs call it nevertheless.
    guard let address = dlsym(nil, "fork") else { return -1 }
    let fork = unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)
    waitForOtherThreads()
    return fork()
}

/// The values of the model trial's keys, by the key and by plain `UserDefaults`.
private func dump() -> String {
    TrialKeys.all.map { key in
        "\(key.stringKey) \(printed(key.value)) \(printed(UserDefaults.standard.object(forKey: key.stringKey) as? Int))"
    }.joined(separator: ",")
}

/// Waits until all other threads sleep, because the child would inherit any lock that they hold.
private func waitForOtherThreads() {
    var looks = 0
    while looks < 3 {
        let states = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.compactMap { thread in
            (try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8))?
                .split(separator: ")").last?.split(separator: " ").first
        }
        // Only this thread is running.
        looks = states?.count(where: { $0 != "S" }) == 1 ? looks + 1 : 0
        sched_yield()
    }
}

/// How many directories this process watches.
private func watches() -> Int {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")) ?? []
    return descriptors.reduce(0) { count, descriptor in
        let info = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
        return count + (info ?? "").split(separator: "\n").count { $0.hasPrefix("inotify wd:") }
    }
}

private func entries(of directory: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: directory).count) ?? -1
}
