import Foundation

/// What one write of a key changes in a suite.
struct KeyChange {
    let backend: any SuiteBackend
    /// The key itself, and then the former keys, which are removed, each after what was in common under it.
    let changes: [StoredChange]
    /// Whether two objects of the key are read as equal values.
    let areEqual: (Any, Any) -> Bool

    /// What is stored under the key itself; `nil` if it is removed.
    var object: PropertyListObject? { changes.first?.object }

    fileprivate var names: [String] { changes.map(\.key) }

    /// Whether all of it is as it is to be.
    fileprivate var isStored: Bool { changes.allSatisfy { backend.isStored($0.object, forKey: $0.key) } }

    /// Whether an equal value is stored under the key itself, and nothing under the former ones.
    fileprivate var isEqualStored: Bool {
        guard let object, let stored = backend.storedObject(forKey: changes[0].key) else { return false }
        return areEqual(stored, object.foundationObject)
            && changes.dropFirst().allSatisfy { backend.isStored(nil, forKey: $0.key) }
    }
}

extension KeyChange {
    /// Stores the change, and tells the observers if it is one.
    func apply() {
        let write = SuiteWrite([self])
        write.store()
        write.announce()
    }
}

extension [KeyChange] {
    /// Stores all changes, by one call for each suite, and tells the observers of those that are some.
    func apply() {
        let writes = suiteWrites
        for write in writes { write.store() }
        for write in writes { write.announce() }
    }

    /// Stores all changes or none, in an update.
    ///
    /// - Throws: `notSaved`, `busy`.
    func applyOrThrow() throws(TSUDError) {
        do {
            try UpdateLock.shared.update { try $0.store(self) }
        } catch let error as TSUDError {
            throw error
        } catch {}
    }

    /// What each suite has to store.
    ///
    /// All are looked at first, because Foundation's first look after a change takes long.
    var suiteWrites: [SuiteWrite] {
        // Several `UserDefaults` objects of one suite have the same observers.
        Dictionary(grouping: self) { ObjectIdentifier($0.backend.observations) }.values.map(SuiteWrite.init)
    }
}

/// Changes of one suite that are stored together.
struct SuiteWrite {
    private let backend: any SuiteBackend
    private let changes: [KeyChange]
    /// For each change that somebody observes and that is none, as it is stored already, how many changes of its names
    /// had been announced before the look.
    private var unchanged: [Int: Int] = [:]
    /// The same for each change that stores another object of an equal value.
    private var equal: [Int: Int] = [:]
    /// The names that somebody observes and that change.
    private var observed: Set<String> = []

    fileprivate init(_ changes: [KeyChange]) {
        (backend, self.changes) = (changes[0].backend, changes)
        for (index, change) in changes.enumerated() {
            let look = backend.observations.look(at: change.names)
            if look.isObserved, change.isStored {
                unchanged[index] = look.announcements
                continue
            }
            if look.isObserved, change.isEqualStored { equal[index] = look.announcements }
            if look.isListening { observed.formUnion(change.names) }
        }
    }

    private var stored: [StoredChange] { changes.flatMap(\.changes) }

    func store() { noting { backend.store(stored) } }

    /// In an update: does what may fail, and changes nothing.
    func prepare() throws(TSUDError) { try backend.prepareUpdate(stored) }

    /// In an update: stores what was prepared.
    func commit() throws(TSUDError) {
        try noting { () throws(TSUDError) in try backend.commitUpdate(stored) }
    }

    /// Calls a closure in which the suite may tell of what it stores.
    private func noting<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        if !observed.isEmpty { backend.observations.beginWrite(of: observed) }
        defer { if !observed.isEmpty { backend.observations.endWrite() } }
        try body()
    }

    func announce() {
        var names: [String] = []
        var namesOfEqual: [String] = []
        for (index, change) in changes.enumerated() {
            // What another thread changed meanwhile, and was announced, has been undone by this.
            let isChanged = (unchanged[index] ?? equal[index]).map {
                $0 != backend.observations.look(at: change.names).announcements
            }
            if isChanged ?? true {
                names += change.names
            } else if equal[index] != nil {
                namesOfEqual += change.names
            }
        }
        for (names, isOfObjectsOnly) in [(names, false), (namesOfEqual, true)] where !names.isEmpty {
            UpdateLock.shared.make(
                Announcement(
                    observations: backend.observations,
                    names: names,
                    isForeign: false,
                    isOfObjectsOnly: isOfObjectsOnly
                )
            )
        }
    }
}
