import Foundation
import Testing

/// A text that two values share only when nothing tells them apart.
///
/// 1, 1.0 and `true` differ, and so do 0.0 and -0.0 and the two ways to write an accented letter; every NaN is the
/// same. It serves for values and for stored objects alike.
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

/// The fingerprint of a stored object, in which the optionals that Foundation on Linux puts around elements don't count.
func objectFingerprint(of object: Any) -> String {
    if let scalar = scalarFingerprint(of: object) { return scalar }
    let mirror = Mirror(reflecting: object)
    if mirror.displayStyle == .optional {
        return mirror.children.first.map { objectFingerprint(of: $0.value) } ?? "nil"
    }
    if let array = object as? [Any] { return "[" + array.map(objectFingerprint).joined(separator: ", ") + "]" }
    if let dictionary = object as? [String: Any] {
        let entries = dictionary.map { fingerprint(of: $0.key) + ": " + objectFingerprint(of: $0.value) }
        return "{" + entries.sorted().joined(separator: ", ") + "}"
    }
    return fingerprint(of: object)
}

private func scalarFingerprint(of value: Any) -> String? {
    // The dynamic types are compared, as a cast would turn a number into a boolean.
    switch type(of: value) {
    case is String.Type: return (value as? String).map(stringFingerprint)
    case is Double.Type: return (value as? Double).map { $0.isNaN ? "nan" : "Double(\($0))" }
    case is Float.Type: return (value as? Float).map { $0.isNaN ? "nan" : "Float(\($0))" }
    case is Date.Type: return (value as? Date).map { "Date(\($0.timeIntervalSinceReferenceDate))" }
    case is Data.Type: return (value as? Data).map { "Data(\($0.base64EncodedString()))" }
    case is Bool.Type, is Int.Type, is UInt64.Type: return "\(type(of: value))(\(value))"
    case is URL.Type:
        return (value as? URL).map { "URL(\($0.relativeString) from \($0.baseURL?.absoluteString ?? "nothing"))" }
    default: return nil
    }
}

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
