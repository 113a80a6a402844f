import TSUD

extension Synchronizer {
    /// The name in the store of the number of the change up to which removals are wanted.
    static let removals = "TSUDSync/removals"

    /// Returns the actions of a list that follows, without resets that an operator has to confirm.
    ///
    /// One change of the store resets at most half of the settings, or fewer than ten. A reported change counts alone. In
    /// a reading, all missing names count as one change, so the reading has to contain all settings.
    ///
    /// - Parameters:
    ///   - actions: the actions of a pass.
    ///   - isWhole: whether the pass has read all settings.
    /// - Returns: the actions to carry out; `nil` if the whole list has to be read first.
    /// - Throws: an error of the store.
    func limitingRemovals(_ actions: [Action], isWhole: Bool) async throws -> [Action]? {
        guard isFollowing else { return actions }
        let removals = actions.filter { $0.value == nil }
        let changes = Dictionary(grouping: removals) { $0.isReported ? $0.number : nil }
        let store = knownStore?.store
        let known = removals.isEmpty ? [:] : allRecords().filter { $1.lastSynced.store == store }
        let total = Set(known.filter { !$1.lastSynced.remote.isEmpty }.keys.compactMap(owner(of:))).count
        func isTooMuch(_ removals: [Action]) -> Bool {
            let count = Set(removals.map(\.name.settingName)).count
            return count >= 10 && count * 2 > total
        }
        if !isWhole {
            return waiting[Self.removals] == nil && !changes.contains { $0 == nil || isTooMuch($1) } ? actions : nil
        }
        let (confirmed, hint) =
            try await isTooMuch(removals) ? confirmedRemovals(removals) : (Set(removals.map(\.name.name)), "")
        let kept = removals.filter { !confirmed.contains($0.name.name) }
        if kept.isEmpty {
            waiting[Self.removals] = nil
            reportedCauses[Self.removals] = nil
            return actions
        }
        let count = Set(kept.map(\.name.settingName)).count
        let rejection = SharedStoreRejection(
            "the store has removed the values of \(count) of \(total) settings at once, which stay here; \(hint)"
        )
        waiting[Self.removals] = self.known(rejection, of: nil)?.description
        // Different numbers are not a new cause.
        if reportedCauses[Self.removals] == nil { report(rejection, topic: Self.removals) }
        for action in kept { noteUnequal(action.name) }
        return actions.filter { $0.value != nil || confirmed.contains($0.name.name) }
    }

    /// Returns the names that an operator wants to remove, and how to confirm others.
    private func confirmedRemovals(_ removals: [Action]) async throws -> (names: Set<String>, hint: String) {
        let hint = "to remove them, write \(removals[0].number ?? 0) to '\(Self.removals)'"
        guard let store = store as? any FencedStore else { return ([], "to keep them, write another store ID") }
        let value = try await store.read([Self.removals, StoreID.name]).values[Self.removals]
        guard let number = value?.text.flatMap({ Int($0) }) else { return ([], hint) }
        var confirmed: Set<String> = []
        do {
            for part in Dictionary(grouping: removals, by: \.name.settingName).parts(of: rules.readingSize) {
                let reading = try await store.read(withNested(part.map(\.key)), at: number)
                for removal in part.flatMap(\.value) where !reading.incomplete.contains(removal.name.settingName) {
                    // A later value was removed later, too.
                    let isOlder = removal.last.number.map { $0 <= number } ?? false
                    if isOlder, reading.values[removal.name.name] == nil { confirmed.insert(removal.name.name) }
                }
            }
        } catch let rejection as SharedStoreRejection {
            return ([], "\(hint), because \(rejection.reason)")
        }
        return (confirmed, hint)
    }
}
