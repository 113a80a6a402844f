import Foundation

// What settings and members can do, in terms of reading and writing.
extension BoundKey {
    // MARK: Throwing

    func storedValue() throws(TSUDError) -> Key.ValueType? {
        access()
        guard let object = backend.launchArgument(forKey: key) ?? storedObject else { return nil }
        return try decode(object)
    }

    func update<Result>(_ body: (inout Key.ValueType) throws -> Result) throws -> Result {
        try Update.run(of: [self]) {
            var draft = try Draft(self)
            let result = try body(&draft.value)
            try store(draft.value)
            return result
        }
    }

    // MARK: State

    var isSet: Bool {
        access()
        return storedObject != nil
    }

    func reset() {
        put(nil)
        announce()
    }

    var origin: ValueOrigin {
        access()
        if backend.isManaged(key) { return .managed }
        if backend.launchArgument(forKey: key) != nil { return .launchArgument }
        if storedObject != nil { return .suite }
        if defaults.object(forKey: key) != nil { return .registered }
        return setting?.origin ?? .defaultValue
    }

    // MARK: Text

    var text: String? {
        let value = value
        do throws(CodingFailure) {
            return try coding.text(of: value)
        } catch {
            return String(describing: value)
        }
    }

    func store(text: String) throws(TSUDError) {
        try store(metadata.value(ofText: text, forKey: key))
    }

    // MARK: Changes

    func values(initial: Bool, isolation: (any Actor)?) -> TSUDValues<Key> {
        TSUDValues(key: self, isolation: isolation, delivered: initial ? .nothing : .object(source.object))
    }

    /// The observers of everything that the value may come from.
    var allObservations: [KeyObservation] { [observation] + (setting?.allObservations ?? []) }

    // MARK: Members

    /// The members of a setting that are stored in the suite, under its key or its former ones, in order.
    var members: [String] { members(among: backend.storedKeys) }

    /// The members among the names that a function finds for a prefix, in order.
    func members(among find: (_ prefix: String) -> [String]) -> [String] {
        let found = ([key] + formerKeys).map { setting in
            find(MemberName.prefix(of: setting)).compactMap { MemberName.member(storedAs: $0, of: setting) }
        }
        return Set(found.joined()).sorted()
    }

    /// A setting and its stored members.
    var withMembers: [BoundKey] { [self] + members.map { BoundKey($0, of: self) } }

    /// What is stored for a setting and its members, each by its current name.
    var storedObjects: [String: Any] {
        var objects: [String: Any] = [:]
        for key in withMembers { objects[key.key] = key.storedObject }
        return objects
    }

    /// The observers of all members of a setting, as one.
    var observationOfMembers: KeyObservation { backend.observations.observation(ofMembersOf: key, in: backend) }
}
