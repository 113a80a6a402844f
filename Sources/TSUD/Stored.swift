#if SwiftUI && canImport(SwiftUI)
public import SwiftUI
#endif

/// A property that reads and writes a setting.
///
/// A structure of such properties is a settings object, which has no values itself:
///
/// ```swift
/// enum Keys {
///     enum fontSize: TSUD { static let defaultValue = 12.0 }
///     enum username: TSUD { static let defaultValue: String? = nil }
/// }
///
/// struct EditorSettings {
///     @Stored(Keys.fontSize.self) var fontSize
///     @Stored(Keys.username.in(shared)) var username
/// }
/// ```
///
/// SwiftUI updates a view when the setting changes, and `$fontSize` is a binding to it. Reading and writing work like the
/// setting's ``TSUD/TSUD/value``.
///
/// - Important: A property can't have the same unqualified name as its setting: `@Stored(fontSize.self) var fontSize` is a
///   circular reference. Nest the settings in an enumeration, as above.
@propertyWrapper
public struct Stored<Setting: TSUD> {
    /// The handle that the property reads and writes, as in `_fontSize.handle.reset()`.
    public let handle: TSUDHandle<Setting>
    /// Whether the property may return the cached value.
    private let isSendable: Bool

    /// Creates a property for a setting in its own suite, or in the ephemeral suite that replaces it.
    ///
    /// - Parameter setting: The setting.
    public init(_ setting: Setting.Type) { self.init(setting.handle) }

    /// Creates a property for a handle, as in `@Stored(fontSize.in(shared)) var size`.
    ///
    /// - Parameter handle: A setting in a given suite, or one of its members.
    public init(_ handle: TSUDHandle<Setting>) { self.init(handle, isSendable: false) }

    fileprivate init(_ handle: TSUDHandle<Setting>, isSendable: Bool) {
        self.handle = handle
        self.isSendable = isSendable
    }

    /// The value of the setting or member.
    public var wrappedValue: Setting.ValueType {
        get { isSendable ? handle.key.cachedValue : handle.value }
        nonmutating set { handle.value = newValue }
    }
    // In the structure's own body, because the compiler does not find `$fontSize` in an extension in another file.
    #if SwiftUI && canImport(SwiftUI)
    /// A binding to the setting, as in `Slider(value: $fontSize)`.
    ///
    /// It requires the package's trait `SwiftUI`, which is on by default.
    public var projectedValue: Binding<Setting.ValueType> {
        makeBinding(Unchecked((get: { wrappedValue }, set: { wrappedValue = $0 })))
    }
    #endif
}

extension Stored where Setting.ValueType: Sendable {
    /// Creates a property for a setting.
    @_documentation(visibility: internal)
    public init(_ setting: Setting.Type) { self.init(setting.handle) }

    /// Creates a property for a handle.
    @_documentation(visibility: internal)
    public init(_ handle: TSUDHandle<Setting>) { self.init(handle, isSendable: true) }
}

extension Stored: Equatable {
    /// Returns whether two properties have equal handles, whatever their values are.
    ///
    /// A structure with `@Stored` properties can therefore be `Equatable`, as the state of a feature in TCA.
    ///
    /// - Parameters:
    ///   - one: A property.
    ///   - other: Another property.
    /// - Returns: Whether the handles are equal.
    public static func == (one: Self, other: Self) -> Bool { one.handle == other.handle }
}

// A setting that is isolated to an actor keeps its properties there.
extension Stored: Sendable where Setting: SendableMetatype {}

#if SwiftUI && canImport(SwiftUI)
extension TSUD {
    /// A binding to the setting, as in `Toggle("Widgets", isOn: hasWidgets.binding)`.
    ///
    /// It works like ``value``, and requires the package's trait `SwiftUI`, which is on by default.
    public static var binding: Binding<ValueType> { handle.binding }
}

extension TSUD where ValueType: Sendable {
    /// A binding to the setting.
    @_documentation(visibility: internal)
    public static var binding: Binding<ValueType> { handle.binding }
}

extension TSUDHandle {
    /// A binding to the setting or member, as in `Slider(value: zoom.of("report.pdf").binding)`.
    ///
    /// It works like ``value``, and requires the package's trait `SwiftUI`, which is on by default.
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

/// A binding requires `Sendable` closures, and calls them in the view's isolation.
func makeBinding<Value>(_ accessor: Unchecked<(get: () -> Value, set: (Value) -> Void)>) -> Binding<Value> {
    Binding(
        get: { accessor.value.get() },
        // The transaction has the animation of `$fontSize.animation()`.
        set: { value, transaction in withTransaction(transaction) { accessor.value.set(value) } }
    )
}
#endif
