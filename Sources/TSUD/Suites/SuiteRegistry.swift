public import Foundation

/// A subclass of `UserDefaults` that has its own kind of suite.
protocol UserDefaultsWithSuite: UserDefaults {
    var backend: any Suite { get }
}

/// The suites in use, one for each `UserDefaults` object.
///
/// The platform decides their class, and whether a key is also kept as the system's own string, which takes time to make.
final class SuiteRegistry: Sendable {
    static let shared = SuiteRegistry()
    private let state = Locked((entries: [ObjectIdentifier: Entry](), limit: DoublingLimit()))

    private struct Entry {
        weak var defaults: UserDefaults?
        weak var backend: (any Suite)?
        /// With the names that settings have used, also while no setting retains the suite.
        let observations: SuiteObservers
    }

    /// Returns the suite of a `UserDefaults` object, the same one as long as it is retained.
    ///
    /// It makes another one with the observations that the object had in the last one.
    func backend(of defaults: UserDefaults, orMake make: (SuiteObservers) -> any Suite) -> any Suite {
        if let backend = existing(defaults) { return backend }
        // Create it without the lock, because it may read a file.
        let made = make(entry(of: defaults)?.observations ?? SuiteObservers())
        return Overrides.serialized {
            // If two threads create it, the first suite stays, and it alone gets the overrides.
            if let backend = existing(defaults) { return backend }
            Overrides.applyAll(to: made)
            insert(made, for: defaults)
            return made
        }
    }

    private func insert(_ made: any Suite, for defaults: UserDefaults) {
        state.withLock { state in
            if state.limit.isReached(by: state.entries.count) {
                state.entries = state.entries.filter { $1.defaults != nil }
                state.limit.reset(to: state.entries.count)
            }
            state.entries[ObjectIdentifier(defaults)] = Entry(
                defaults: defaults,
                backend: made,
                observations: made.observations
            )
        }
    }

    /// Returns the suite of a `UserDefaults` object, if it is in use.
    func existing(_ defaults: UserDefaults) -> (any Suite)? { entry(of: defaults)?.backend }

    private func entry(of defaults: UserDefaults) -> Entry? {
        state.withLock { state in
            // An object that was released may have had the same address.
            state.entries[ObjectIdentifier(defaults)].flatMap { $0.defaults === defaults ? $0 : nil }
        }
    }

    /// All suites in use.
    var all: [any Suite] { state.withLock { $0.entries.values.compactMap(\.backend) } }
}

/// The suites that settings name, one `UserDefaults` object for each name.
@usableFromInline
enum NamedSuites {
    /// Creates the platform's kind of suite.
    ///
    /// Tests replace it. It's in a structure, because binding a closure itself crashes in optimized code of Swift 6.3.
    @TaskLocal static var make = Unchecked<@Sendable (String) -> UserDefaults?> { UserDefaults(suiteName: $0) }

    private static let suites = Locked<NamedValues<Unchecked<UserDefaults>>>([:])

    /// Returns the suite with a name, or the standard suite if Foundation rejects the name, which TSUD logs once.
    @usableFromInline
    static func suite(named name: String) -> UserDefaults {
        if let known = suites.withLock({ $0[name] }) { return known.value }
        // Create it without the lock, because Foundation may read a file. If two threads do, the first suite stays.
        let made = Unchecked(isRejected(name) ? .standard : make.value(name) ?? .standard)
        if made.value === UserDefaults.standard {
            Log.once("'\(name)' can't be the name of a suite; TSUD uses the standard suite instead.")
        }
        return suites.withLock { suites in
            let kept = suites[name] ?? made
            suites[name] = kept
            return kept.value
        }
    }

    /// Whether Foundation on Apple systems rejects a name, or no file can have it.
    static func isRejected(_ name: String, ofBundle bundle: String? = Bundle.mainIfAvailable?.bundleIdentifier) -> Bool
    {
        let reserved = [
            UserDefaults.globalDomain, "kCFPreferencesAnyApplication", "kCFPreferencesCurrentApplication",
        ]
        return name == bundle || reserved.contains(name) || name.utf8.contains(0)
    }
}
