/// Something that may be used by any thread, or is used by one at a time, and is not declared `Sendable`, such as a
/// `UserDefaults`.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
