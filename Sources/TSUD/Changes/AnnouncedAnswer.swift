/// What a key answered when its observers were notified last.
///
/// The suite is looked at without a lock. A look counts only if no write through a key and no other look that counts
/// came in between, which its version tells.
struct AnnouncedAnswer {
    private enum Last {
        /// They have never been notified, and nobody has read.
        case nothing
        case answer(Answer)
        /// Some observers have read something that others have not been notified of.
        case unknown
    }

    private var last = Last.nothing
    /// How many writes through keys are in progress.
    private var writes = 0
    /// Changes whenever a write begins or ends and whenever `last` is replaced.
    private var version = 0

    var isBeingWritten: Bool { writes > 0 }
    var isWrittenOnce: Bool { writes == 1 }

    mutating func beginWrite() {
        writes += 1
        version += 1
    }

    mutating func endWrite() {
        writes -= 1
        version += 1
    }

    /// Ends a write, after which what a look has found counts as announced; `false` if the look does not count.
    mutating func endWrite(_ look: Look) -> Bool {
        guard announce(look) else { return false }
        endWrite()
        return true
    }

    /// What the key answers, and whether that is what was announced just before.
    struct Look {
        fileprivate let answer: Answer
        fileprivate let version: Int
        let isAnnounced: Bool
    }

    func look(at answer: Answer) -> Look {
        let isAnnounced = if case .answer(let last) = last { last.isSame(as: answer) } else { false }
        return Look(answer: answer, version: version, isAnnounced: isAnnounced)
    }

    /// What a look has found counts as announced from now on; `false` if the look does not count.
    mutating func announce(_ look: Look) -> Bool { replace(by: .answer(look.answer), after: look) }

    /// An observer reads what a look has found, and others may not have been notified of it; `false` if the look does
    /// not count.
    mutating func noteRead(_ look: Look) -> Bool {
        if case .nothing = last { return announce(look) }
        return replace(by: .unknown, after: look)
    }

    private mutating func replace(by new: Last, after look: Look) -> Bool {
        guard version == look.version else { return false }
        (last, version) = (new, version + 1)
        return true
    }
}
