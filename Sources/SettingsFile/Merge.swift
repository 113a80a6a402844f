/// The three-way merge of a file's settings with those in memory, as version control does it.
///
/// Whoever changed a key since the last common state wins; where both did, who did it later. A key that is absent counts
/// as a state like any other, so a removal is a change.
///
/// - Parameters:
///   - base: the last common state.
///   - file: what the file holds now.
///   - memory: what memory holds now.
///   - written: when keys were written in memory, in nanoseconds; those count as changed even to what they were before.
///   - fileTime: when the file was changed. Where the times don't tell which change is the later one, it is memory's.
/// - Returns: what both are to hold.
package func threeWayMerge(
    base: [String: PropertyListObject],
    file: [String: PropertyListObject],
    memory: [String: PropertyListObject],
    written: [String: Int64] = [:],
    fileTime: Int64 = .min
) -> [String: PropertyListObject] {
    var merged = file
    // The time is that of the last of the file's changes, and so tells nothing of one among several.
    let changedInFile = changedKeys(from: base, to: file)
    for key in changedKeys(from: base, to: memory).union(written.keys) {
        let isFileLater = changedInFile == [key] && written[key].map { $0 < fileTime } ?? false
        if !isFileLater { merged[key] = memory[key] }
    }
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
