public import Foundation

extension TSUD {
    /// Whether a value is stored in a suite, by default the setting's own, be it readable or not.
    ///
    /// Launch arguments and registered defaults don't count. In a named suite on Apple systems an object does not count
    /// either if it is managed, is hidden by a launch argument, or equals the registered or the global object: such a
    /// suite can't be asked for what is stored in itself.
    public static func isSet(in suite: UserDefaults = Self.currentSuite) -> Bool {
        let key = key(in: suite)
        key.access()
        return key.storedObject != nil
    }

    /// Removes what is stored in a suite, by default the setting's own, under the key and its former keys.
    ///
    /// ``value`` is then what is registered, or the default.
    public static func reset(in suite: UserDefaults = Self.currentSuite) {
        let key = key(in: suite)
        key.remove()
        key.announce()
    }

    /// Where the value in a suite, by default the setting's own, comes from.
    ///
    /// It is never ``ValueOrigin/managed`` elsewhere than on Apple systems.
    ///
    /// ```swift
    /// if fontSize.origin() == .launchArgument { print("The size was given on the command line.") }
    /// ```
    ///
    /// An object that can't be read counts for where it is, though ``value`` is then the default. In a named suite on
    /// Apple systems the limits of ``isSet(in:)`` apply.
    public static func origin(in suite: UserDefaults = Self.currentSuite) -> ValueOrigin {
        let key = key(in: suite)
        key.access()
        if key.suite.isManaged(key.key) { return .managed }
        if key.suite.launchArgument(forKey: key.key) != nil { return .launchArgument }
        if key.storedObject != nil { return .suite }
        return suite.object(forKey: key.key) == nil ? .defaultValue : .registered
    }
}
