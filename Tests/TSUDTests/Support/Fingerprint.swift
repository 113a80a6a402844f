import Foundation
import Testing

/// A text that is the same for two values only if they are indistinguishable.
///
/// 1, 1.0 and `true` differ, as do 0.0 and -0.0, and the composed and decomposed forms of an accented letter; all NaNs
/// are the same. This one is for values. For stored objects, whose classes differ between systems, there is another.
func fingerprint(of value: Any) -> String {
    if let scalar = scalarFingerprint(of: value) { return scalar }
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
func objectFingerprint(of object: Any) -> String {
    switch object {
    case let string as String: return stringFingerprint(string)
    case let date as Date: return dateFingerprint(date)
    case let data as Data: return dataFingerprint(data)
    // Before the numbers, because on Linux casting a container to an object bridges all of it.
    case let array as [Any]: return "[" + array.map(objectFingerprint).joined(separator: ", ") + "]"
    case let dictionary as [String: Any]:
        let entries = dictionary.map { stringFingerprint($0.key) + ": " + objectFingerprint(of: $0.value) }
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
    case "d": return doubleFingerprint(number.doubleValue)
    case "f":
        #if canImport(Darwin)
        // On Apple systems the daemon may return a Float as a Double.
        return doubleFingerprint(number.doubleValue)
        #else
        return floatFingerprint(number.floatValue)
        #endif
    default: return Int(exactly: number).map { "Int(\($0))" } ?? "UInt64(\(number.uint64Value))"
    }
}

private func scalarFingerprint(of value: Any) -> String? {
    // Compares the dynamic types, because a cast would convert a number to a boolean.
    switch type(of: value) {
    case is String.Type: return (value as? String).map(stringFingerprint)
    case is Double.Type: return (value as? Double).map(doubleFingerprint)
    case is Float.Type: return (value as? Float).map(floatFingerprint)
    case is Date.Type: return (value as? Date).map(dateFingerprint)
    case is Data.Type: return (value as? Data).map(dataFingerprint)
    case is Bool.Type, is Int.Type, is UInt64.Type: return "\(type(of: value))(\(value))"
    case is URL.Type:
        return (value as? URL).map { "URL(\($0.relativeString) from \($0.baseURL?.absoluteString ?? "nothing"))" }
    default: return nil
    }
}

private func doubleFingerprint(_ double: Double) -> String { double.isNaN ? "nan" : "Double(\(double))" }
private func floatFingerprint(_ float: Float) -> String { float.isNaN ? "nan" : "Float(\(float))" }
private func dateFingerprint(_ date: Date) -> String { "Date(\(date.timeIntervalSinceReferenceDate))" }
private func dataFingerprint(_ data: Data) -> String { "Data(\(data.base64EncodedString()))" }

/// Unlike in Swift's comparison, strings with different bytes are different.
private func stringFingerprint(_ string: String) -> String {
    let bytes = string.utf8
    if bytes.count > 1_000 { return "String(\(bytes.count) bytes, \(Data(bytes).hashValue))" }
    return bytes.allSatisfy { $0 < 0x80 } ? "String(\(string))" : "String(\(Array(bytes)))"
}

extension TestStore {
    /// Everything stored in the suite itself, so precisely that a 1 differs from a 1.0.
    var contents: String { objectFingerprint(of: stored) }

    /// The object stored in the suite itself under a key.
    func object(forKey key: String) -> Any? {
        guard let object = stored[key] else { return nil }
        // Foundation on Linux returns an optional inside the `Any`.
        let mirror = Mirror(reflecting: object)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : object
    }
}

/// Expects two values to be bitwise equal.
func expectSame<Value>(
    _ value: Value,
    _ expected: Value,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let (found, wanted) = (fingerprint(of: value), fingerprint(of: expected))
    #expect(found == wanted, comment(), sourceLocation: sourceLocation)
}
