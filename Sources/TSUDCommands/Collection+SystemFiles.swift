public import TSUD

extension Collection where Element == any TSUD.Type {
    /// Applies an administrator's files to the list's settings on Linux, and follows their changes.
    ///
    /// ```swift
    /// import TSUDCommands
    ///
    /// // /etc/xdg/editor.json has {"fontSize": 14}.
    /// let settings: [any TSUD.Type] = [fontSize.self, hasWidgets.self]
    /// settings.applySystemFiles()
    /// ```
    ///
    /// In each directory of `$XDG_CONFIG_DIRS`, by default `/etc/xdg`, `NAME.json` has defaults for all users, and
    /// `NAME.locked.json` has values that nothing overrides. `NAME` is that of the suite's file.
    ///
    /// Call it before the first use of a setting. A later call takes effect at once, and TSUD notifies observers. A
    /// second call of the same list replaces its own names only. If a file or a value can't be read, a running program
    /// keeps the last valid value, and TSUD logs each new fault once.
    ///
    /// With ephemeral settings, and on Apple systems, where the system applies configuration profiles, this method does
    /// nothing.
    ///
    /// - Parameter isolation: The actor of the settings' own code, also when a file changes; by default the caller's.
    public func applySystemFiles(isolation: isolated (any Actor)? = #isolation) {
        #if os(Linux)
        AppliedFiles.apply(to: Array(self), isolation: isolation)
        #endif
    }
}
