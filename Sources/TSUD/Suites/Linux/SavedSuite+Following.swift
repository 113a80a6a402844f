#if os(Linux)
import Foundation

/// The possible age of a name's object in Foundation's memory.
struct Outdated {
    /// The change that made it uncertain.
    enum Change {
        /// TSUD has set the object, which Foundation may have lost.
        case set
        /// An update has changed the file, and notified observers.
        case update
        /// Another process, or a direct call with `synchronize()`, has changed the file.
        case external
    }

    /// The way to treat memory.
    enum Treatment {
        /// It has the known object.
        case current
        /// It has an older one, or TSUD's was lost.
        case set
        /// A direct call has changed it since.
        case keep
    }

    /// Objects that TSUD has put there earlier, or has found.
    private(set) var earlier: [PropertyListObject?] = []
    var change: Change

    init(_ change: Change) { self.change = change }

    mutating func add(_ object: PropertyListObject?, by change: Change) {
        self.change = change
        add(object)
    }

    mutating func add(_ object: PropertyListObject?) {
        // Memory keeps an earlier one only if each later `set` was lost, so a few are enough.
        if earlier.count == 8 { earlier.remove(at: 1) }
        earlier.append(object)
    }

    /// Chooses how to treat memory.
    ///
    /// - Parameters:
    ///   - found: the object in memory.
    ///   - known: the object that memory should have.
    ///   - elsewhere: the registered or global object that an empty suite has, and that a removal uncovers.
    /// - Returns: the treatment.
    func treatment(
        found: PropertyListObject?,
        known: PropertyListObject?,
        elsewhere: @autoclosure () -> PropertyListObject?
    ) -> Treatment {
        if found.isEqualToFoundation(known) { return .current }
        let isUncovered = found == nil || found == elsewhere()
        // After a removal, an equal registered object isn't a stored one.
        if isUncovered, known == nil, change == .set { return .current }
        if earlier.contains(where: { found.isEqualToFoundation($0) }) { return .set }
        if !isUncovered { return .keep }
        if known == nil { return .current }
        // A missing object is a direct removal only if TSUD's own can't have been lost.
        return change == .external && !earlier.contains(nil) ? .keep : .set
    }
}

extension SavedSuite.State {
    /// The object in memory, unless a direct call has changed it.
    private func expected(_ name: String) -> PropertyListObject? { differentAtFirstUse[name] ?? known(name) }

    /// Records that memory may be outdated; call it before the known object of the name changes.
    mutating func outdate(_ name: String, by change: Outdated.Change) {
        if !isInMemory(name) { return }
        let expected = expected(name)
        outdated[name, default: Outdated(change)].add(expected, by: change)
        differentAtFirstUse[name] = nil
    }

    /// Returns how to treat an object in memory.
    func treatment(
        of name: String,
        found: PropertyListObject?,
        elsewhere: @autoclosure () -> PropertyListObject?
    ) -> Outdated.Treatment {
        var entry = outdated[name] ?? Outdated(pending[name] == nil ? .external : .set)
        if outdated[name] == nil { entry.add(expected(name)) }
        return entry.treatment(found: found, known: known(name), elsewhere: elsewhere())
    }

    /// The outdated names: the stored ones first, so a value that has moved to another name is never missing.
    fileprivate var outdatedNames: [String] {
        outdated.keys.filter { known($0) != nil } + outdated.keys.filter { known($0) == nil }
    }
}

extension SavedSuite {
    /// Reads the file unless it is unchanged.
    func refresh(by deadline: ContinuousClock.Instant) throws(FileError) {
        guard try file.refresh(by: deadline) else { return }
        let (old, new) = (state.withLock(\.lastRead), file.settings)
        let names = old == new ? [] : new.keys.filter { new[$0] != old[$0] } + old.keys.filter { new[$0] == nil }
        state.withLock { state in
            for name in names where state.pending[name] == nil { state.outdate(name, by: .external) }
            state.lastRead = new
        }
    }

    /// Finds the objects that are missing in memory, or are those of an older file that Foundation has loaded.
    ///
    /// Other objects stay: they may be direct calls'.
    ///
    /// - Parameter earlier: the settings in the file before Foundation loaded it.
    func compareAtFirstUse(earlier: PropertyListDictionary) {
        state.withLock { state in
            state.isLoaded = true
            // Memory has had none of them yet.
            state.lastRead = [:]
            let settings = file.settings
            let names = Array(settings.keys) + earlier.keys.filter { settings[$0] == nil }
            let found = names.objects { memory[$0] }
            for name in names where found[name] != settings[name] && state.isInMemory(name) {
                if let found = found[name], found != earlier[name], found != memory.elsewhere(name) {
                    if settings[name] != nil { state.differentAtFirstUse[name] = found }
                } else {
                    state.outdate(name, by: .external)
                    state.outdated[name]?.add(found[name])
                }
            }
            state.lastRead = settings
            for name in state.pending.keys {
                state.outdate(name, by: .set)
                state.outdated[name]?.add(memory[name])
            }
        }
    }

    /// Sets outdated objects in memory, and notifies observers: in parts of about ten milliseconds, or twice the time of
    /// a look, with no lock held in between.
    ///
    /// Foundation takes up to a millisecond to set a name after many changes. It rebuilds the suite at the first look
    /// after a change, so each part looks at all of its names before it sets one.
    func follow(isExiting: @autoclosure () -> Bool = SaveQueue.shared.isExiting) {
        var names = state.withLock(\.outdatedNames)
        // Foundation may lose a `set`, so the next pass looks again at the names set in the last.
        for _ in 0..<4 {
            var (rest, set) = (names[...], [String]())
            // A program that exits needs nothing new, and other threads may go on saving.
            while !rest.isEmpty, !isExiting() {
                let part = state.withLock { follow(rest.prefix(500), &$0) }
                notify(of: part.changed)
                set += part.set
                rest = rest.dropFirst(part.count)
                // Another thread that waits for the lock gets it now.
                if !rest.isEmpty { usleep(200) }
            }
            names = set
        }
    }

    /// - Returns: how many of the names are done, those set, and those whose observers are to be notified.
    private func follow(
        _ names: ArraySlice<String>,
        _ state: inout State
    ) -> (count: Int, set: [String], changed: [String]) {
        let start = ContinuousClock.now
        let found = names.objects { memory[$0] }
        // In a large suite, the look takes longer than ten milliseconds, and would be most of the work.
        let end = ContinuousClock.now + max(.milliseconds(10), start.duration(to: .now))
        var (set, changed): ([String], [String]) = ([], [])
        var rest = names
        // At least a few, so that it ends.
        repeat {
            var objects: NamedValues<PropertyListObject?> = [:]
            for name in rest.prefix(20) {
                // Another thread may have been here.
                guard let change = state.outdated[name]?.change else { continue }
                switch state.treatment(of: name, found: found[name], elsewhere: memory.elsewhere(name)) {
                case .current:
                    state.outdated[name] = nil
                    if change == .external { changed.append(name) }
                case .set:
                    objects[name] = .some(state.known(name))
                    state.outdated[name]?.change = .set
                    if change != .update { changed.append(name) }
                case .keep: state.outdated[name] = nil
                }
            }
            memory.set(objects)
            set += objects.keys
            rest = rest.dropFirst(20)
        } while !rest.isEmpty && ContinuousClock.now < end
        return (names.count - rest.count, set, changed)
    }

    func notify(of names: [String]) {
        if !names.isEmpty { observations.noteExternalChanges(of: names) }
    }
}

extension Sequence<String> {
    /// The objects that a function finds under these names.
    func objects(_ find: (String) -> PropertyListObject?) -> PropertyListDictionary {
        reduce(into: [:]) { $0[$1] = find($1) }
    }
}

extension PropertyListObject? {
    fileprivate func isEqualToFoundation(_ other: Self) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self == other || self.isEqualToFoundation(other)
    }
}
#endif
