import Foundation
import TSUD

/// The text of a setting as it is in a store, where `nil` has a text of its own.
///
/// `$null` stands for `nil`. A text that would look the same has one dollar sign more.
enum SharedText {
    private static let null = "$null"

    /// The text for a store, given that of the setting.
    static func text(for text: String?) -> String {
        guard let text else { return null }
        return isLikeNull(text) ? "$" + text : text
    }

    /// What a text in a store stands for.
    static func value<Key: TSUD>(of text: String, for key: Key.Type) throws(TSUDError) -> Key.ValueType {
        if text == null, let optional = Key.ValueType.self as? any ExpressibleByNilLiteral.Type,
            let value = optional.init(nilLiteral: ()) as? Key.ValueType
        {
            return value
        }
        return try Key.value(from: text.hasPrefix("$$") && isLikeNull(text) ? String(text.dropFirst()) : text)
    }

    private static func isLikeNull(_ text: String) -> Bool {
        text.hasSuffix(null) && text.dropLast(null.count).allSatisfy { $0 == "$" }
    }
}
