public import Foundation

/// The suites that keys name, one `UserDefaults` object for each name.
@usableFromInline
enum NamedSuites {
    /// Creates a suite as the platform has it; replaced in tests.
    @TaskLocal static var make: @Sendable (String) -> UserDefaults? = { UserDefaults(suiteName: $0) }

    private static let suites = Locked<[String: Unchecked<UserDefaults>]>([:])

    /// The suite of a name; the standard suite if Foundation refuses the name, which is logged once.
    @usableFromInline
    static func suite(named name: String) -> UserDefaults {
        if let known = suites.withLock({ $0[name] }) { return known.value }
        // Created without the lock, because Foundation may read a file. Of two threads, the first one's is kept.
        let made = Unchecked(isRefused(name) ? .standard : make(name) ?? .standard)
        if made.value === UserDefaults.standard {
            Log.once("'\(name)' can't be the name of a suite; the standard suite is used instead.")
        }
        return suites.withLock { suites in
            let kept = suites[name] ?? made
            suites[name] = kept
            return kept.value
        }
    }

    /// Whether Foundation on Apple systems refuses a name, where elsewhere it would make another suite of it, or whether
    /// no file can have it.
    static func isRefused(_ name: String, ofBundle bundle: String? = Bundle.main.bundleIdentifier) -> Bool {
        let reserved = [
            UserDefaults.globalDomain, "kCFPreferencesAnyApplication", "kCFPreferencesCurrentApplication",
        ]
        return name == bundle || reserved.contains(name) || name.utf8.contains(0)
    }
}
