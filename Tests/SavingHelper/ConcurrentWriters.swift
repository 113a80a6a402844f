import Foundation
import TSUD

/// Writes values on three threads while a fourth one reads whole suites and saves without pause.
///
/// - Returns: how many values could not be read right after they were written, by a key and by plain `set`.
func overlap(_ count: Int) -> String {
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
            for _ in 0..<100 { _ = hidden.in(suite).isSet }
            Chosen.suite = suite
            _ = flush()
        }
    }
    return progress.losses
}

/// Calls `synchronize()` after each direct write while another thread saves writes through a key.
///
/// - Returns: how often the last value was not the stored one.
func synchronizeEach(_ count: Int) -> String {
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
    return progress.losses
}

/// Sets a number by its key and then directly, and saves, while another thread reads it.
///
/// - Returns: how often the reader found nothing, and how often a later direct value was replaced by an older one.
func readDuringFlushes(_ count: Int) -> String {
    nonisolated(unsafe) let suite = Chosen.suite
    let key = Chosen.key
    suite.set(0, forKey: key)
    let progress = Progress(threads: 1)
    Thread.detachNewThread {
        while !progress.isOver { if suite.object(forKey: key) == nil { progress.loseByKey() } }
    }
    for value in 1...count {
        number.value = 2 * value - 1
        suite.set(2 * value, forKey: key)
        _ = flush()
        if suite.integer(forKey: key) != 2 * value { progress.losePlain() }
    }
    progress.end()
    return progress.missing
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
    var missing: String { lock.withLock { "\(lost.byKey) missing, \(lost.plain) old" } }
    var losses: String { lock.withLock { "lost \(lost.byKey) by a key, \(lost.plain) plain" } }
}

/// Makes random changes to keys with its own prefix and to keys that other processes change, and unsaved direct calls.
///
/// Memory always has the last write by a direct call, or to a key with the prefix.
///
/// - Returns: the differences, or else the last stored value of each key, "none" for a removal.
func mix(_ prefix: String, _ count: Int, seed: Int) -> String {
    var random = Generator(state: UInt64(seed))
    var last: [String: Int?] = [:]
    var expected: [String: Int?] = [:]
    for step in 1...count {
        let name = "\(Int.random(in: 0..<5, using: &random))"
        let isShared = Bool.random(using: &random)
        Chosen.key = (isShared ? "shared" : prefix) + name
        let value = Int.random(in: 0..<5, using: &random) == 0 ? nil : seed * 1_000 + step
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8:
            number.value = value
            last[Chosen.key] = .some(value)
            if !isShared { expected[Chosen.key] = .some(value) }
        case 8..<10:
            // On a busy machine another process may keep the lock for longer than an update waits.
            if (try? number.update { $0 = value }) == nil { continue }
            last[Chosen.key] = .some(value)
            if !isShared { expected[Chosen.key] = .some(value) }
        case 10..<14:
            Chosen.suite.set(step, forKey: prefix + "plain" + name)
            expected[prefix + "plain" + name] = step
        case 14..<16: _ = flush()
        default: usleep(UInt32.random(in: 0..<5_000, using: &random))
        }
        for (key, value) in expected {
            let found = Chosen.suite.object(forKey: key) as? Int
            if found != value { return "step \(step): \(key) is \(printed(found)) instead of \(printed(value))" }
        }
    }
    return "mixed " + last.map { "\($0.key)=\(printed($0.value))" }.joined(separator: ",")
}

/// The same numbers for the same seed, by Knuth's constants.
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}
