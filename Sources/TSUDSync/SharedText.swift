import Foundation
import TSUD

/// The strings in a store: those of `text()`, and `$null` for `nil`. A string that looks like `$null` has an additional
/// dollar sign.
extension TSUD {
    /// Returns the stored object and its string in a store; `nil` if nothing is stored.
    ///
    /// - Throws: `unreadable`, `invalid`.
    static func shared(_ member: String?, in suite: UserDefaults) throws(TSUDError) -> (object: Any, text: String)? {
        guard let (object, text) = try stored(member, in: suite) else { return nil }
        return (object, text.map { isLikeNull($0) ? "$" + $0 : $0 } ?? "$null")
    }

    /// Returns the change that stores a string of a store in the setting or a member, or resets it without a string.
    ///
    /// - Throws: `unreadable`, `invalid`, `unencodable`, `managed`.
    static func prepared(
        fromShared text: String?,
        for member: String?,
        in suite: UserDefaults
    ) throws(TSUDError) -> PreparedChange {
        guard let text else { return try preparedReset(of: member, in: suite) }
        return try prepared(value(ofShared: text), for: member, in: suite)
    }

    private static func value(ofShared text: String) throws(TSUDError) -> ValueType {
        if text == "$null", let optional = ValueType.self as? any ExpressibleByNilLiteral.Type,
            let null = optional.init(nilLiteral: ()) as? ValueType
        {
            return null
        }
        return try value(from: text.hasPrefix("$$") && isLikeNull(text) ? String(text.dropFirst()) : text)
    }
}

private func isLikeNull(_ text: String) -> Bool { text.hasPrefix("$") && text.drop { $0 == "$" } == "null" }
