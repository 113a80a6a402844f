public import Foundation

#if canImport(SwiftUI)
public import SwiftUI
#endif

/// A property that is a setting: reading it reads the key's value, writing it stores one.
///
/// A class of such properties gives the style of a settings object:
///
/// ```swift
/// enum Keys {
///     enum fontSize: TSUD { static let defaultValue = 12.0 }
///     enum username: TSUD { static let defaultValue: String? = nil }
/// }
///
/// final class EditorSettings {
///     @Stored(Keys.fontSize.self) var fontSize
///     @Stored(Keys.username.self, in: shared) var username
/// }
/// ```
///
/// In a SwiftUI view it makes the view follow the setting, and `$fontSize` is a binding to it. Reading and writing cost
/// what the key's `value` does, and fail as it does.
///
/// - Important: A property can't have the same unqualified name as its key: in `@Stored(fontSize.self) var fontSize`
///   the compiler takes the one for the other. Nest the keys in an enumeration, as above.
@propertyWrapper
public struct Stored<Key: TSUD> {
    /// `nil` for the key's own suite, whichever that is at each access.
    private let suite: UserDefaults?

    /// A property that is the setting of a key, in the key's own suite or another.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - suite: the suite; `nil` for the key's own, which `withEphemeralSuite` redirects.
    public init(_ key: Key.Type, in suite: UserDefaults? = nil) {
        self.suite = suite
    }

    /// The setting's value; read and written as the key's `value` is.
    public var wrappedValue: Key.ValueType {
        get { Key.get(suite ?? Key.currentSuite) }
        nonmutating set { Key.set(newValue, suite ?? Key.currentSuite) }
    }
    // In the structure's own body: an extension in another file is not enough for `$fontSize` to be found.
    #if canImport(SwiftUI)
    /// A binding to the setting, for controls: `Slider(value: $fontSize)`.
    public var projectedValue: Binding<Key.ValueType> {
        let property = self
        return binding(Accessor(get: { property.wrappedValue }, set: { property.wrappedValue = $0 }))
    }
    #endif
}

#if canImport(SwiftUI)
/// What a binding may capture: it takes only what is `Sendable`, and calls it where the view is.
private struct Accessor<Value>: @unchecked Sendable {
    let get: () -> Value
    let set: (Value) -> Void
}

private func binding<Value>(_ accessor: Accessor<Value>) -> Binding<Value> {
    Binding(get: { accessor.get() }, set: { accessor.set($0) })
}
#endif
