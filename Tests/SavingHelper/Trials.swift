import Foundation
import TSUD
import TSUDText

/// Executes a command that stress-tests saving, and returns its output.
func trialAnswer(to command: String, _ words: [String]) -> Any? {
    switch command {
    case "fill": fill(words.number(0))
    case "hammer": hammer(plainly: words[0] == "plain", keys: words.number(1))
    case "contend": contend(plainly: words[0] == "plain", prefix: words[1], keys: words.number(2))
    case "restore": restore(words.number(0), version: words.number(1))
    case "write-at-exit": writeAtExit(words[0], words.number(1))
    case "write-often-at-exit": writeOftenAtExit(words.number(0))
    case "read-suites": readSuites(words.number(0))
    case "write-suites": writeSuites(words.number(0))
    case "loop": loop(words.number(0))
    case "overlap": overlap(words.number(0))
    case "read-during-flushes": readDuringFlushes(words.number(1))
    case "synchronize-each": synchronizeEach(words.number(0))
    case "mix": mix(words[0], words.number(1), seed: words.number(2))
    case "look-up-users": lookUpUsers(threads: words.number(0))
    case "set-new-keys": setNewKeys(from: words.number(0), to: words.number(1))
    case "overwrite": overwrite(from: words.number(0), to: words.number(1))
    case "update-each": updateEach(words.number(0))
    case "expect": expect(words[0], words.number(1))
    case "wrong-in-memory": wrongInMemory()
    case "expected": expectedNumbers()
    case "slowest-write": slowestWrite(until: words[0], isThere: words[1] == "there")
    default: "what is \(command)?"
    }
}

/// Sets `k0`, `k1` and so on to 0, and saves them.
private func fill(_ count: Int) -> String {
    for index in 0..<count { set("k\(index)", to: 0) }
    return flush()
}

/// Sets the keys one after the other to increasing values, and saves and prints each, until it is killed or its parent
/// exits.
private func hammer(plainly isPlain: Bool, keys: Int) -> Any? {
    var value = 0
    for index in 0..<keys {
        Chosen.key = "k\(index)"
        value = max(value, isPlain ? Chosen.suite.integer(forKey: Chosen.key) : number.value ?? 0)
    }
    let parent = getppid()
    while getppid() == parent {
        value += 1
        let key = "k\(value % keys)"
        save(value, key: key, plainly: isPlain)
        say("saved \(key) \(value)")
    }
    return nil
}

/// Sets keys with its own prefix as fast as it can.
///
/// Direct calls have to save each.
private func contend(plainly isPlain: Bool, prefix: String, keys: Int) {
    for index in 0..<keys {
        if isPlain { save(index, key: "\(prefix)\(index)", plainly: true) } else { set("\(prefix)\(index)", to: index) }
    }
}

private func save(_ value: Int, key: String, plainly isPlain: Bool) {
    if isPlain {
        Chosen.suite.set(value, forKey: key)
        Chosen.suite.synchronize()
    } else {
        set(key, to: value)
        _ = flush()
    }
}

/// Restores many values at once, and saves them.
private func restore(_ count: Int, version: Int) -> String {
    let objects = Dictionary(uniqueKeysWithValues: (0..<count).map { ("bulk/\($0)", version) })
    let settings: [any TSUD.Type] = [bulk.self]
    do {
        let data = try PropertyListSerialization.data(fromPropertyList: objects, format: .binary, options: 0)
        say("restoring")
        try settings.restore(from: data)
        return flush()
    } catch {
        return "\(error)"
    }
}

/// Writes every few milliseconds, until a name is in memory, or not; returns how many milliseconds the slowest write took,
/// and all of it.
private func slowestWrite(until name: String, isThere: Bool) -> String {
    let begin = ContinuousClock.now
    var slowest = Duration.zero
    Chosen.key = "written"
    for value in 0..<100_000 {
        let start = ContinuousClock.now
        number.value = value
        slowest = max(slowest, .now - start)
        if value.isMultiple(of: 50), (Chosen.suite.object(forKey: name) != nil) == isThere { break }
        pause(5)
    }
    return "\(Int(slowest / .milliseconds(1))) \(Int((.now - begin) / .milliseconds(1)))"
}

nonisolated(unsafe) private var atExit = (key: "", value: 0)

private func writeAtExit(_ key: String, _ value: Int) {
    atExit = (key, value)
    atexit { set(atExit.key, to: atExit.value) }
}

private func writeOftenAtExit(_ count: Int) {
    atExit.value = count
    atexit { for index in 0..<atExit.value { set("late\(index)", to: index) } }
}

/// Reads suites, each in its own directory, one after the other.
private func readSuites(_ count: Int) {
    Chosen.key = "k"
    for index in 0..<count {
        if let suite = UserDefaults(suiteName: "many.\(index)") { _ = number[suite] }
    }
}

private func writeSuites(_ count: Int) {
    Chosen.key = "k"
    for index in 0..<count {
        if let suite = UserDefaults(suiteName: "many.\(index)") { number[suite] = index }
    }
}

/// Measures loops of writes through a key and through plain `set`, alternately; returns the nanoseconds per write of
/// each.
private func loop(_ count: Int) -> String {
    let plain = UserDefaults(suiteName: "loop.plain") ?? .standard
    var best = (key: Int.max, plain: Int.max)
    for round in 0..<5 {
        best.plain = min(best.plain, cost { for index in 0..<count { plain.set(index + round, forKey: "k") } })
        best.key = min(best.key, cost { for index in 0..<count { counted.value = index + round } })
    }
    return "\(best.key / count) \(best.plain / count)"
}

/// The CPU time that a body takes on this thread, in nanoseconds.
///
/// Wall time depends on the load of the machine.
private func cost(_ body: () -> Void) -> Int {
    func time() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    let start = time()
    body()
    return time() - start
}
