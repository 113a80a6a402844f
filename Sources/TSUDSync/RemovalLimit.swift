import TSUD

/// The limit of a list that follows: one change of the store resets at most half of the names, or fewer than ten.
struct RemovalLimit {
    /// The names that the store has removed, and that stay until an operator confirms that.
    private(set) var names: Set<String> = []

    /// Adds removed names, if they and the earlier ones are too many.
    ///
    /// - Parameters:
    ///   - removed: the names to reset.
    ///   - decided: the names for which the pass has read both sides.
    ///   - known: the names that the store has had.
    /// - Returns: the names that waited and no longer have to.
    mutating func add(_ removed: Set<String>, decided: Set<String>, known: Set<String>) -> Set<String> {
        let waiting = names.subtracting(decided)
        let candidates = waiting.intersection(known).union(removed)
        let isExceeded = candidates.count >= 10 && candidates.count * 2 > known.count
        names = isExceeded ? candidates : []
        return isExceeded ? [] : waiting
    }
}

extension Synchronizer {
    /// The topic of the limit among the reported causes.
    static let removalsTopic = "TSUDSync/removals"

    /// Returns the actions, except resets if they are too many, which it reports.
    ///
    /// - Parameters:
    ///   - actions: the actions of a pass.
    ///   - isWhole: whether the pass has read all its settings.
    /// - Returns: the actions to carry out.
    func limitingRemovals(_ actions: [Action], isWhole: Bool) -> [Action] {
        guard isFollowing, !acceptsRemovals else { return actions }
        let removed = Set(actions.filter { $0.value == nil }.map(\.name.name))
        var known: Set<String> = []
        if !removed.isEmpty || !removalLimit.names.isEmpty {
            let store = knownStore?.store
            known = Set(allRecords().filter { $1.lastSynced.store == store && !$1.lastSynced.remote.isEmpty }.keys)
            let released = removalLimit.add(removed, decided: pass.decided, known: known)
            let owners = Set(released.compactMap(owner(of:)))
            for setting in settings where owners.contains(setting.name) { repeatLater(setting) }
        }
        if removalLimit.names.isEmpty, isWhole {
            reportedCauses[Self.removalsTopic] = nil
            return actions
        }
        for action in actions where action.value == nil {
            if isWhole { noteUnequal(action.name) } else { repeatLater(action.name) }
        }
        if !removalLimit.names.isEmpty { reportRemovals(removalLimit.names.count, of: known.count) }
        return actions.filter { $0.value != nil }
    }
}
