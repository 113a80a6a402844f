/// Carries a value that counts as not `Sendable`, such as a `UserDefaults`, to where a test uses it.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
