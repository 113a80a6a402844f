public import Foundation

extension UserDefaults {
    /// Adds the default values of keys to the registration domain, where plain `UserDefaults` calls find them.
    ///
    /// ```swift
    /// UserDefaults.standard.register(fontSize.self, hasWidgets.self)
    /// ```
    ///
    /// A default of `nil` is not registered. A default that can't be encoded is reported to its key. Call this method
    /// at launch, before other threads use settings: Foundation on Linux does not lock the registration domain.
    ///
    /// - Parameter keys: the types of the keys.
    public func register<each Key: TSUD>(_ keys: repeat (each Key).Type) {
        var all: [any TSUD.Type] = []
        for key in repeat each keys { all.append(key) }
        registerDefaults(of: all)
    }

    /// Registers all default values by one call, because Foundation merges its domains anew at each.
    func registerDefaults(of keys: [any TSUD.Type]) {
        var objects: [String: Any] = [:]
        for key in keys { objects.merge(key.registeredDefault(in: self)) { $1 } }
        register(defaults: objects)
        for name in objects.keys { Suites.shared.announceRegistered(name) }
    }

    /// Waits until this suite's changes, including those of plain `UserDefaults` calls, are on disk.
    ///
    /// You need this method only to know that changes are saved. On Linux, what keys write is saved in the background
    /// immediately, and again when the program ends. There, `flush()` waits up to ten seconds for another process that
    /// is saving; if there is nothing to save, it costs little and touches no file. On Apple systems the system saves
    /// asynchronously, and `flush()` calls `synchronize()`.
    ///
    /// - Throws: ``TSUDError/Code/notSaved`` with the path and the system's error number if the changes can't be saved.
    ///   They stay in memory, and saving is tried again.
    public func flush() throws(TSUDError) {
        try Suites.suite(of: self).flush()
    }
}

extension TSUD {
    /// The default value by its name, as the registration domain contains it; empty for a `nil`.
    fileprivate static func registeredDefault(in suite: UserDefaults) -> [String: Any] {
        let key = key(in: suite)
        let value = defaultValue
        if key.coding.isNil(value) { return [:] }
        do throws(TSUDError) {
            return [key.key: try key.encode(value).object]
        } catch {
            report(error)
            return [:]
        }
    }
}
