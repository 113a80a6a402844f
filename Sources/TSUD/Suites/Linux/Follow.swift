#if os(Linux)
/// What memory does about names that somebody else has changed in the file.
struct Follow: Equatable {
    /// What memory is to have; `nil` to remove the name.
    var set: [String: PropertyListObject?] = [:]
    /// The names that memory then has as the file has them.
    var announced: [String] = []
    /// What memory keeps for now, though the file has something else; the next change of the file replaces it.
    var tolerated: [String: PropertyListObject] = [:]

    /// Decides it, name by name.
    ///
    /// - Parameters:
    ///   - before: what memory is supposed to have: what the file had, or what was tolerated.
    ///   - now: what is in the file; only the names in `before` and `now` are looked at.
    ///   - pending: what keys have written and no save has had yet, which counts more than the file.
    ///   - memory: what memory has. Where it is not what it is supposed to have, a plain call has changed it.
    ///   - elsewhere: what an empty suite has: registered, global and added objects, which a name that is not stored
    ///     uncovers.
    ///   - isFirstUse: whether memory was loaded at an unknown time, and so may have an older object than the file.
    init(
        before: PropertyListDictionary,
        now: PropertyListDictionary,
        pending: Set<String> = [],
        memory: PropertyListDictionary,
        elsewhere: PropertyListDictionary = [:],
        isFirstUse: Bool = false
    ) {
        for name in Set(before.keys).union(now.keys) where !pending.contains(name) {
            let found = memory[name]
            if found == now[name] ?? elsewhere[name] {
                announced.append(name)
            } else if found.isEqualToFoundation(before[name] ?? elsewhere[name]) {
                set[name] = .some(now[name])
                announced.append(name)
            } else if isFirstUse, let found {
                tolerated[name] = found
            }
        }
    }
}

/// What a save puts into the file under a name that a key has written.
///
/// A plain call that came later is told by memory's object, which is not the written one then. A removal stands as long
/// as nothing is stored.
///
/// - Parameters:
///   - written: what the key has written; `nil` if it has removed the name.
///   - found: what memory has.
///   - elsewhere: what an empty suite has.
///   - isLossy: whether memory may have lost what was written, so that nothing found tells nothing.
/// - Returns: the object to save, `nil` to remove the name; and whether a plain call was later.
func objectToSave(
    written: PropertyListObject?,
    found: PropertyListObject?,
    elsewhere: @autoclosure () -> PropertyListObject?,
    isLossy: @autoclosure () -> Bool = false
) -> (object: PropertyListObject?, isPlain: Bool) {
    if found.isEqualToFoundation(written) { return (written, false) }
    let isStored = found != nil && found != elsewhere()
    if isStored { return (found, true) }
    return written == nil || isLossy() ? (written, false) : (nil, true)
}

extension PropertyListObject? {
    func isEqualToFoundation(_ other: Self) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isEqualToFoundation(other)
    }
}
#endif
