public import Foundation

extension Collection where Element == any TSUD.Type {
    /// Registers the default value of each setting, for direct `UserDefaults` calls.
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
    /// This method works like ``Foundation/UserDefaults/register(_:)``.
    ///
    /// - Parameter suite: The suite of all settings. `nil` stands for each setting's own suite, or for the ephemeral
    ///   suite that replaces it.
    public func register(in suite: UserDefaults? = nil) {
        var defaults = RegisteredDefaults()
        for handle in handles(in: suite) { defaults.add(handle) }
        defaults.register()
    }

    /// Removes the values of all settings and their members, under their keys and former keys.
    ///
    /// The members are those of ``TSUD/TSUD/members()``.
    ///
    /// - Parameter suite: The suite of all settings. `nil` stands for each setting's own suite, or for the ephemeral
    ///   suite that replaces it.
    public func reset(in suite: UserDefaults? = nil) {
        var names = StoredNames()
        var changes = Changes()
        for handle in handles(in: suite) { handle.addResets(to: &changes, &names) }
        changes.apply()
    }

    /// Returns a property list of the stored objects by key, for `restore` or `defaults import`.
    ///
    /// The property list is a dictionary in XML, or binary if XML would lose data: a fraction of a second, the sign of
    /// a zero, a control character. It has each object under the setting's ``TSUD/TSUD/stringKey``, even if it is
    /// stored under a former key or unreadable. It includes the members of ``TSUD/TSUD/members()``, but no setting
    /// without a stored value. On Apple systems, the limits of ``TSUD/TSUD/isSet`` apply. Export settings of one name
    /// in different suites as separate lists.
    ///
    /// - Parameter suite: The suite of all settings. `nil` stands for each setting's own suite, or for the ephemeral
    ///   suite that replaces it.
    /// - Returns: The data of the property list.
    /// - Throws: ``TSUDError/Code/unencodable`` if a stored object is nested too deeply for a property list.
    public func exported(in suite: UserDefaults? = nil) throws(TSUDError) -> Data {
        try exportedData(of: handles(in: suite))
    }

    /// Restores all exported settings, or none.
    ///
    /// ```swift
    /// let settings: [any TSUD.Type] = [fontSize.self, username.self]
    /// let exported = try settings.exported()
    /// fontSize.value = 20
    /// let restored = try settings.restore(from: exported)
    /// print(restored.stored, restored.reset)
    /// ```
    ///
    /// TSUD reads and validates every value before it stores the first one, and lists all failures in one error. It
    /// restores an object of a former key under the current one. It doesn't write a setting that already has the same
    /// object. On Linux, it replaces each suite's file once. It notifies observers at the end.
    ///
    /// Exported settings may contain values that can't be read. If `skippingInvalid` is `true`, TSUD restores the
    /// others.
    ///
    /// - Parameters:
    ///   - data: A property list in XML or in the binary format, or JSON: an object of names and values. The name of a
    ///     member is as in "zoom/report.pdf".
    ///   - suite: The suite of all settings. `nil` stands for each setting's own suite, or for the ephemeral suite that
    ///     replaces it.
    ///   - keepingAbsent: Whether settings and members that are absent from the data stay. Otherwise, TSUD resets them.
    ///   - skippingInvalid: Whether an unreadable or invalid value leaves its setting as it is. Otherwise, TSUD
    ///     restores nothing.
    /// - Returns: The names that TSUD has stored, reset, skipped, and ignored.
    /// - Throws: ``TSUDError/Code/unreadable`` if the data is neither a property list nor JSON, or has entries, but
    ///   none of these settings. ``TSUDError/Code/duplicateKey`` if two settings have the same key in different suites.
    ///   If a value is unreadable or invalid, the errors of ``TSUD/TSUD/storedValue()`` and ``TSUD/TSUD/store(_:)``, as
    ///   one error. On Linux also the errors of ``updateSettings(_:)``. TSUD then stores nothing.
    @discardableResult
    public func restore(
        from data: Data,
        in suite: UserDefaults? = nil,
        keepingAbsent: Bool = false,
        skippingInvalid: Bool = false
    ) throws(TSUDError) -> TSUDRestoration {
        if suite == nil { try checkKeys() }
        let handles = handles(in: suite)
        let exported = try ExportedObjects(data, of: handles)
        let restored = RestoredSettings(exported, to: handles, keepingAbsent: keepingAbsent)
        return try restored.apply(skippingInvalid: skippingInvalid)
    }
}

/// The sorted names that a call of `restore` has stored, reset, skipped, or ignored.
public struct TSUDRestoration: Hashable, Sendable {
    /// The names that now have the data's object, even if they had it before.
    public let stored: [String]
    /// The names that had a stored value, but are absent from the data.
    public let reset: [String]
    /// The names whose value in the data is unreadable or invalid, and whose stored value stays.
    public let skipped: [String]
    /// The names in the data that belong to no setting of the list.
    public let unknown: [String]
    /// The names of secrets whose value the data masks, and whose stored value stays.
    package let masked: [String]
}

/// Returns whether a setting is the one in a pattern, for a `switch` over the settings of a list.
///
/// ```swift
/// let settings: [any TSUD.Type] = [fontSize.self, hasWidgets.self]
/// for await setting in settings.changes() {
///     switch setting {
///     case fontSize.self: print("The size is \(fontSize.value).")
///     default: print("\(setting.stringKey) has changed.")
///     }
/// }
/// ```
///
/// - Parameters:
///   - pattern: A setting.
///   - setting: A setting of a list.
/// - Returns: Whether both are the same type.
public func ~= <Setting: TSUD>(pattern: Setting.Type, setting: any TSUD.Type) -> Bool { setting == pattern }
