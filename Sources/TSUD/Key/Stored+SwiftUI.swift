#if canImport(SwiftUI)
import Foundation
public import SwiftUI

extension Stored {
    /// A binding to the setting, for controls: `Slider(value: $fontSize)`.
    public var projectedValue: Binding<Key.ValueType> {
        let property = self
        return binding(Accessor(get: { property.wrappedValue }, set: { property.wrappedValue = $0 }))
    }
}

/// What a binding may capture: it takes only what is `Sendable`, and calls it where the view is.
private struct Accessor<Value>: @unchecked Sendable {
    let get: () -> Value
    let set: (Value) -> Void
}

private func binding<Value>(_ accessor: Accessor<Value>) -> Binding<Value> {
    Binding(get: { accessor.get() }, set: { accessor.set($0) })
}
#endif
