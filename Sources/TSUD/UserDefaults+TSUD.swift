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
    public func register<each Setting: TSUD>(_ keys: repeat (each Setting).Type) {
        var defaults = RegisteredDefaults()
        for key in repeat each keys { defaults.add(key, in: self) }
        defaults.register()
    }

    /// Waits until this suite's changes are saved.
    ///
    /// You need this method only to know that changes are saved. On Linux, what keys write is saved in the background
    /// immediately, and again when the program ends. There, `flush()` waits up to ten seconds for another process that
    /// is saving; if there is nothing to save, it costs little and touches no file. Afterwards the changes are on disk,
    /// except those of plain `UserDefaults` calls, which `synchronize()` saves.
    ///
    /// On Apple systems `flush()` calls `synchronize()`: afterwards the system's daemon has the changes, and writes
    /// them to disk when it likes.
    ///
    /// - Throws: ``TSUDError/Code/notSaved`` if the changes can't be saved, on Linux with the path and the system's
    ///   error number. On Apple systems an app group without its entitlement is refused. The changes stay in memory,
    ///   and saving is tried again.
    public func flush() throws(TSUDError) {
        try SuiteRegistry.backend(of: self).flush()
    }
}

extension UserDefaults {
    /// The path of the suite's file, where it is known.
    package var filePath: String? { SuiteRegistry.backend(of: self).filePath }
}

/// Default values to register, in one call for each suite: each call makes Foundation merge its domains anew.
struct RegisteredDefaults {
    private var suites: [(suite: UserDefaults, objects: [String: Any])] = []

    /// Adds the default value of a key; reports to it if that can't be encoded.
    mutating func add<Setting: TSUD>(_: Setting.Type, in suite: UserDefaults) {
        let key = Setting.in(suite).key
        let value = Setting.defaultValue
        if key.coding.isNil(value) { return }
        do throws(TSUDError) {
            let object = try key.encode(value).foundationObject
            if let index = suites.firstIndex(where: { $0.suite === suite }) {
                suites[index].objects[key.key] = object
            } else {
                suites.append((suite, [key.key: object]))
            }
        } catch {
            Setting.report(error)
        }
    }

    func register() {
        for (suite, objects) in suites {
            let names = Set(objects.keys)
            // All suites have the registration domain in common.
            let backends = [SuiteRegistry.backend(of: suite)] + SuiteRegistry.shared.all
            var tables: Set<ObjectIdentifier> = []
            let before = backends.filter { tables.insert(ObjectIdentifier($0.observations)).inserted }
                .map { ($0, $0.objectsListenedTo(names)) }
            for (backend, _) in before { backend.observations.beginWrite(of: names) }
            suite.register(defaults: objects)
            for (backend, _) in before { backend.observations.endWrite() }
            for (backend, old) in before {
                let new = backend.objectsListenedTo(names)
                let changed = new.names.filter { !isSameObject(new.objects[$0], old.objects[$0]) }
                UpdateLock.shared.make(
                    Announcement(observations: backend.observations, names: changed, kind: .value)
                )
            }
        }
    }
}

extension Suite {
    /// Those of some names that somebody observes, and what the suite answers for them.
    fileprivate func objectsListenedTo(_ names: Set<String>) -> (names: [String], objects: [String: Any]) {
        let listened = Array(Set(observations.listening(to: Array(names)).flatMap(\.names)))
        var objects: [String: Any] = [:]
        for name in listened { objects[name] = object(forKey: name) }
        return (listened, objects)
    }
}
