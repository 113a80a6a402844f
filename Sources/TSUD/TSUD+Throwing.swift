extension TSUD {
    /// Returns the value stored in the setting's own suite, or `nil` if nothing is stored.
    ///
    /// Use this method to find out whether a value is stored and readable: it neither falls back to the default nor
    /// reports. A launch argument counts as stored, because it hides what is; a registered default does not.
    ///
    /// If ``ValueType`` is an optional, `nil` means that nothing is stored, and `.some(nil)` that `nil` is stored.
    ///
    /// - Throws: ``TSUDError/Code/unreadable`` if the stored object is not a ``ValueType`` and ``upgrade(_:)`` returns
    ///   `nil`; ``TSUDError/Code/invalid`` if ``validate(_:)`` refuses the value. The object stays as it is.
    public static func storedValue() throws(TSUDError) -> ValueType? { try handle.storedValue() }

    /// Stores a value in the setting's own suite.
    ///
    /// Use this method to handle errors: it does the same as assigning to ``value``, but throws what that reports.
    /// Storing `nil` removes the key; if ``defaultValue`` is not `nil`, or a default is registered, a marker is stored
    /// instead. The first write removes ``formerKeys``.
    ///
    /// - Throws: ``TSUDError/Code/unencodable`` if the value's `encode(to:)` throws, or encodes something that a
    ///   property list can't contain; ``TSUDError/Code/invalid`` if ``validate(_:)`` refuses the value. The old value
    ///   stays.
    public static func store(_ value: ValueType) throws(TSUDError) { try handle.store(value) }

    /// Reads, changes and stores the value in the setting's own suite, atomically.
    ///
    /// ```swift
    /// try recentFiles.update { $0.insert("notes.txt", at: 0) }
    /// ```
    ///
    /// No other `update` of any key runs in this process at the same time, except one that `body` calls, so `body`
    /// should be short: a long one holds up all others, which end with ``TSUDError/Code/busy`` after ten seconds.
    /// Observers are notified of this and all other changes of the thread when `update` returns.
    ///
    /// On Linux it is a transaction on the suite's file: `body` begins with what is in the file, no other process saves
    /// or updates the suite meanwhile, and what `body` has changed is in the file when `update` returns. Another
    /// process's update waits for that, up to ten seconds. It costs a replacement of the file. A plain value that
    /// `synchronize()` has not saved is not known to it. Where a lock can't exist, as in a read-only directory, it is
    /// atomic in this process alone. Elsewhere the last writer of a key wins between processes.
    ///
    /// To change several settings, use ``withUpdate(_:)``, and not an `update` inside another: if the outer one throws,
    /// what the inner one stored stays.
    ///
    /// Because `body` may throw any error, so does `update`. To report its own errors:
    ///
    /// ```swift
    /// do {
    ///     try fontSize.update { $0 += 1 }
    /// } catch {
    ///     if let error = error as? TSUDError { fontSize.report(error) }
    /// }
    /// ```
    ///
    /// - Important: On Apple systems an observer of `UserDefaults.didChangeNotification` on the main queue makes every
    ///   write on another thread wait for the main thread. If the main thread meanwhile calls `update`,
    ///   it waits for that thread's `update`, until ``TSUDError/Code/busy``. Observe the setting instead, or dispatch
    ///   from the observer to the main queue asynchronously.
    ///
    /// - Returns: what `body` returns.
    /// - Throws: ``TSUDError`` if the stored object can't be read, the new value can't be stored, on Linux also if the
    ///   file can't be locked, read or replaced, or another thread's or process's `update` does not end; what `body`
    ///   throws. In each case the old value stays.
    @discardableResult
    public static func update<Result>(_ body: (inout ValueType) throws -> Result) throws -> Result {
        try handle.update(body)
    }
}
