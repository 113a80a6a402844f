#if os(Linux)
import Foundation
import TestSupport

/// One step of a thread in the model trial.
struct TrialStep: CustomStringConvertible {
    enum Verb: String {
        case set
        case reset
        case update
        case plainSet = "plain-set"
        case plainRemove = "plain-remove"
        /// Forks a child that writes the key and exits.
        case fork
        case flush
        case synchronize
        /// Sleeps some milliseconds, so that background saves also begin between steps.
        case rest
    }

    let verb: Verb
    var key = ""
    /// The number to store, or how many milliseconds to sleep.
    var number = 0

    var description: String {
        [verb.rawValue, key, number == 0 ? "" : "\(number)"].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The number under the key after the step; `nil` for none.
    var given: Int? { verb == .reset || verb == .plainRemove ? nil : number }
}

/// What one process does in a round.
struct TrialLifePlan {
    /// The steps of each of its threads.
    var threads: [[TrialStep]]
    /// After how many lines of its output the file's time is set back.
    var setsBackAfter: Int?
    /// After how many lines of its output the process is killed, to be replaced by the next one.
    var killedAfter: Int?
}

/// The plan of a round: for each place, the processes that run in it one after the other.
struct TrialRoundPlan {
    /// Whether steps of the round call `synchronize()`.
    ///
    /// It writes the file in place and without the lock. A kill would damage the file, and concurrent saves would be
    /// lost. So in such a round only one process takes steps, and none is killed or forked.
    var isSynchronizing = false
    var lives: [[TrialLifePlan]] = []
}

/// Creates the plans of a trial, the same ones for the same seed.
struct TrialPlanner {
    static let keys = "abcdefghijkl".map { String($0) }
    let places: Int
    private var random: SeededGenerator
    private var lastNumber = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        places = Int.random(in: 2...4, using: &random)
    }

    /// A number that was not used before.
    mutating func newNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func round() -> TrialRoundPlan {
        var plan = TrialRoundPlan()
        plan.isSynchronizing = chance(4)
        // About half of the keys are shared. Each of the others belongs to one place, so that only its steps can
        // explain the value.
        let owners = Self.keys.map { _ in chance(2) ? nil : Int.random(in: 0..<places, using: &random) }
        let active = Int.random(in: 0..<places, using: &random)
        for place in 0..<places {
            var keys = zip(Self.keys, owners).filter { $0.1 == nil || $0.1 == place }.map(\.0)
            if keys.isEmpty { keys = ["a"] }
            if plan.isSynchronizing {
                plan.lives.append(place == active ? [life(Self.keys, synchronizes: true)] : [])
                continue
            }
            var lives = [life(keys, synchronizes: false)]
            if chance(6) {
                lives[0].killedAfter = Int.random(in: 1..<2 * lives[0].threads.joined().count, using: &random)
                lives.append(life(keys, synchronizes: false))
            }
            plan.lives.append(lives)
        }
        return plan
    }

    private mutating func life(_ keys: [String], synchronizes: Bool) -> TrialLifePlan {
        var threads = (0..<2).map { _ in
            (0..<Int.random(in: 3...14, using: &random)).map { _ in step(keys, synchronizes: synchronizes) }
        }
        let plain = threads[0]
        threads = threads.map(withoutPlainSteps)
        if synchronizes {
            let rest = TrialStep(verb: .rest, number: 160)
            threads = [[rest] + synchronized(plain, beside: threads[1]), [rest] + threads[1]]
        }
        var life = TrialLifePlan(threads: threads)
        if chance(6) { life.setsBackAfter = Int.random(in: 1...2 * threads.joined().count, using: &random) }
        return life
    }

    /// Plain calls are saved by `synchronize()`.
    ///
    /// A plain change back to an older value within a few milliseconds after that may be undone: until the file is
    /// followed, the file looks as if another process had changed it. What one sets back that another process has saved
    /// a moment ago is taken for what an older `synchronize()` has overwritten.
    ///
    /// A removal of what a key has just written needs a `flush` before it, or the key's write is saved after it; so no
    /// other thread may write the key meanwhile.
    private func synchronized(_ steps: [TrialStep], beside others: [TrialStep]) -> [TrialStep] {
        let synchronizing = [TrialStep(verb: .synchronize), TrialStep(verb: .rest, number: 40)]
        return steps.flatMap { step in
            switch step.verb {
            case .plainSet: [step] + synchronizing
            case .plainRemove where others.contains { $0.key == step.key }: [TrialStep(verb: .flush)]
            case .plainRemove: [TrialStep(verb: .flush), step] + synchronizing
            case .synchronize: synchronizing
            default: [step]
            }
        }
    }

    private func withoutPlainSteps(_ steps: [TrialStep]) -> [TrialStep] {
        steps.map { step in
            switch step.verb {
            case .plainSet: TrialStep(verb: .set, key: step.key, number: step.number)
            case .plainRemove: TrialStep(verb: .reset, key: step.key)
            case .synchronize: TrialStep(verb: .flush)
            default: step
            }
        }
    }

    /// The kinds of steps to leave out, from `TSUD_TRIAL_WITHOUT`, such as `fork,plain-set`.
    private static let left = ProcessInfo.processInfo.environment["TSUD_TRIAL_WITHOUT"]?.split(separator: ",") ?? []

    /// A step that is left out becomes a flush, so that the other steps stay the same.
    private mutating func step(_ keys: [String], synchronizes: Bool) -> TrialStep {
        let step = anyStep(keys, synchronizes: synchronizes)
        return Self.left.contains(Substring(step.verb.rawValue)) ? TrialStep(verb: .flush) : step
    }

    private mutating func anyStep(_ keys: [String], synchronizes: Bool) -> TrialStep {
        let key = keys.randomElement(using: &random) ?? "a"
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<25: return TrialStep(verb: .set, key: key, number: newNumber())
        case 25..<40: return TrialStep(verb: .update, key: key, number: newNumber())
        case 40..<48: return TrialStep(verb: .reset, key: key)
        case 48..<60: return TrialStep(verb: .plainSet, key: key, number: newNumber())
        case 60..<65: return TrialStep(verb: .plainRemove, key: key)
        case 65..<80: return TrialStep(verb: synchronizes && chance(2) ? .synchronize : .flush)
        case 80..<85 where !synchronizes: return TrialStep(verb: .fork, key: key, number: newNumber())
        case 80..<85: return TrialStep(verb: .synchronize)
        default: return TrialStep(verb: .rest, number: [1, 3, 10, 40, 110].randomElement(using: &random) ?? 1)
        }
    }

    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
}
#endif
