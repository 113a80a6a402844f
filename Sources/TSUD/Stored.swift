public import Foundation

#if SwiftUI && canImport(SwiftUI)
public import SwiftUI
#endif

/// A property backed by a key: reading the property reads the setting, and writing it stores a value.
///
/// A class of such properties is a settings object:
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
/// A SwiftUI view is updated when the setting changes, and `$fontSize` is a binding to it. Reading and writing cost as
/// much as with the key's `value`, and errors are handled in the same way.
///
/// - Important: A property can't have the same unqualified name as its key: `@Stored(fontSize.self) var fontSize` is a
///   circular reference. Nest the keys in an enumeration, as above.
@propertyWrapper
public struct Stored<Key: TSUD> {
    /// `nil` for the key's own suite, which is looked up at each access.
    private let suite: UserDefaults?
    /// `nil` for the setting itself.
    private let member: TSUDMember<Key>?

    /// Creates a property backed by a key, in the key's own suite or another.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - suite: the suite; `nil` for the key's own, which `withEphemeralSuite` replaces.
    public init(_ key: Key.Type, in suite: UserDefaults? = nil) {
        self.suite = suite
        member = nil
    }

    /// Creates a property backed by a member of a setting, as in `@Stored(zoom.of("report.pdf")) var zoom`.
    ///
    /// - Parameter member: the member.
    public init(_ member: TSUDMember<Key>) {
        suite = nil
        self.member = member
    }

    /// The setting's value, read and written like the key's `value`.
    public var wrappedValue: Key.ValueType {
        get {
            if let member { return member.value }
            return Key.get(suite ?? Key.currentSuite)
        }
        nonmutating set {
            if let member {
                member.value = newValue
                return
            }
            Key.set(newValue, suite ?? Key.currentSuite)
        }
    }
    // In the structure's own body, because the compiler does not find `$fontSize` in an extension in another file.
    #if SwiftUI && canImport(SwiftUI)
    /// A binding to the setting, for controls: `Slider(value: $fontSize)`.
    ///
    /// It needs the package's trait `SwiftUI`, which is on by default.
    public var projectedValue: Binding<Key.ValueType> {
        let property = self
        return binding(Accessor(get: { property.wrappedValue }, set: { property.wrappedValue = $0 }))
    }
    #endif
}

#if SwiftUI && canImport(SwiftUI)
/// A getter and a setter that a binding can capture: it requires `Sendable`, and calls them where the view is.
private struct Accessor<Value>: @unchecked Sendable {
    let get: () -> Value
    let set: (Value) -> Void
}

private func binding<Value>(_ accessor: Accessor<Value>) -> Binding<Value> {
    Binding(
        get: { accessor.get() },
        // The transaction has the animation of `$fontSize.animation()`.
        set: { value, transaction in withTransaction(transaction) { accessor.set(value) } }
    )
}
#endif
