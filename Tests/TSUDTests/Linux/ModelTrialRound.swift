#if os(Linux)
import Foundation
import TestSupport
import Testing

/// What one process did in a round of the model trial, by its own output.
struct TrialLife {
    let plan: TrialLifePlan
    let name: String
    /// Its output: the thread, the number of the step, `begins` or the answer, and the time in microseconds.
    var lines: [[String]] = []
    /// Whether it is still running at the end of the round.
    var survived = true
}

/// A place in the model trial, in which one process runs at a time.
///
/// Used by one thread at a time.
final class TrialPlace: @unchecked Sendable {
    let number: Int
    private let directory: TemporaryDirectory
    private(set) var helper: Helper
    private(set) var lives: [TrialLife] = []
    private(set) var complaints: [String] = []
    private var processes = 1

    init(_ number: Int, _ directory: TemporaryDirectory) throws {
        self.number = number
        self.directory = directory
        helper = try Self.start(directory)
    }

    /// Starts a process that uses the suite and observes all keys.
    private static func start(_ directory: TemporaryDirectory) throws -> Helper {
        let helper = try Helper(directory, "watch-all")
        return helper
    }

    /// Runs the plans of one round.
    func run(_ plans: [TrialLifePlan], isSynchronizing: Bool) {
        lives = []
        do {
            for plan in plans {
                if lives.last?.survived == false {
                    processes += 1
                    helper = try Self.start(directory)
                }
                try live(plan, isSynchronizing)
            }
        } catch {
            complaints.append("\(error)")
        }
    }

    private func live(_ plan: TrialLifePlan, _ isSynchronizing: Bool) throws {
        var life = TrialLife(plan: plan, name: "p\(number)#\(processes)")
        defer { lives.append(life) }
        for (thread, steps) in plan.threads.enumerated() {
            helper.tell("steps \(thread) " + steps.map(\.description).joined(separator: ","))
        }
        while life.lines.count < 2 * plan.threads.joined().count {
            guard let line = helper.nextLine() else {
                life.survived = false
                helper.kill()
                complaints.append("\(life.name) prints nothing more, and ended with \(helper.finish()): \(helper.log)")
                return
            }
            life.lines.append(line.split(separator: " ").map(String.init))
            // As if the clock had been corrected.
            if plan.setsBackAfter == life.lines.count { directory.setTime(of: Linux.file, ahead: -3_600) }
            if !isSynchronizing, (try? directory.settings(in: Linux.file)) == nil {
                complaints.append("the file did not parse after '\(line)' of \(life.name)")
            }
            if plan.killedAfter == life.lines.count {
                life.survived = false
                helper.kill()
                // The output also includes that of its forked children, which may still be saving.
                while let line = helper.nextLine() { life.lines.append(line.split(separator: " ").map(String.init)) }
                helper.finish()
                return
            }
        }
    }

    /// The keys that the current process did not change by plain calls in this round.
    ///
    /// A reader that wakes for another reason may see a plain change. If a plain call undoes that before the next save,
    /// the reader is not notified.
    var keysWithoutPlainSteps: [String] {
        let steps = lives.last?.plan.threads.joined().filter { [.plainSet, .plainRemove].contains($0.verb) } ?? []
        return TrialPlanner.keys.filter { key in !steps.contains { $0.key == key } }
    }
}
#endif
