#if SwiftUI && canImport(SwiftUI)
public import SwiftUI

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
    public var binding: Binding<Key.ValueType> {
        makeBinding(Unchecked((get: { value }, set: { value = $0 })))
    }
}

extension TSUDHandle where Key.ValueType: Sendable {
    /// A binding to the setting or member.
    @_documentation(visibility: internal)
    public var binding: Binding<Key.ValueType> {
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
