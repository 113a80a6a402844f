public import Foundation

extension UserDefaults {
    /// Puts the default values of keys into the registration domain, where plain `UserDefaults` calls find them.
    ///
    /// ```swift
    /// UserDefaults.standard.register(fontSize.self, hasWidgets.self)
    /// ```
    ///
    /// A key whose default is `nil` registers nothing. A default that can't be encoded is reported to its key. Call it
    /// at launch: Foundation on Linux does not guard the registration domain against threads that read meanwhile.
    ///
    /// - Parameter keys: the types of the keys.
    public func register<each Key: TSUD>(_ keys: repeat (each Key).Type) {
        for key in repeat each keys { key.registerDefault(in: self) }
    }

    /// Returns once this suite's changes are on disk, those by plain `UserDefaults` calls included.
    ///
    /// Nobody has to call it. On Linux, what keys write is saved in the background at once, and again when the program
    /// ends. There it waits up to ten seconds for another process that is saving; with nothing to save it costs little
    /// and touches no file. On Apple systems the system saves, asynchronously, and this calls `synchronize()`.
    ///
    /// - Throws: ``TSUDError/Code/notSaved`` with the path and the system's error when the changes can't be saved. They
    ///   stay in memory, and are tried again.
    public func flush() throws(TSUDError) {
        try Suites.suite(of: self).flush()
    }
}

extension TSUD {
    /// Puts the default value into the registration domain.
    static func registerDefault(in suite: UserDefaults) {
        let key = key(in: suite)
        let value = defaultValue
        if key.coding.isNil(value) { return }
        do throws(TSUDError) {
            suite.register(defaults: [key.key: try key.encode(value).object])
            Suites.shared.announceRegistered(key.key)
        } catch {
            report(error)
        }
    }
}
