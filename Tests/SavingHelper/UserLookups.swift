import Foundation
import TSUD

/// Threads that look up users without pause, as other code of a program may.
///
/// Foundation finds a suite by the C library's `getpwuid`, which has one buffer for all threads. So it loses a `set` if
/// another thread calls that function at the same moment, unless the user is the first one in the list of users.
func lookUpUsers(threads count: Int) {
    for _ in 0..<count {
        Thread.detachNewThread {
            while true {
                _ = NSUserName()
                _ = getpwuid(0)
            }
        }
    }
}

/// Sets the next keys, such as `new0` and `new1`, to their numbers.
func setNewKeys(from first: Int, to end: Int) {
    for index in first..<end {
        set("new\(index)", to: index)
        expected["new\(index)"] = index
    }
}

/// Sets a few keys again and again to increasing numbers.
func overwrite(from first: Int, to end: Int) {
    for value in first..<end {
        let key = "old\(value % 50)"
        set(key, to: value)
        expected[key] = value
    }
}

/// Adds 1 to a few numbers, each time by an update; returns the first error, or "done".
func updateEach(_ count: Int) -> String {
    do {
        for index in 0..<count {
            let key = "old\(index % 10)"
            Chosen.key = key
            try number.update { $0 = ($0 ?? 0) + 1 }
            expected[key, default: 0] += 1
        }
        return "done"
    } catch {
        return "\(error)"
    }
}

/// Adds the numbers that another process stores under keys with a prefix.
func expect(_ prefix: String, _ count: Int) {
    for index in 0..<count { expected["\(prefix)\(index)"] = index }
}

/// The numbers to find, by key.
nonisolated(unsafe) private var expected: [String: Int] = [:]

/// Returns the keys whose numbers in memory are others, or "none".
func wrongInMemory() -> String {
    let wrong = expected.filter { Chosen.suite.object(forKey: $0.key) as? Int != $0.value }
    return wrong.isEmpty ? "none" : wrong.keys.sorted().joined(separator: " ")
}

/// Returns the numbers to find, by key.
func expectedNumbers() -> String { expected.map { "\($0.key)=\($0.value)" }.joined(separator: " ") }
