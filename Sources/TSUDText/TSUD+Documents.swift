public import Foundation
public import TSUD

extension Collection where Element == any TSUD.Type {
    /// Returns a property list of the stored objects by key, for `restore` or `defaults import`.
    ///
    /// The property list is a dictionary in XML, or binary if XML would lose data: a fraction of a second, the sign of
    /// a zero, a control character. It has each object under the setting's `stringKey`, even if it is
    /// stored under a former key or unreadable. It includes the members of `members()`, but no setting
    /// without a stored value. On Apple systems, the limits of `isSet` apply. Export settings of one name
    /// in different suites as separate lists.
    ///
    /// - Parameter suite: The suite of all settings. `nil` stands for each setting's own suite, or for the ephemeral
    ///   suite that replaces it.
    /// - Returns: The data of the property list.
    /// - Throws: `TSUDError.Code.unencodable` if a stored object is nested too deeply for a property list.
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
    /// - Throws: `TSUDError.Code.unreadable` if the data is neither a property list nor JSON, or has entries, but
    ///   none of these settings. `TSUDError.Code.duplicateKey` if two settings have the same key in different suites.
    ///   If a value is unreadable or invalid, the errors of `storedValue()` and `store(_:)`, as
    ///   one error. On Linux also the errors of `updateSettings(_:)`. TSUD then stores nothing.
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
