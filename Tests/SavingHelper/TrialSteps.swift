import Foundation
import TSUD

/// The steps of the model trial, which two threads take concurrently.
enum TrialSteps {
    /// Takes steps on a new thread; prints the beginning and the end of each.
    static func take(_ steps: [String], thread: String) {
        Thread.detachNewThread {
            for (index, step) in steps.enumerated() {
                tell("\(thread) \(index) begins")
                let words = step.split(separator: " ").map(String.init)
                let answer = words[0] == "fork" ? fork(words) : gate.among { perform(words) }
                tell("\(thread) \(index) \(answer)")
            }
        }
    }

    /// With the time, which helps to understand a failure.
    private static func tell(_ words: String) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        say("\(words) \(now.tv_sec % 1_000_000 * 1_000_000 + now.tv_nsec / 1_000)")
    }

    /// Takes one step; returns the number under the key before, if the step changes one.
    private static func perform(_ words: [String]) -> String {
        let name = words.count > 1 ? words[1] : ""
        let number = Int(words.last ?? "") ?? 0
        let key = TrialKeys.named(name)
        switch words[0] {
        case "set":
            let old = key.value
            key.value = number
            return printed(old)
        case "reset":
            let old = key.value
            key.reset()
            return printed(old)
        case "update":
            var old: Int?
            // It throws only if the stored object is unreadable, but that is always a number.
            _ = try? key.update {
                old = $0
                $0 = number
            }
            return printed(old)
        case "plain-set":
            let old = UserDefaults.standard.object(forKey: name) as? Int
            UserDefaults.standard.set(number, forKey: name)
            return printed(old)
        case "plain-remove":
            let old = UserDefaults.standard.object(forKey: name) as? Int
            UserDefaults.standard.removeObject(forKey: name)
            return printed(old)
        case "flush": return flush()
        case "synchronize": return "\(UserDefaults.standard.synchronize())"
        case "rest":
            usleep(UInt32(number) * 1_000)
            return "rested"
        default: return "what is \(words[0])?"
        }
    }

    /// Forks a child, which writes the key and exits; returns its exit status.
    private static func fork(_ words: [String]) -> String {
        // No other thread may be taking a step, because the child would inherit locks that are never released.
        let child = gate.alone { makeChild() }
        if child == 0 {
            endSoon()
            TrialKeys.named(words[1]).value = Int(words[2])
            exit(0)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return "\(status)"
    }

    /// Ends the process after five seconds: if a task of the parent read a key during the fork, one of Foundation's
    /// locks may stay locked, which nothing can prevent.
    private static func endSoon() {
        var alarms = sigset_t()
        sigemptyset(&alarms)
        sigaddset(&alarms, SIGALRM)
        // The threads of queues block signals, and so do the threads that they start.
        pthread_sigmask(SIG_UNBLOCK, &alarms, nil)
        alarm(5)
    }

    private static let gate = Gate()

    /// Admits any number of steps, or one fork alone.
    private final class Gate: @unchecked Sendable {
        private let condition = NSCondition()
        private var inside = 0
        private var isClosed = false

        func among<Result>(_ body: () -> Result) -> Result {
            condition.withLock {
                while isClosed { condition.wait() }
                inside += 1
            }
            defer {
                condition.withLock {
                    inside -= 1
                    condition.broadcast()
                }
            }
            return body()
        }

        func alone<Result>(_ body: () -> Result) -> Result {
            condition.withLock {
                while isClosed { condition.wait() }
                isClosed = true
                while inside > 0 { condition.wait() }
            }
            defer {
                condition.withLock {
                    isClosed = false
                    condition.broadcast()
                }
            }
            return body()
        }
    }
}
