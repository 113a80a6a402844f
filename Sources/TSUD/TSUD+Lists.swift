public import Foundation

extension Collection where Element == any TSUD.Type {
    /// Puts the default value of each setting into the registration domain, where plain `UserDefaults` calls find it.
    ///
    /// ```swift
    /// enum Settings {
    ///     static var all: [any TSUD.Type] { [fontSize.self, hasWidgets.self, username.self] }
    /// }
    ///
    /// Settings.all.register()
    /// ```
    ///
    /// It does for a list what ``Foundation/UserDefaults/register(_:)`` does for keys that are named one by one.
    ///
    /// - Parameter suite: the suite of all of them; `nil` for the own suite of each, or that of an enclosing
    ///   `withEphemeralSuite`.
    public func register(in suite: UserDefaults? = nil) {
        for key in self { key.registerDefault(in: suite ?? key.currentSuite) }
    }

    /// Removes what is stored for each setting, under its key and its former keys.
    ///
    /// - Parameter suite: the suite of all of them; `nil` for the own suite of each, or that of an enclosing
    ///   `withEphemeralSuite`.
    public func reset(in suite: UserDefaults? = nil) {
        for key in self { key.reset(in: suite ?? key.currentSuite) }
    }

    /// What is stored for the settings, as a property list that ``restore(from:in:)`` and `defaults import` take.
    ///
    /// It is a dictionary in XML, or in the binary format where XML would lose something: a fraction of a second in a
    /// date, the sign of a zero, a control character. Each object is under its setting's ``TSUD/TSUD/stringKey``, one
    /// from a former key too, readable or not. A setting that is not stored is not in it. Two settings of one name in
    /// two suites need two lists.
    ///
    /// - Parameter suite: the suite of all of them; `nil` for the own suite of each, or that of an enclosing
    ///   `withEphemeralSuite`.
    /// - Returns: the data of the property list.
    /// - Throws: ``TSUDError/Code/unencodable`` when a stored object nests too deep for a property list.
    public func exported(in suite: UserDefaults? = nil) throws(TSUDError) -> Data {
        var objects: [String: Any] = [:]
        for key in self { objects[key.stringKey] = key.exportedObject(in: suite ?? key.currentSuite) }
        return try ExportedSettings.data(of: objects)
    }

    /// Stores the settings that were exported, all or none.
    ///
    /// ```swift
    /// let settings: [any TSUD.Type] = [fontSize.self, username.self]
    /// let exported = try settings.exported()
    /// settings.reset()
    /// try settings.restore(from: exported)
    /// ```
    ///
    /// Every value is read and validated before the first one is stored. A setting that is not in the data is reset, and
    /// one that is stored already as the data says is not written. Observers hear of the changes once all are made.
    /// Nothing keeps another thread or process from writing meanwhile.
    ///
    /// - Parameters:
    ///   - data: a property list in XML or in the binary format.
    ///   - suite: the suite of all of them; `nil` for the own suite of each, or that of an enclosing
    ///     `withEphemeralSuite`.
    /// - Returns: the names in the data that belong to no setting of the list, sorted. Nothing is done about them.
    /// - Throws: ``TSUDError/Code/unreadable`` when the data is no property list of settings. What
    ///   ``TSUD/TSUD/storedValue(in:)`` and ``TSUD/TSUD/store(_:in:)`` throw when a value is wrong; if several are, one
    ///   error whose description has a sentence for each. Nothing is stored then.
    @discardableResult
    public func restore(from data: Data, in suite: UserDefaults? = nil) throws(TSUDError) -> [String] {
        var objects = try ExportedSettings.objects(in: data)
        var changes: [Restoration] = []
        var errors: [TSUDError] = []
        var names: Set<String> = []
        for key in self {
            do throws(TSUDError) {
                changes.append(try key.restoration(of: objects[key.stringKey], in: suite ?? key.currentSuite))
            } catch {
                errors.append(error)
            }
            names.insert(key.stringKey)
        }
        if let error = TSUDError(errors) { throw error }
        for change in changes { change.store() }
        for change in changes { change.announce() }
        for name in names { objects[name] = nil }
        return objects.keys.sorted()
    }
}
