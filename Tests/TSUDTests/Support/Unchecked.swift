import TestSupport
import Testing

/// Makes a value `Sendable` that is not declared so, such as a `UserDefaults`.
struct Unchecked<Value>: CustomTestStringConvertible, @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    var testDescription: String { "\(value)".shortened }
}
