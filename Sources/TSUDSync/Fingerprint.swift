import Foundation

/// A short text that tells a property-list object from others; empty without an object.
///
/// With `ignoringOrder`, arrays with the same elements count as equal, as the two arrays do that one `Set` is encoded to
/// on two occasions.
func fingerprint(of object: Any?, ignoringOrder: Bool = false) -> String {
    object.map { hash(canonicalText(of: $0, ignoringOrder)) } ?? ""
}

/// A short text that tells a store's value from others; empty without a value.
func fingerprint(of value: SharedValue?) -> String {
    // A text may look like a version, so the two are marked.
    value.map { hash($0.text.map { "text \($0)" } ?? "version \($0.version)") } ?? ""
}

/// The object as a text that does not depend on the order in which a dictionary happens to be.
private func canonicalText(of object: Any, _ ignoringOrder: Bool) -> String {
    switch object {
    case let text as String:
        return text.debugDescription
    case let data as Data:
        return "data \(data.base64EncodedString())"
    case let date as Date:
        return "date \(date.timeIntervalSinceReferenceDate)"
    case let objects as [Any]:
        let texts = objects.map { canonicalText(of: $0, ignoringOrder) }
        return "[\((ignoringOrder ? texts.sorted() : texts).joined(separator: ","))]"
    case let objects as [String: Any]:
        let texts = objects.map { "\($0.debugDescription):\(canonicalText(of: $1, ignoringOrder))" }
        return "{\(texts.sorted().joined(separator: ","))}"
    default:
        return "\(object)"
    }
}

/// FNV-1a, which is the same in each process, unlike `Hasher`.
private func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
}
