import Foundation
import TSUD

/// The steps of the model trial, which two threads take concurrently.
enum TrialSteps {
    /// Takes steps, with a comma between two, on a new thread; prints the beginning and the end of each.
    ///
    /// - Returns: no answer to the command.
    static func take(_ steps: String, thread: String) -> Any? {
        Thread.detachNewThread {
            for (index, step) in steps.split(separator: ",").enumerated() {
                tell("\(thread) \(index) begins")
                let words = step.split(separator: " ").map(String.init)
                let answer = words[0] == "fork" ? fork(words) : gate.sync { perform(words) }
                tell("\(thread) \(index) \(answer)")
            }
        }
        return nil
    }

    /// Admits any number of steps, or one fork alone, as a barrier.
    private static let gate = DispatchQueue(label: "steps", attributes: .concurrent)

    /// With the time, which helps to understand a failure.
    private static func tell(_ words: String) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        say("\(words) \(now.tv_sec % 1_000_000 * 1_000_000 + now.tv_nsec / 1_000)")
    }

    /// Takes one step; returns the number under the key before, if the step changes one.
    private static func perform(_ words: [String]) -> String {
        let name = words.count > 1 ? words[1] : ""
        let key = TrialKeys.named(name)
        let standard = UserDefaults.standard
        var old: Int?
        switch words[0] {
        case "set":
            old = key.value
            key.value = words.number(2)
        case "reset":
            old = key.value
            key.reset()
        case "update":
            // It throws only if the stored object is unreadable, but that is always a number.
            _ = try? key.update { (old, $0) = ($0, words.number(2)) }
        case "plain-set":
            old = standard.object(forKey: name) as? Int
            standard.set(words.number(2), forKey: name)
        case "plain-remove":
            old = standard.object(forKey: name) as? Int
            standard.removeObject(forKey: name)
        case "flush": return flush()
        case "synchronize": return "\(standard.synchronize())"
        default: pause(words.number(1))
        }
        return printed(old)
    }

    /// Forks a child, which writes the key and exits; returns its exit status.
    private static func fork(_ words: [String]) -> String {
        // No other thread may be taking a step, because the child would inherit locks that are never released. If a
        // task of the parent read a key, one of Foundation's locks may stay locked, which nothing can prevent.
        let child = gate.sync(flags: .barrier) {
            waitForOtherThreads()
            return forkChild(endingWithin: 5) { TrialKeys.named(words[1]).value = words.number(2) }
        }
        return "\(exitStatus(of: child))"
    }
}
