extension TSUD {
    /// Whether a value, readable or not, is stored in the setting's own suite.
    ///
    /// Launch arguments and registered defaults don't count. A named suite on Apple systems can't be asked what is
    /// stored in the suite itself, unless it is ephemeral. There, an object does not count either if it is managed, if
    /// a launch argument hides it, or if it equals the registered or the global object.
    public static var isSet: Bool { handle.isSet }

    /// Removes the value from the setting's own suite, under the key and its former keys.
    ///
    /// ``value`` is then the registered default, or else ``defaultValue``.
    public static func reset() { handle.reset() }

    /// Where the value comes from.
    ///
    /// It is never ``ValueOrigin/managed`` elsewhere than on Apple systems.
    ///
    /// ```swift
    /// if fontSize.origin == .launchArgument {
    ///     print("The size was given on the command line.")
    /// }
    /// ```
    ///
    /// It is the place of the stored object even if that can't be read and ``value`` is the default. In a named suite on
    /// Apple systems the limits of ``isSet`` apply.
    public static var origin: ValueOrigin { handle.origin }
}
