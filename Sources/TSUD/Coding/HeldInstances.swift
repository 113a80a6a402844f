import Foundation

/// Whether a value may hold an instance of a class, a closure, or a pointer: one that its mirror shows, or that it may hide.
func mayHoldInstance(_ value: Any) -> Bool {
    switch value {
    case is any PropertyListNative, is URL, is UUID, is Character: return false
    case let entries as [AnyHashable: Any]:
        return entries.contains { mayHoldInstance($0.key.base) || mayHoldInstance($0.value) }
    case is any ElementContainer: break
    case is any CustomReflectable: return true
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .tuple:
        // A type of another language has a mirror without properties.
        if mirror.children.isEmpty { return !_openExistential(value, do: isTrivial) }
    case .enum, .optional, .collection, .set: break
    default: return true
    }
    return mirror.children.contains { mayHoldInstance($0.value) }
}

/// Whether a value has no references.
private func isTrivial<Value>(_ value: Value) -> Bool { _isPOD(Value.self) }
