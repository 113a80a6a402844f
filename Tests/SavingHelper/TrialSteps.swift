import Foundation
import TSUD

/// The steps of the model trial, which two threads take at once.
enum TrialSteps {
    /// Takes steps on a thread of its own; tells of each when it begins and when it has ended.
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

    /// With the time, by which a failure is understood.
    private static func tell(_ words: String) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        say("\(words) \(now.tv_sec % 1_000_000 * 1_000_000 + now.tv_nsec / 1_000)")
    }

    /// Takes one step; answers what was under the key before where it changes one.
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
            // It throws only what is unreadable, and what is stored is a number.
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

    /// Has a child, which writes the key and ends; answers how it ended.
    private static func fork(_ words: [String]) -> String {
        // Nobody else may be in the midst of anything: the child would have its locks, and not the thread that has them.
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

    /// Has the process killed if it lasts: a task of the parent that read a key at the moment of the fork may have left
    /// one of Foundation's locks taken, for which nobody can do anything.
    private static func endSoon() {
        var alarms = sigset_t()
        sigemptyset(&alarms)
        sigaddset(&alarms, SIGALRM)
        // The threads of a queue let no signals through, nor do those that they start.
        pthread_sigmask(SIG_UNBLOCK, &alarms, nil)
        alarm(5)
    }

    private static let gate = Gate()

    /// Lets steps through together, and a fork alone.
    private final class Gate: @unchecked Sendable {
        private let condition = NSCondition()
        private var count = 0
        private var isClosed = false

        func among<Result>(_ body: () -> Result) -> Result {
            condition.withLock {
                while isClosed { condition.wait() }
                count += 1
            }
            defer {
                condition.withLock {
                    count -= 1
                    condition.broadcast()
                }
            }
            return body()
        }

        func alone<Result>(_ body: () -> Result) -> Result {
            condition.withLock {
                while isClosed { condition.wait() }
                isClosed = true
                while count > 0 { condition.wait() }
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
