import Foundation
package import Testing

/// A text that is the same for two values only if they are indistinguishable.
///
/// 1, 1.0 and `true` differ, as do 0.0 and -0.0, and the composed and decomposed forms of an accented letter. All NaNs
/// are the same. This function is for values. For stored objects, whose classes differ between systems, there is
/// another function.
package func fingerprint(of value: Any) -> String {
    // The dynamic type decides, because a cast alone would convert a number to a boolean.
    if type(of: value) is any Scalar.Type, let scalar = value as? any Scalar { return scalar.fingerprint }
    if let array = value as? [Any] { return "[" + array.map(fingerprint).joined(separator: ", ") + "]" }
    if let dictionary = value as? [String: Any] {
        let entries = dictionary.map { fingerprint(of: $0.key) + ": " + fingerprint(of: $0.value) }
        return "{" + entries.sorted().joined(separator: ", ") + "}"
    }
    let mirror = Mirror(reflecting: value)
    let children = mirror.children.map { "\($0.label ?? ""): \(fingerprint(of: $0.value))" }
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { "some(\(fingerprint(of: $0.value)))" } ?? "nil"
    case .set, .dictionary: return "\(type(of: value)){" + children.sorted().joined(separator: ", ") + "}"
    default:
        return "\(type(of: value))(" + (children.isEmpty ? "\(value)" : children.joined(separator: ", ")) + ")"
    }
}

/// The fingerprint of a stored object, which may be a Swift value or a Foundation object.
///
/// The casts unwrap the optionals that Foundation on Linux wraps around elements.
package func objectFingerprint(of object: Any) -> String {
    switch object {
    case let string as String: return string.fingerprint
    case let date as Date: return date.fingerprint
    case let data as Data: return data.fingerprint
    // Before the numbers, because on Linux casting a container to an object bridges all of it.
    case let array as [Any]: return "[" + array.map(objectFingerprint).joined(separator: ", ") + "]"
    case let dictionary as [String: Any]:
        let entries = dictionary.map { $0.key.fingerprint + ": " + objectFingerprint(of: $0.value) }
        return "{" + entries.sorted().joined(separator: ", ") + "}"
    case let number as NSNumber: return numberFingerprint(number)
    default: return fingerprint(of: object)
    }
}

/// A number with the type that it was stored as; on Apple systems a cast would convert it to any other.
private func numberFingerprint(_ number: NSNumber) -> String {
    // The booleans are two singletons, which no other number is identical to.
    if number === NSNumber(value: true) { return "Bool(true)" }
    if number === NSNumber(value: false) { return "Bool(false)" }
    switch String(cString: number.objCType) {
    case "d": return number.doubleValue.fingerprint
    #if canImport(Darwin)
    // On Apple systems the daemon may return a Float as a Double.
    case "f": return number.doubleValue.fingerprint
    #else
    case "f": return number.floatValue.fingerprint
    #endif
    default: return Int(exactly: number).map { "Int(\($0))" } ?? "UInt64(\(number.uint64Value))"
    }
}

/// A value with its own fingerprint.
private protocol Scalar { var fingerprint: String { get } }

extension Bool: Scalar { fileprivate var fingerprint: String { "Bool(\(self))" } }
extension Int: Scalar { fileprivate var fingerprint: String { "Int(\(self))" } }
extension UInt64: Scalar { fileprivate var fingerprint: String { "UInt64(\(self))" } }
extension Double: Scalar { fileprivate var fingerprint: String { isNaN ? "nan" : "Double(\(self))" } }
extension Float: Scalar { fileprivate var fingerprint: String { isNaN ? "nan" : "Float(\(self))" } }
extension Date: Scalar { fileprivate var fingerprint: String { "Date(\(timeIntervalSinceReferenceDate))" } }
extension Data: Scalar { fileprivate var fingerprint: String { "Data(\(base64EncodedString()))" } }
extension URL: Scalar {
    fileprivate var fingerprint: String { "URL(\(relativeString) from \(baseURL?.absoluteString ?? "nothing"))" }
}
extension String: Scalar {
    /// Unlike in Swift's comparison, strings with different bytes are different.
    fileprivate var fingerprint: String {
        if utf8.count > 1_000 { return "String(\(utf8.count) bytes, \(Data(utf8).hashValue))" }
        return utf8.allSatisfy { $0 < 0x80 } ? "String(\(self))" : "String(\(Array(utf8)))"
    }
}

/// Expects two values to be bitwise equal.
package func expectSame<Value>(
    _ value: Value,
    _ expected: Value,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let (found, wanted) = (fingerprint(of: value), fingerprint(of: expected))
    #expect(found == wanted, comment(), sourceLocation: sourceLocation)
}
