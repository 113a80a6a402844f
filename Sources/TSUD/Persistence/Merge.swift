#if os(Linux)
/// The three-way merge of a suite, as version control does it.
///
/// Whoever changed a key since the last common state wins; where both did, memory wins, because it is about to be
/// saved and the later save wins. A key that is absent counts as a state like any other, so a removal is a change.
///
/// - Parameters:
///   - base: the last common state.
///   - file: what the file holds now.
///   - memory: what the suite holds now.
/// - Returns: what both are to hold.
func threeWayMerge(
    base: [String: StoredObject],
    file: [String: StoredObject],
    memory: [String: StoredObject]
) -> [String: StoredObject] {
    var merged = file
    for (key, object) in memory where object != base[key] {
        merged[key] = object
    }
    for key in base.keys where memory[key] == nil {
        merged[key] = nil
    }
    return merged
}

/// The keys whose objects differ between two states.
func changedKeys(from old: [String: StoredObject], to new: [String: StoredObject]) -> Set<String> {
    var keys: Set<String> = []
    for (key, object) in new where object != old[key] {
        keys.insert(key)
    }
    for key in old.keys where new[key] == nil {
        keys.insert(key)
    }
    return keys
}
#endif
