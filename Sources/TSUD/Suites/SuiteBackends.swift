import Foundation

/// The suites in use, one for each `UserDefaults` object.
///
/// Each platform decides which class implements them.
final class SuiteBackends: Sendable {
    static let shared = SuiteBackends()
    private let state = Locked((entries: [ObjectIdentifier: Entry](), limit: 64))

    private struct Entry {
        /// It retains its `UserDefaults` object, so as long as it exists no other object has the same identity.
        weak var backend: (any SuiteBackend)?
    }

    /// The suite of a `UserDefaults` object; the same one as long as it is retained.
    func backend(of defaults: UserDefaults, orMake make: () -> any SuiteBackend) -> any SuiteBackend {
        if let backend = existing(defaults) { return backend }
        // Created without the lock, because it may read a file.
        let made = make()
        made.add(TakenArguments.all)
        return state.withLock { state in
            if let backend = state.entries[ObjectIdentifier(defaults)]?.backend { return backend }
            if state.entries.count >= state.limit {
                state.entries = state.entries.filter { $0.value.backend != nil }
                state.limit = max(64, 2 * state.entries.count)
            }
            state.entries[ObjectIdentifier(defaults)] = Entry(backend: made)
            return made
        }
    }

    /// The suite of a `UserDefaults` object, if it is in use.
    func existing(_ defaults: UserDefaults) -> (any SuiteBackend)? {
        state.withLock { $0.entries[ObjectIdentifier(defaults)]?.backend }
    }

    /// All suites in use, which share the registration domain.
    var all: [any SuiteBackend] { state.withLock { $0.entries.values.compactMap(\.backend) } }
}
