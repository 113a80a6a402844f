/// The three-way merge of a file's settings with those in memory, as in version control.
///
/// For each key, the side that changed it since the last common state wins. If both did, the last writer wins. A
/// missing key is a state like any other, so a removal is a change.
///
/// - Parameters:
///   - base: the last common state.
///   - file: the state of the file.
///   - memory: the state in memory.
///   - written: when keys were written in memory, in nanoseconds. They count as changed even if the object is the same.
///   - fileTime: when the file was changed. If the times don't tell which change is the later one, memory wins.
/// - Returns: the state that both sides get.
package func threeWayMerge(
    base: [String: PropertyListObject],
    file: [String: PropertyListObject],
    memory: [String: PropertyListObject],
    written: [String: Int64] = [:],
    fileTime: Int64 = .min
) -> [String: PropertyListObject] {
    var merged = file
    // The time is that of the file's last change. If there are several, it does not tell when this key was changed.
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
