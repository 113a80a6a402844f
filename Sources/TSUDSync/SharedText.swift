import Foundation
import TSUD
import TSUDText

/// The strings in a store: those of `text()`, and `$null` for `nil`. A string that looks like `$null` has an additional
/// dollar sign.
extension AnyHandle {
    /// Returns the stored object, and its string in a store; `nil` if nothing is stored.
    ///
    /// - Throws: `unreadable` or `invalid`.
    func shared() throws(TSUDError) -> (object: Any, text: String)? {
        guard let (object, text) = try stored() else { return nil }
        return (object, text.map { isLikeNull($0) ? "$" + $0 : $0 } ?? "$null")
    }

    /// Returns the change that stores a string of a store, or resets the setting or member without a string.
    ///
    /// - Throws: `unreadable`, `invalid`, `unencodable`, `managed`.
    func prepared(_ text: String?) throws(TSUDError) -> PreparedChange {
        guard let text else { return try preparedReset() }
        return try preparedChange(to: Setting.value(ofShared: text))
    }
}

extension TSUD {
    fileprivate static func value(ofShared text: String) throws(TSUDError) -> ValueType {
        if text == "$null", let optional = ValueType.self as? any ExpressibleByNilLiteral.Type,
            let null = optional.init(nilLiteral: ()) as? ValueType
        {
            return null
        }
        return try parse(text.hasPrefix("$$") && isLikeNull(text) ? String(text.dropFirst()) : text)
    }
}

private func isLikeNull(_ text: String) -> Bool { text.hasPrefix("$") && text.drop { $0 == "$" } == "null" }
