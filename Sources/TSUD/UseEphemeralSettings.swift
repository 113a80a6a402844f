/// Gives the process settings of its own for as long as it runs, which are discarded when it exits.
///
/// ```swift
/// if ProcessInfo.processInfo.environment["UI_TESTING"] != nil {
///     useEphemeralSettings()
/// }
/// ```
///
/// From then on, on every thread and queue and in every task, a key without a given suite reads and writes a new, empty
/// suite instead of its own; so does a handle, a `@Stored` property or a list without one, from the next call on. It is
/// for programs under UI tests, for hosted tests and for previews, whose work `withEphemeralSuite` does not reach. That
/// function still gives its closure a suite of its own.
///
/// Call it first thing. Sequences, observations and bindings that exist already stay with the real settings; so a call
/// after the first use of a key is logged. What keys have written before is saved. A second call does nothing.
///
/// Suites that are named explicitly, plain `UserDefaults.standard` calls, and `@AppStorage` without `store:` are not
/// redirected. Synchronizing a list without a given suite is refused.
public func useEphemeralSettings() {
    let used = BoundKeys.firstInOwnSuite
    guard EphemeralSettings.beginForProcess() else { return }
    BoundKeys.noteEphemeralUse()
    guard let used else { return }
    Log.once(
        """
        useEphemeralSettings() was called after the key '\(used)' was used: what was observed or bound before \
        stays with the real settings. Call it first thing.
        """
    )
}

/// Whether the settings of `useEphemeralSettings()` replace those of keys without a given suite here.
package var isProcessEphemeral: Bool { EphemeralSettings.ofTask == nil && EphemeralSettings.ofProcess != nil }
