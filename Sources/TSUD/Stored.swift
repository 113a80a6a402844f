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
///     @Stored(Keys.username.in(shared)) var username
/// }
/// ```
///
/// A SwiftUI view is updated when the setting changes, and `$fontSize` is a binding to it. Reading and writing cost as
/// much as with the key's `value`, and errors are handled in the same way.
///
/// - Important: A property can't have the same unqualified name as its key: `@Stored(fontSize.self) var fontSize` is a
///   circular reference. Nest the keys in an enumeration, as above.
@propertyWrapper
public struct Stored<Setting: TSUD> {
    /// The setting that the property is backed by, as in `_fontSize.handle.reset()`.
    public let handle: TSUDHandle<Setting>
    /// Whether what was decoded last may be returned again.
    private let isSendable: Bool

    /// Creates a property backed by a key, in the key's own suite, which `withEphemeralSettings` replaces.
    ///
    /// - Parameter key: the key.
    public init(_ key: Setting.Type) { self.init(key.handle) }

    /// Creates a property backed by a handle, as in `@Stored(fontSize.in(shared)) var size`.
    ///
    /// - Parameter handle: a setting in a certain suite, or of one document, account or window.
    public init(_ handle: TSUDHandle<Setting>) { self.init(handle, isSendable: false) }

    fileprivate init(_ handle: TSUDHandle<Setting>, isSendable: Bool) {
        self.handle = handle
        self.isSendable = isSendable
    }

    /// The setting's value, read and written like the key's `value`.
    public var wrappedValue: Setting.ValueType {
        get { isSendable ? handle.key.sendableValue : handle.value }
        nonmutating set { handle.value = newValue }
    }
    // In the structure's own body, because the compiler does not find `$fontSize` in an extension in another file.
    #if SwiftUI && canImport(SwiftUI)
    /// A binding to the setting, for controls: `Slider(value: $fontSize)`.
    ///
    /// It needs the package's trait `SwiftUI`, which is on by default.
    public var projectedValue: Binding<Setting.ValueType> {
        makeBinding(Unchecked((get: { wrappedValue }, set: { wrappedValue = $0 })))
    }
    #endif
}

extension Stored where Setting.ValueType: Sendable {
    /// Creates a property backed by a key.
    @_documentation(visibility: internal)
    public init(_ key: Setting.Type) { self.init(key.handle) }

    /// Creates a property backed by a handle.
    @_documentation(visibility: internal)
    public init(_ handle: TSUDHandle<Setting>) { self.init(handle, isSendable: true) }
}

// A key type that is isolated to an actor keeps its properties there.
extension Stored: Sendable where Setting: SendableMetatype {}

#if SwiftUI && canImport(SwiftUI)
extension TSUD {
    /// A binding to the setting, for controls: `Toggle("Widgets", isOn: hasWidgets.binding)`.
    ///
    /// It reads and writes like ``value``, and needs the package's trait `SwiftUI`, which is on by default.
    public static var binding: Binding<ValueType> { handle.binding }
}

extension TSUD where ValueType: Sendable {
    /// A binding to the setting.
    @_documentation(visibility: internal)
    public static var binding: Binding<ValueType> { handle.binding }
}

extension TSUDHandle {
    /// A binding to the setting or member, for controls: `Slider(value: zoom.of("report.pdf").binding)`.
    ///
    /// It reads and writes like ``value``, and needs the package's trait `SwiftUI`, which is on by default.
    public var binding: Binding<Setting.ValueType> {
        makeBinding(Unchecked((get: { value }, set: { value = $0 })))
    }
}

extension TSUDHandle where Setting.ValueType: Sendable {
    /// A binding to the setting or member.
    @_documentation(visibility: internal)
    public var binding: Binding<Setting.ValueType> {
        makeBinding(Unchecked((get: { value }, set: { value = $0 })))
    }
}

/// A binding requires `Sendable`, and calls its closures where the view is.
func makeBinding<Value>(_ accessor: Unchecked<(get: () -> Value, set: (Value) -> Void)>) -> Binding<Value> {
    Binding(
        get: { accessor.value.get() },
        // The transaction has the animation of `$fontSize.animation()`.
        set: { value, transaction in withTransaction(transaction) { accessor.value.set(value) } }
    )
}
#endif
