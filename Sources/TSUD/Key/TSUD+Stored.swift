public import Foundation

extension TSUD {
    /// Whether a value is stored in a suite, by default the setting's own, be it readable or not.
    ///
    /// Launch arguments and registered defaults don't count.
    public static func isSet(in suite: UserDefaults = Self.currentSuite) -> Bool {
        observe(in: suite)
        return storedObject(in: suite) != nil
    }

    /// Removes what is stored in a suite, by default the setting's own, under the key and its former keys.
    ///
    /// ``value`` is then what is registered, or the default.
    public static func reset(in suite: UserDefaults = Self.currentSuite) {
        let key = stringKey
        let slot = KeyState.of(self).slot(for: key, in: suite)
        let formerKeys = formerKeys
        slot.write {
            suite.removeObject(forKey: key)
            for former in formerKeys { suite.removeObject(forKey: former) }
        }
        slot.announceStored()
    }

    /// Where the value in a suite, by default the setting's own, comes from.
    ///
    /// An object that can't be read counts for where it is, though ``value`` then answers the default.
    public static func origin(in suite: UserDefaults = Self.currentSuite) -> ValueOrigin {
        observe(in: suite)
        if SuiteDomains.launchArgument(stringKey, in: suite) != nil { return .launchArgument }
        if storedObject(in: suite) != nil { return .suite }
        return suite.object(forKey: stringKey) == nil ? .defaultValue : .registered
    }
}
