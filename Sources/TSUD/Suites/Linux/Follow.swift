#if os(Linux)
/// What memory does about a name that somebody else has changed in the file.
enum Follow {
    /// It gets what the file has, which is announced.
    case set
    /// It has that already, which is announced.
    case announce
    /// It keeps what it has for now; the next change of the file replaces it.
    case tolerate
    /// A key or a plain call was later.
    case keep

    /// Decides it.
    ///
    /// - Parameters:
    ///   - before: what memory is supposed to have: what the file had, or what was tolerated.
    ///   - now: what is in the file, which is not what was there before.
    ///   - isPending: whether a key has written what no save has had yet, which counts more than the file.
    ///   - memory: what memory has. Where it is not what it is supposed to have, a plain call has changed it.
    ///   - elsewhere: what an empty suite has: a registered, global or added object, which a name that is not stored
    ///     uncovers.
    ///   - isFirstUse: whether memory was loaded at an unknown time, and so may have an older object than the file.
    init(
        before: PropertyListObject?,
        now: PropertyListObject?,
        isPending: Bool = false,
        memory: PropertyListObject?,
        elsewhere: @autoclosure () -> PropertyListObject? = nil,
        isFirstUse: Bool = false
    ) {
        if isPending {
            self = .keep
        } else if memory == now {
            self = .announce
        } else if memory.isEqualToFoundation(before) {
            self = .set
        } else if memory != nil, before == nil || now == nil, memory == elsewhere() {
            // Nothing is stored in memory.
            self = now == nil ? .announce : .set
        } else {
            self = isFirstUse && memory != nil ? .tolerate : .keep
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
///   - isLost: whether memory has never had what was written, so that it tells nothing.
/// - Returns: the object to save, `nil` to remove the name; and whether a plain call was later.
func objectToSave(
    written: PropertyListObject?,
    found: PropertyListObject?,
    elsewhere: @autoclosure () -> PropertyListObject?,
    isLost: @autoclosure () -> Bool = false
) -> (object: PropertyListObject?, isPlain: Bool) {
    if found.isEqualToFoundation(written) || isLost() { return (written, false) }
    if found != nil, found != elsewhere() { return (found, true) }
    return (nil, written != nil)
}

extension PropertyListObject? {
    func isEqualToFoundation(_ other: Self) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isEqualToFoundation(other)
    }
}
#endif
