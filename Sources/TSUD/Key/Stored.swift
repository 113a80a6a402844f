public import Foundation

/// A property that is a setting: reading it reads the key's value, writing it stores one.
///
/// A class of such properties gives the style of a settings object:
///
/// ```swift
/// final class EditorSettings {
///     @Stored(TSUDKeys.fontSize.self) var fontSize
///     @Stored(TSUDKeys.username.self, in: shared) var username
/// }
/// ```
///
/// In a SwiftUI view it makes the view follow the setting, and `$fontSize` is a binding to it. Reading and writing cost
/// what the key's `value` does, and fail as it does.
@propertyWrapper
public struct Stored<Key: TSUD> {
    /// `nil` for the key's own suite, whichever that is at each access.
    private let suite: UserDefaults?

    /// A property that is the setting of a key, in the key's own suite or another.
    public init(_ key: Key.Type, in suite: UserDefaults? = nil) {
        self.suite = suite
    }

    /// The setting's value.
    public var wrappedValue: Key.ValueType {
        get { Key.get(suite ?? Key.currentSuite) }
        nonmutating set { Key.set(newValue, suite ?? Key.currentSuite) }
    }
}
