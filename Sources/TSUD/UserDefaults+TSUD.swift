public import Foundation

extension UserDefaults {
    /// Adds the default values of settings to the registration domain, for direct `UserDefaults` calls.
    ///
    /// ```swift
    /// UserDefaults.standard.register(fontSize.self, hasWidgets.self)
    /// ```
    ///
    /// The method doesn't register a default of `nil`. If a default can't be encoded, its setting reports the error. Call
    /// this method at launch, before other threads use settings, because Foundation on Linux does not lock the registration
    /// domain.
    ///
    /// - Parameter settings: The settings.
    public func register<each Setting: TSUD>(_ settings: repeat (each Setting).Type) {
        var defaults = RegisteredDefaults()
        for key in repeat each settings { defaults.add(key.in(self)) }
        defaults.register()
    }

    /// Waits until this suite's changes are on disk.
    ///
    /// On Linux, TSUD saves changes made through settings in the background, and when the program ends. Call this method
    /// to find out if they are saved, before `_exit` or `exec`, and before a direct call of `synchronize()`. It doesn't save
    /// direct `UserDefaults` calls. If another process is saving, it blocks its thread for up to ten seconds. In
    /// asynchronous code, use ``flush(within:)``.
    ///
    /// On Apple systems, `flush()` calls `synchronize()`. The system's daemon then has the changes, and writes them to disk
    /// later.
    ///
    /// - Throws: ``TSUDError/Code/notSaved`` if the changes can't be saved, on Linux with the path and the system's error
    ///   number. On Apple systems, a cause is an app group without its entitlement. The changes stay in memory, and TSUD
    ///   tries again.
    public func flush() throws(TSUDError) {
        try SuiteRegistry.backend(of: self).flush(by: WaitLimit.end)
    }

    /// Waits until this suite's changes are on disk, without blocking the thread.
    ///
    /// Use this method in asynchronous functions, such as those of a server. ``flush()`` would block one of the few
    /// threads that all tasks share. Otherwise, this method works like ``flush()``.
    ///
    /// - Parameter limit: The longest time to wait for another process that is saving.
    /// - Throws: ``TSUDError/Code/notSaved`` if the changes can't be saved within the limit. TSUD tries again later.
    public func flush(within limit: Duration) async throws(TSUDError) {
        let (suite, deadline) = (SuiteRegistry.backend(of: self), ContinuousClock.now + limit)
        let result = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: Result { () throws(TSUDError) in try suite.flush(by: deadline) })
            }
        }
        try result.get()
    }
}

/// Default values to register, in one call for each suite, because each call makes Foundation merge its domains.
struct RegisteredDefaults {
    private var suites: [(suite: UserDefaults, objects: [String: Any])] = []

    /// Adds the default value of a setting, or reports that it can't be encoded.
    mutating func add<Handle: AnyHandle>(_ handle: Handle) {
        let key = handle.key
        let value = Handle.Setting.defaultValue
        if key.coding.isNil(value) { return }
        do throws(TSUDError) {
            let object = try key.encode(value).foundationObject
            if let index = suites.firstIndex(where: { $0.suite === key.defaults }) {
                suites[index].objects[key.key] = object
            } else {
                suites.append((key.defaults, [key.key: object]))
            }
        } catch {
            key.report(error)
        }
    }

    func register() {
        for (suite, objects) in suites { suite.register(defaults: objects) }
    }
}
