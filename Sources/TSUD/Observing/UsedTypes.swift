/// The types of settings that were used in a suite, and the names that they share.
final class UsedTypes: Sendable {
    private let state = Locked(State())

    private struct State {
        var types: [ObjectIdentifier: any TSUD.Type] = [:]
        /// The first type that each name is derived from.
        var owners: [String: any TSUD.Type] = [:]
        /// The names that were reported, because a second type has them.
        var shared: Set<String> = []
    }

    var all: [any TSUD.Type] { state.withLock { Array($0.types.values) } }

    func insert(_ type: any TSUD.Type) { state.withLock { $0.types[ObjectIdentifier(type)] = type } }

    /// Records that a name is derived from a type.
    ///
    /// Specializations of one declaration are one setting.
    ///
    /// - Returns: Another type with that name, when it is found for the first time.
    func insertDerived(_ name: String, of type: any TSUD.Type) -> (any TSUD.Type)? {
        let (owner, isShared) = state.withLock { state in
            let owner = state.owners[name] ?? type
            state.owners[name] = owner
            return (owner, state.shared.contains(name))
        }
        // Compare the names last: a regular expression would take a quarter of a short program's launch.
        guard owner != type, !isShared, declarationName(of: owner) != declarationName(of: type) else { return nil }
        return state.withLock { $0.shared.insert(name).inserted } ? owner : nil
    }
}
