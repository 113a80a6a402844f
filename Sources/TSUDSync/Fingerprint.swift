import Foundation

/// A short text that tells a property-list object from others; empty without an object.
func fingerprint(of object: Any?) -> String { object.map { hash(canonicalText(of: $0)) } ?? "" }

/// A short text that tells a store's value from others; empty without a value.
func fingerprint(of value: SharedValue?) -> String {
    // A text may look like a version, so the two are told apart.
    value.map { fingerprint(of: $0.text as Any? ?? Data($0.version.utf8)) } ?? ""
}

/// The object as a text that does not depend on the order in which a dictionary happens to be.
private func canonicalText(of object: Any) -> String {
    switch object {
    case let text as String: text.debugDescription
    case let data as Data: "data \(data.base64EncodedString())"
    case let date as Date: "date \(date.timeIntervalSinceReferenceDate)"
    case let objects as [Any]: "\(objects.map(canonicalText))"
    case let objects as [String: Any]: "\(objects.mapValues(canonicalText).sorted { $0.key < $1.key })"
    default: "\(object)"
    }
}

/// FNV-1a, which is the same in each process, unlike `Hasher`.
private func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
}
