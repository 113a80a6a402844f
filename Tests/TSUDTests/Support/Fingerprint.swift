import Foundation
import Testing

/// A text that two values share only when nothing tells them apart.
///
/// 1, 1.0 and `true` differ, and so do 0.0 and -0.0 and the two ways to write an accented letter; every NaN is the
/// same. It is for values; for stored objects, which each system hands out in classes of its own, there is another.
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

/// The fingerprint of a stored object, whether it comes as a Swift value or as an object of Foundation's.
///
/// The casts go through the optionals that Foundation on Linux puts around elements.
func objectFingerprint(of object: Any) -> String {
    switch object {
    case let string as String: return stringFingerprint(string)
    case let date as Date: return dateFingerprint(date)
    case let data as Data: return dataFingerprint(data)
    // Before the numbers: to ask on Linux whether a container is an object is to bridge all of it.
    case let array as [Any]: return "[" + array.map(objectFingerprint).joined(separator: ", ") + "]"
    case let dictionary as [String: Any]:
        let entries = dictionary.map { stringFingerprint($0.key) + ": " + objectFingerprint(of: $0.value) }
        return "{" + entries.sorted().joined(separator: ", ") + "}"
    case let number as NSNumber: return numberFingerprint(number)
    default: return fingerprint(of: object)
    }
}

/// A number as what it was stored as: on Apple systems a cast would turn any of them into any other.
private func numberFingerprint(_ number: NSNumber) -> String {
    // The booleans are two objects, and no other number is one of them.
    if number === NSNumber(value: true) { return "Bool(true)" }
    if number === NSNumber(value: false) { return "Bool(false)" }
    switch String(cString: number.objCType) {
    case "d": return doubleFingerprint(number.doubleValue)
    case "f":
        #if canImport(Darwin)
        // The daemon that saves there may give back a Float as a Double.
        return doubleFingerprint(number.doubleValue)
        #else
        return floatFingerprint(number.floatValue)
        #endif
    default: return Int(exactly: number).map { "Int(\($0))" } ?? "UInt64(\(number.uint64Value))"
    }
}

private func scalarFingerprint(of value: Any) -> String? {
    // The dynamic types are compared, as a cast would turn a number into a boolean.
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

/// Strings that Swift takes for equal differ here when their bytes do.
private func stringFingerprint(_ string: String) -> String {
    let bytes = string.utf8
    if bytes.count > 1_000 { return "String(\(bytes.count) bytes, \(Data(bytes).hashValue))" }
    return bytes.allSatisfy { $0 < 0x80 } ? "String(\(string))" : "String(\(Array(bytes)))"
}

extension TestStore {
    /// Everything that is stored in the suite itself, told so exactly that a 1 in place of a 1.0 shows.
    var contents: String { objectFingerprint(of: stored) }

    /// What is stored in the suite itself under a key.
    func object(forKey key: String) -> Any? {
        guard let object = stored[key] else { return nil }
        // Foundation on Linux hides an optional in the `Any`.
        let mirror = Mirror(reflecting: object)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : object
    }
}

/// Expects two values to be the same to the bit.
func expectSame<Value>(
    _ value: Value,
    _ expected: Value,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let (found, wanted) = (fingerprint(of: value), fingerprint(of: expected))
    #expect(found == wanted, comment(), sourceLocation: sourceLocation)
}
