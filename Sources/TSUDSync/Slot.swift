import Foundation
import TSUD

/// A setting in a suite, or a member of one.
protocol Slot<Key> {
    associatedtype Key: TSUD
    var stringKey: String { get }
    func storedValue() throws(TSUDError) -> Key.ValueType?
    func store(_ value: Key.ValueType) throws(TSUDError)
    func text() -> String?
    func origin() -> ValueOrigin
    func reset()
}

extension TSUDMember: Slot {}

/// A setting itself.
struct WholeSetting<Key: TSUD>: Slot {
    let suite: UserDefaults

    var stringKey: String { Key.stringKey }
    func storedValue() throws(TSUDError) -> Key.ValueType? { try Key.storedValue(in: suite) }
    func store(_ value: Key.ValueType) throws(TSUDError) { try Key.store(value, in: suite) }
    func text() -> String? { Key.text(in: suite) }
    func origin() -> ValueOrigin { Key.origin(in: suite) }
    func reset() { Key.reset(in: suite) }
}

/// The texts in a store, where `$null` stands for `nil`, and a text that looks the same has one dollar sign more.
extension Slot {
    /// The text of what is stored; `nil` if something hides that, such as a launch argument.
    func sharedText() throws(TSUDError) -> String? {
        guard try storedValue() != nil, origin() == .suite else { return nil }
        return text().map { isLikeNull($0) ? "$" + $0 : $0 } ?? "$null"
    }

    /// Stores what a text stands for.
    func store(sharedText text: String) throws(TSUDError) { try store(value(of: text)) }

    /// Whether what is stored now seems to be what has just been stored for a text.
    func holds(_ text: String) -> Bool {
        if (try? sharedText()) == text { return true }
        // The text of a set differs each time, and people do not write texts as programs do.
        guard let stored = try? storedValue(), let value = try? value(of: text) else { return false }
        return sortedParts(of: value) == sortedParts(of: stored)
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

/// A line for each part of a value, whose order says nothing.
private func sortedParts(of value: Any) -> [Substring] {
    var text = ""
    dump(value, to: &text)
    return text.split(separator: "\n").sorted()
}
