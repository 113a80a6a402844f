/// The three-way merge of a file's settings with those in memory, as version control does it.
///
/// Whoever changed a key since the last common state wins; where both did, memory wins, because it is about to be
/// saved. A key that is absent counts as a state like any other, so a removal is a change.
///
/// - Parameters:
///   - base: the last common state.
///   - file: what the file holds now.
///   - memory: what memory holds now.
/// - Returns: what both are to hold.
package func threeWayMerge(
    base: [String: PropertyListObject],
    file: [String: PropertyListObject],
    memory: [String: PropertyListObject]
) -> [String: PropertyListObject] {
    var merged = file
    for key in changedKeys(from: base, to: memory) { merged[key] = memory[key] }
    return merged
}

/// The keys whose objects differ between two states.
package func changedKeys(
    from old: [String: PropertyListObject],
    to new: [String: PropertyListObject]
) -> Set<String> {
    var keys: Set<String> = []
    for (key, object) in new where object != old[key] { keys.insert(key) }
    for key in old.keys where new[key] == nil { keys.insert(key) }
    return keys
}
