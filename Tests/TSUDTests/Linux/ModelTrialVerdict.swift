#if os(Linux)
import Foundation

/// A change of a key, possibly not completed, in a round of the model trial.
struct TrialChange: CustomStringConvertible {
    let step: TrialStep
    let life: Int
    let isByChild: Bool
    /// The number under the key right before; `nil` if unknown, and an inner `nil` for none.
    let read: Int??
    /// The numbers of the output lines for its beginning and its end; no end if the process was killed before.
    let began: Int
    let ended: Int?
    /// Whether it ended and was then flushed, or its process survived.
    let isSecured: Bool
    let description: String
}

/// Checks the values at the end of a round.
struct TrialVerdict {
    let start: [String: Int]
    let changes: [TrialChange]

    init(start: [String: Int], lives: [TrialLife]) {
        self.start = start
        changes = lives.indices.flatMap { Self.changes(of: lives[$0], number: $0) }
    }

    /// The violations found in the values at the end.
    func complaints(about end: [String: Int]) -> [String] {
        complaintsAboutUpdates
            + TrialPlanner.keys.compactMap { key in
                let changes = changes.filter { $0.step.key == key }
                let lasting = changes.filter { change in !changes.contains { replaced(change, by: $0) } }
                var possible = lasting.map(\.step.given)
                // All processes had read the value at the start.
                if !changes.contains(where: \.isSecured) { possible.append(start[key]) }
                if possible.contains(end[key]) { return nil }
                let all = changes.map { "\n    \($0)" }.joined()
                return "\(key) ended on \(text(end[key])), which was replaced; it began with \(text(start[key])):\(all)"
            }
    }

    /// Whether the result of one change can't be the final value, because another change certainly replaced it.
    ///
    /// If two processes change a key at about the same time, either may win, so an earlier time is not sufficient.
    private func replaced(_ change: TrialChange, by other: TrialChange) -> Bool {
        guard other.isSecured else { return false }
        if let number = change.step.given, other.read == .some(.some(number)) { return true }
        guard other.life == change.life, !change.isByChild, let ended = change.ended else { return false }
        return ended < other.began
    }

    /// Each number is used once, so if two updates in one process read the same number, they were not serialized.
    private var complaintsAboutUpdates: [String] {
        let updates = changes.filter { $0.step.verb == .update }
        return updates.indices.flatMap { one in
            updates[..<one].compactMap { other in
                guard updates[one].life == other.life, case .some(.some(let number)) = updates[one].read,
                    other.read == .some(number)
                else { return nil }
                return "two updates found \(number):\n    \(other)\n    \(updates[one])"
            }
        }
    }

    private static func changes(of life: TrialLife, number: Int) -> [TrialChange] {
        var begins: [[String]: Int] = [:]
        var ends: [[String]: Int] = [:]
        for (index, line) in life.lines.enumerated() where line.count > 2 {
            if line[2] == "begins" { begins[Array(line[..<2])] = index } else { ends[Array(line[..<2])] = index }
        }
        let steps = life.plan.threads.enumerated().flatMap { thread, steps in
            steps.enumerated().map { (place: ["\(thread)", "\($0)"], step: $1) }
        }
        let flushes = steps.filter { place, step in
            step.verb == .flush && ends[place].map { life.lines[$0][2] } == "done"
        }
        return steps.compactMap { place, step in
            guard !step.key.isEmpty, let began = begins[place] else { return nil }
            let ended = ends[place]
            let answer = ended.map { life.lines[$0][2] }
            let isFlushed = flushes.contains { ended ?? .max < begins[$0.place] ?? .min }
            let isByChild = step.verb == .fork
            let isSecured = isByChild ? answer == "0" : ended != nil && (life.survived || isFlushed)
            let times = [began, ended].map { $0.flatMap { life.lines[$0].last } ?? "never" }.joined(separator: " to ")
            return TrialChange(
                step: step,
                life: number,
                isByChild: isByChild,
                read: isByChild ? nil : answer.map { Int($0) },
                began: began,
                ended: ended,
                isSecured: isSecured,
                description: """
                    \(life.name) thread \(place[0]) '\(step)' answered \(answer ?? "never"), lines \(began) to \
                    \(ended.map(String.init) ?? "never"), \(times)\(isSecured ? ", secured" : "")
                    """
            )
        }
    }

    private func text(_ number: Int?) -> String { number.map(String.init) ?? "none" }
}
#endif
