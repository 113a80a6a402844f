import Foundation
import TSUD

/// A handle of any key.
protocol Slot {
    var stringKey: String { get }
    /// The text of what is stored; `nil` if something hides that, such as a launch argument.
    func sharedText() throws(TSUDError) -> String?
    /// Reads a text, and returns what stores its value; without a text, that is a reset.
    func storing(_ text: String?) throws(TSUDError) -> Storing
}

/// Puts a value in a draft or, to look at its stored form, the same for another suite.
typealias Storing = (inout TSUDDraft, UserDefaults?) -> Void

/// The setting itself, or the member of some name.
func slot<Key: TSUD>(_ key: Key.Type, _ member: String?, in suite: UserDefaults) -> any Slot {
    handle(key, member, in: suite)
}

private func handle<Key: TSUD>(_ key: Key.Type, _ member: String?, in suite: UserDefaults) -> TSUDHandle<Key> {
    member.map { key.in(suite).of($0) } ?? key.in(suite)
}

/// The texts in a store, where `$null` stands for `nil`, and a text that looks the same has one dollar sign more.
extension TSUDHandle: Slot {
    func sharedText() throws(TSUDError) -> String? {
        guard try storedValue() != nil, origin == .suite else { return nil }
        return text().map { isLikeNull($0) ? "$" + $0 : $0 } ?? "$null"
    }

    func storing(_ text: String?) throws(TSUDError) -> Storing {
        guard let text else { return { draft, _ in draft.reset(self) } }
        let value = try value(of: text)
        return { draft, suite in draft[suite.map { handle(Key.self, member, in: $0) } ?? self] = value }
    }

    private func value(of text: String) throws(TSUDError) -> Key.ValueType {
        if text == "$null", let optional = Key.ValueType.self as? any ExpressibleByNilLiteral.Type,
            let null = optional.init(nilLiteral: ()) as? Key.ValueType
        {
            return null
        }
        return try Key.value(from: text.hasPrefix("$$") && isLikeNull(text) ? String(text.dropFirst()) : text)
    }

    private func isLikeNull(_ text: String) -> Bool { text.hasPrefix("$") && text.drop { $0 == "$" } == "null" }
}
