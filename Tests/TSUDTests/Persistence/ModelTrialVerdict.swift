#if os(Linux)
import Foundation

/// A change of a key, or the attempt at it, in a round of the model trial.
struct TrialDeed: CustomStringConvertible {
    let step: TrialStep
    let life: Int
    let isByChild: Bool
    /// What was under the key right before; `nil` where that is not known, and a `nil` in it for nothing.
    let read: Int??
    /// The numbers of the lines that tell of beginning and end; no end where the process was killed before.
    let began: Int
    let ended: Int?
    /// Whether it ended, and then was flushed or outlived by its process.
    let isSecured: Bool
    let description: String
}

/// What has to hold of the values that a round of the model trial ends with.
struct TrialVerdict {
    let start: [String: Int]
    let deeds: [TrialDeed]

    init(start: [String: Int], lives: [TrialLife]) {
        self.start = start
        deeds = lives.indices.flatMap { Self.deeds(of: lives[$0], number: $0) }
    }

    /// What is wrong with the values.
    func complaints(about end: [String: Int]) -> [String] {
        complaintsAboutUpdates
            + TrialPlanner.keys.compactMap { key in
                let deeds = deeds.filter { $0.step.key == key }
                var possible = deeds.filter { deed in !deeds.contains { replaced(deed, by: $0) } }.map(\.step.given)
                // All knew what was there at the start.
                if !deeds.contains(where: \.isSecured) { possible.append(start[key]) }
                if possible.contains(end[key]) { return nil }
                let all = deeds.map { "\n    \($0)" }.joined()
                return "\(key) ended on \(text(end[key])), which was replaced; it began with \(text(start[key])):\(all)"
            }
    }

    /// Whether what a deed left under the key can't be there at the end, because another deed replaced it for good by
    /// somebody who knew of it.
    ///
    /// Of two processes that change a key at about the same moment either may win, so it takes more than an earlier time.
    private func replaced(_ deed: TrialDeed, by other: TrialDeed) -> Bool {
        guard other.isSecured else { return false }
        if let number = deed.step.given, other.read == .some(.some(number)) { return true }
        guard other.life == deed.life, !deed.isByChild, let ended = deed.ended else { return false }
        return ended < other.began
    }

    /// A number is given once, so two updates in one process that found the same one were not one after the other.
    private var complaintsAboutUpdates: [String] {
        let updates = deeds.filter { $0.step.verb == .update }
        return updates.indices.flatMap { one in
            updates[..<one].compactMap { other in
                guard updates[one].life == other.life, let number = updates[one].read ?? nil,
                    other.read == .some(number)
                else { return nil }
                return "two updates found \(number):\n    \(other)\n    \(updates[one])"
            }
        }
    }

    private static func deeds(of life: TrialLife, number: Int) -> [TrialDeed] {
        var begins: [[String]: Int] = [:]
        var ends: [[String]: Int] = [:]
        for (index, line) in life.lines.enumerated() where line.count > 2 {
            if line[2] == "begins" { begins[Array(line[..<2])] = index } else { ends[Array(line[..<2])] = index }
        }
        let steps = life.plan.threads.enumerated().flatMap { thread, steps in
            steps.enumerated().map { (place: ["\(thread)", "\($0)"], step: $1) }
        }
        let flushes = steps.filter { place, step in
            step.verb == .flush && ends[place].map { life.lines[$0][2] } == "flushed"
        }
        return steps.compactMap { place, step in
            guard !step.key.isEmpty, let began = begins[place] else { return nil }
            let ended = ends[place]
            let answer = ended.map { life.lines[$0][2] }
            let isFlushed = flushes.contains { ended ?? .max < begins[$0.place] ?? .min }
            let isByChild = step.verb == .fork
            let isSecured = isByChild ? answer == "0" : ended != nil && (life.survived || isFlushed)
            let times = [began, ended].map { $0.flatMap { life.lines[$0].last } ?? "never" }.joined(separator: " to ")
            return TrialDeed(
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
