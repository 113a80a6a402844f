public import Foundation

extension TSUD {
    /// Returns whether a value, readable or not, is stored in a suite, by default the setting's own.
    ///
    /// Launch arguments and registered defaults don't count. A named suite on Apple systems can't be asked what is
    /// stored in the suite itself, unless it is ephemeral. There, an object does not count either if it is managed, if
    /// a launch argument hides it, or if it equals the registered or the global object.
    public static func isSet(in suite: UserDefaults = Self.currentSuite) -> Bool { self.in(suite).isSet() }

    /// Removes the value from a suite, by default the setting's own, under the key and its former keys.
    ///
    /// ``value`` is then the registered default, or else ``defaultValue``.
    public static func reset(in suite: UserDefaults = Self.currentSuite) { self.in(suite).reset() }

    /// Returns where the value in a suite, by default the setting's own, comes from.
    ///
    /// It is never ``ValueOrigin/managed`` elsewhere than on Apple systems.
    ///
    /// ```swift
    /// if fontSize.origin() == .launchArgument {
    ///     print("The size was given on the command line.")
    /// }
    /// ```
    ///
    /// The result is the place of the stored object even if that can't be read and ``value`` is the default. In a named
    /// suite on Apple systems the limits of ``isSet(in:)`` apply.
    public static func origin(in suite: UserDefaults = Self.currentSuite) -> ValueOrigin { self.in(suite).origin() }
}
