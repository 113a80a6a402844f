public import Foundation

extension TSUD {
    /// The value that is stored in a suite, by default the setting's own, or `nil` when nothing is.
    ///
    /// Use it where ``value`` would hide too much: it neither falls back to the default nor reports. A registered
    /// default does not count as stored; a launch argument, which hides what is stored, does.
    ///
    /// Where ``ValueType`` is an optional, `nil` means that nothing is stored, and `.some(nil)` that a `nil` is.
    ///
    /// - Throws: ``TSUDError/Code/unreadable`` when the stored object is not a ``ValueType`` and ``upgrade(_:)`` declines.
    ///   ``TSUDError/Code/invalid`` when ``validate(_:)`` refuses the value. The object stays as it is.
    public static func storedValue(in suite: UserDefaults = Self.currentSuite) throws(TSUDError) -> ValueType? {
        let key = key(in: suite)
        key.access()
        guard let object = key.suite.launchArgument(forKey: key.key) ?? key.storedObject else { return nil }
        return try key.decode(object)
    }

    /// Stores a value in a suite, by default the setting's own.
    ///
    /// Use it where ``value`` would hide too much: it does the same, and throws what `value` reports. A `nil` removes
    /// the key. If ``defaultValue`` is not `nil`, or a default is registered, a marker is stored instead. The first
    /// write removes what ``formerKeys`` hold.
    ///
    /// - Throws: ``TSUDError/Code/unencodable`` when the value's `encode(to:)` throws or makes something that no
    ///   property list holds; ``TSUDError/Code/invalid`` when ``validate(_:)`` refuses the value. What was
    ///   stored stays.
    public static func store(_ value: ValueType, in suite: UserDefaults = Self.currentSuite) throws(TSUDError) {
        let key = key(in: suite)
        try key.write(value)
        key.announce()
    }

    /// Reads, changes and stores the value in a suite, by default the setting's own, atomically in this process.
    ///
    /// ```swift
    /// try recentFiles.update { $0.insert("notes.txt", at: 0) }
    /// ```
    ///
    /// No other `update` of the same key runs meanwhile in this process, except one that `body` calls. Between processes
    /// the last writer wins. Observers hear of the change, and of whatever else changes meanwhile on this task, after
    /// it.
    ///
    /// - Important: On Apple systems an observer of `UserDefaults.didChangeNotification` on the main queue makes every
    ///   write on another thread wait for the main thread. If the main thread meanwhile waits in `update` for that
    ///   thread's own `update` of the same key, neither goes on. Observe the setting instead, or let the observer
    ///   dispatch to the main queue asynchronously.
    ///
    /// - Returns: what `body` returns.
    /// - Throws: ``TSUDError`` when the stored object can't be read or the new value can't be stored, and what `body`
    ///   throws. In each case what was stored stays.
    @discardableResult
    public static func update<Result>(
        in suite: UserDefaults = Self.currentSuite,
        _ body: (inout ValueType) throws -> Result
    ) throws -> Result {
        let key = key(in: suite)
        return try Update.run(of: key.key) {
            key.access()
            var value = defaultValue
            if let object = key.effectiveObject { value = try key.decode(object) }
            let result = try body(&value)
            try key.write(value)
            key.announce()
            return result
        }
    }
}
