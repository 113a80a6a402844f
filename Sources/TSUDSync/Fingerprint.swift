import Foundation

/// A short string that identifies a property-list object; empty without an object.
///
/// Objects that Foundation considers equal have the same one, since Foundation does not store one over the other.
func fingerprint(of object: Any?) -> String { object.map { hash(canonicalText(of: $0, depth: 0)) } ?? "" }

/// A short string that identifies a state of a name in a store; empty without a value.
func fingerprint(of value: SharedValue?) -> String {
    guard let value else { return "" }
    return stateFingerprint(value.text.map(fingerprint(ofText:)) ?? "no text", version: value.version)
}

/// The fingerprint of a state with a version, given that of its string, and the number that the version begins with.
func stateFingerprint(_ text: String, version: String) -> String {
    text.isEmpty ? "" : hash("\(text) \(version)") + (number(of: version).map { " \($0)" } ?? "")
}

/// The number that a version begins with.
func number(of version: String) -> Int? { Int(version.prefix { $0 != " " }) }

/// The fingerprint of a string in a store, whose spelling counts.
func fingerprint(ofText text: String?) -> String { text.map { hash("text " + $0) } ?? "" }

/// The object as a string that does not depend on the order of a dictionary.
private func canonicalText(of object: Any, depth: Int) -> String {
    // No property list is deeper, so no setting can read such an object.
    if depth > 511 { return "too deep" }
    switch object {
    case let text as String:
        // Only ASCII has as many bytes in UTF-8 as units in UTF-16, and one spelling.
        let text = text.utf8.count == text.utf16.count ? text : text.precomposedStringWithCanonicalMapping
        return "text \(text.utf8.count) \(text)"
    case let data as Data: return "data \(data.base64EncodedString())"
    case let date as Date: return "date \(date.timeIntervalSinceReferenceDate)"
    case let objects as [Any]:
        return "[\(objects.map { canonicalText(of: $0, depth: depth + 1) }.joined(separator: ", "))]"
    case let objects as [String: Any]:
        let texts = objects.map { name, object in
            "\(canonicalText(of: name, depth: depth)): \(canonicalText(of: object, depth: depth + 1))"
        }
        return "{\(texts.sorted().joined(separator: ", "))}"
    case let number as NSNumber: return canonicalText(of: number)
    default: return "\(object)"
    }
}

/// A number looks the same in each type, since a `Float` is exported as a `Double`; zero has no sign.
private func canonicalText(of number: NSNumber) -> String {
    if Int64(exactly: number.doubleValue) == number.int64Value { return "\(number.int64Value)" }
    let isFloat = number.objCType.pointee == CChar(UInt8(ascii: "f"))
    return "\(isFloat ? NSNumber(value: number.doubleValue) : number)"
}

/// A hash like FNV-1a, but of eight bytes at a time, which is the same in each process, unlike that of `Hasher`.
private func hash(_ text: String) -> String {
    var text = text
    let hash = text.withUTF8 { text in
        let bytes = UnsafeRawBufferPointer(text)
        var (hash, offset) = (0xcbf2_9ce4_8422_2325 ^ UInt64(bytes.count), 0)
        // A loop over a range would be slow in debug builds.
        while offset + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            (hash, offset) = (mixed(hash, word), offset + 8)
        }
        return mixed(hash, bytes[offset...].reduce(0) { $0 << 8 | UInt64($1) })
    }
    return String(hash, radix: 16)
}

private func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
    return product ^ product >> 29
}
