import Foundation
import TSUD

/// The text of a setting as it is in a store, where `nil` has a text of its own.
///
/// `$null` stands for `nil`. A text that would look the same has one dollar sign more.
enum SharedText {
    private static let null = "$null"

    /// The text of a setting that is stored in a suite.
    static func text(of key: any TSUD.Type, in suite: UserDefaults) -> String {
        guard let text = key.text(in: suite) else { return null }
        return isLikeNull(text) ? "$" + text : text
    }

    /// Stores what a text in the store stands for.
    static func store(_ text: String, to key: any TSUD.Type, in suite: UserDefaults) throws(TSUDError) {
        if text == null, try storeNil(to: key, in: suite) { return }
        try key.store(text: text.hasPrefix("$$") && isLikeNull(text) ? String(text.dropFirst()) : text, in: suite)
    }

    private static func isLikeNull(_ text: String) -> Bool {
        text.hasSuffix(null) && text.dropLast(null.count).allSatisfy { $0 == "$" }
    }

    /// Returns whether the setting's value can be `nil`.
    private static func storeNil<Key: TSUD>(to key: Key.Type, in suite: UserDefaults) throws(TSUDError) -> Bool {
        guard let optional = Key.ValueType.self as? any ExpressibleByNilLiteral.Type,
            let value = optional.init(nilLiteral: ()) as? Key.ValueType
        else { return false }
        try Key.store(value, in: suite)
        return true
    }
}
