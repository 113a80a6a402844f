public import Foundation

extension Collection where Element == any TSUD.Type {
    /// Registers the default value of each setting, for plain `UserDefaults` calls.
    ///
    /// ```swift
    /// enum Prefs {
    ///     static var all: [any TSUD.Type] {
    ///         [fontSize.self, hasWidgets.self, username.self]
    ///     }
    /// }
    ///
    /// Prefs.all.register()
    /// ```
    ///
    /// It does for a list what ``Foundation/UserDefaults/register(_:)`` does for single keys.
    ///
    /// - Parameter suite: the suite of all settings; `nil` for each setting's own, or the suite of an enclosing
    ///   `withEphemeralSettings`.
    public func register(in suite: UserDefaults? = nil) {
        var defaults = RegisteredDefaults()
        for key in self { defaults.add(key, in: suite ?? key.currentSuite) }
        defaults.register()
    }

    /// Removes what is stored for each setting and its members, under its key and its former keys.
    ///
    /// - Parameter suite: the suite of all settings; `nil` for each setting's own, or the suite of an enclosing
    ///   `withEphemeralSettings`.
    public func reset(in suite: UserDefaults? = nil) {
        var names = StoredNames()
        var changes: [KeyChange] = []
        for key in self { changes += key.resets(in: suite ?? key.currentSuite, &names) }
        changes.apply()
    }

    /// The settings that were used in this process, in the suites of the list, and that the list lacks.
    ///
    /// ```swift
    /// let settings: [any TSUD.Type] = [fontSize.self, username.self]
    /// let missing = settings.unlisted()
    /// assert(missing.isEmpty, "The list lacks \(missing)")
    /// ```
    ///
    /// A test calls it after the program's code has run. Keys of this library are left out, and so are specializations
    /// of a key in a generic type, which are one setting.
    ///
    /// - Parameter suite: the suite to look at; `nil` for each setting's own, or the suite of an enclosing
    ///   `withEphemeralSettings`.
    /// - Returns: the key types, sorted by their names.
    public func unlisted(in suite: UserDefaults? = nil) -> [any TSUD.Type] {
        let settings = Array(self)
        let listed = Set(settings.map { declarationName(of: $0) })
        var used: [any TSUD.Type] = []
        /// Where each type is in `used`, by its name, and in full where several have that.
        var indices: [String: Int] = [:]
        for suite in suite.map({ [$0] }) ?? settings.map({ $0.currentSuite }) {
            for type in SuiteRegistry.backend(of: suite).observations.usedTypes where !(type is any LibraryKey.Type) {
                let declaration = declarationName(of: type)
                if listed.contains(declaration) { continue }
                indices["\(keyName(of: type)) \(declaration)"] = used.count
                used.append(type)
            }
        }
        return Array(indices.keys).sorted().compactMap { indices[$0].map { used[$0] } }
    }

    /// The stored settings as a property list, for ``restore(from:in:keepingAbsent:skippingInvalid:)`` or
    /// `defaults import`.
    ///
    /// It is a dictionary in XML, or in the binary format if XML would lose something: a fraction of a second in a
    /// date, the sign of a zero, a control character. Each object is under the setting's ``TSUD/TSUD/stringKey``, even
    /// if it is stored under a former key or unreadable; so are the objects of its members. A setting that is not
    /// stored is not included; in a named suite on Apple systems the limits of ``TSUD/TSUD/isSet`` apply. Export
    /// settings with the same name in different suites as separate lists.
    ///
    /// - Parameter suite: the suite of all settings; `nil` for each setting's own, or the suite of an enclosing
    ///   `withEphemeralSettings`.
    /// - Returns: the data of the property list.
    /// - Throws: ``TSUDError/Code/unencodable`` if a stored object nests too deep for a property list.
    public func exported(in suite: UserDefaults? = nil) throws(TSUDError) -> Data {
        var objects: [String: Any] = [:]
        var names = StoredNames()
        for key in self {
            for (name, object) in key.exportedObjects(in: suite ?? key.currentSuite, &names) { objects[name] = object }
        }
        return try ExportedSettings.data(of: objects)
    }

    /// Restores exported settings, all or none.
    ///
    /// ```swift
    /// let settings: [any TSUD.Type] = [fontSize.self, username.self]
    /// let exported = try settings.exported()
    /// fontSize.value = 20
    /// let restored = try settings.restore(from: exported)
    /// print(restored.stored, restored.reset)
    /// ```
    ///
    /// Every value is read and validated before the first one is stored. What is under a former key is restored under
    /// the current one. A setting or member that is not in the data is reset, also one that was left out because of the
    /// limits of ``TSUD/TSUD/isSet``; with `keepingAbsent` it stays as it is. One that is already stored with the same
    /// object is not written. All is stored at once, on Linux by one replacement of each suite's file, all of which are
    /// written before the first takes its place. Observers are notified after that. Other threads and processes can write
    /// meanwhile.
    ///
    /// An exported suite may contain values that can't be read, since exporting takes what is stored as it is. Restoring
    /// refuses them; with `skippingInvalid` it restores the others.
    ///
    /// - Parameters:
    ///   - data: a property list in XML or in the binary format.
    ///   - suite: the suite of all settings; `nil` for each setting's own, or the suite of an enclosing
    ///     `withEphemeralSettings`.
    ///   - keepingAbsent: whether settings and members that are not in the data stay as they are. Otherwise they are
    ///     reset.
    ///   - skippingInvalid: whether a wrong value is skipped, which leaves its setting or member as it is. Otherwise
    ///     nothing is restored.
    /// - Returns: what was stored, reset, skipped and ignored, by name.
    /// - Throws: ``TSUDError/Code/unreadable`` if the data is not a property list, or holds something, but none of the
    ///   settings. For a wrong value, the errors of ``TSUD/TSUD/storedValue()`` and ``TSUD/TSUD/store(_:)``;
    ///   several are combined into one error, with a sentence for each. On Linux ``TSUDError/Code/notSaved`` and
    ///   ``TSUDError/Code/busy``, as for ``updateSettings(_:)``. Nothing is stored then.
    @discardableResult
    public func restore(
        from data: Data,
        in suite: UserDefaults? = nil,
        keepingAbsent: Bool = false,
        skippingInvalid: Bool = false
    ) throws(TSUDError) -> TSUDRestoration {
        let objects = try ExportedSettings.objects(in: data)
        var restored = RestoredSettings(objects, of: Set(map { $0.stringKey }), keepingAbsent: keepingAbsent)
        for key in self { restored.add(key, in: suite ?? key.currentSuite) }
        let unknown = restored.unknown
        if !objects.isEmpty, unknown.count == objects.count { throw ExportedSettings.foreign(unknown) }
        if !skippingInvalid, let error = TSUDError(restored.errors) { throw error }
        try restored.changes.applyOrThrow()
        return TSUDRestoration(
            stored: restored.stored.sorted(),
            reset: restored.reset.sorted(),
            skipped: restored.skipped.sorted(),
            unknown: unknown.sorted()
        )
    }
}

/// What a restored list of settings has changed, by the names that its settings and members are stored under.
///
/// Each list is sorted.
public struct TSUDRestoration: Hashable, Sendable {
    /// The names that are stored as they were in the data; some may have been before.
    public let stored: [String]
    /// The names that were not in the data and had something stored, which is removed.
    public let reset: [String]
    /// The names whose value in the data is unreadable or invalid; what is stored for them stays.
    public let skipped: [String]
    /// The names in the data that belong to no setting of the list; they are ignored.
    public let unknown: [String]
}
