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
