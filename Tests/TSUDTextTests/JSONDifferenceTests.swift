import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDText

/// The parser compared with Foundation's, for documents that a generator makes, and for the same with a mistake.
@Suite struct JSONDifferenceTests {
    @Test(arguments: Extent.sample(20, of: 0..<200))
    func `The parser accepts the documents that Foundation accepts, and reads the same`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let text = document(depth: 3, using: &generator)
            compare(text)
            for _ in 0..<5 { compare(mistake(in: text, using: &generator)) }
        }
    }

    private func compare(_ text: String) {
        let foundation = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        do throws(JSONError) {
            let own = try JSON(text)
            // A comment is one of TSUD's own rules, and Foundation rejects numbers beyond a double.
            if foundation == nil, text.contains("/") || own.contains(where: \.isBeyondDouble) { return }
            #expect(foundation.map { own.isSame(as: $0) } == true, "\(text.debugDescription)")
        } catch {
            // Foundation keeps one of two values, and accepts a comma at the end.
            let isStricter =
                error.reason.contains("is repeated") || error.reason.hasSuffix("found ']'")
                || error.reason.hasSuffix("found '}'")
            if !isStricter { #expect(foundation == nil, "\(text.debugDescription): \(error)") }
        }
    }

    private func document(depth: Int, using generator: inout SeededGenerator) -> String {
        func space() -> String { ["", "", "", " ", "\n", "\t", "\r\n"].randomElement(using: &generator) ?? "" }
        func list(_ open: String, _ close: String, _ part: () -> String) -> String {
            let parts = (0..<Int.random(in: 0...4, using: &generator)).map { _ in space() + part() + space() }
            return open + (parts.isEmpty ? space() : parts.joined(separator: ",")) + close
        }
        func nested() -> String { document(depth: depth - 1, using: &generator) }
        switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &generator) {
        case 0: return ["null", "true", "false"].randomElement(using: &generator) ?? ""
        case 1, 2: return Self.numbers.randomElement(using: &generator) ?? ""
        case 3: return string(using: &generator)
        case 4, 5: return list("[", "]", nested)
        default: return list("{", "}") { string(using: &generator) + space() + ":" + space() + nested() }
        }
    }

    private func string(using generator: inout SeededGenerator) -> String {
        let parts = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            Self.characters.randomElement(using: &generator) ?? ""
        }
        return "\"\(parts.joined())\""
    }

    /// The text with a character removed, repeated, or replaced by one that has a meaning in JSON.
    private func mistake(in text: String, using generator: inout SeededGenerator) -> String {
        var scalars = Array(text.unicodeScalars)
        let place = Int.random(in: 0..<scalars.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: scalars.remove(at: place)
        case 1: scalars.insert(scalars[place], at: place)
        default:
            scalars[place] = Array("{}[],:\"\\01-+.eEntu \n".unicodeScalars).randomElement(using: &generator) ?? " "
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private static let numbers = [
        "0", "-0", "1", "-7", "12.5", "0.001", "1e3", "1E+2", "2.5e-3", "9007199254740993", "9223372036854775807",
        "-9223372036854775808", "18446744073709551615", "1e308",
    ]

    private static let characters = [
        "a", "b c", "é", "e\u{301}", "😀", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\uD83D\\uDE00", "\u{7F}", "0", ":",
        ",", "{", "]",
    ]
}

extension JSON {
    fileprivate func contains(where isWanted: (JSON) -> Bool) -> Bool {
        switch self {
        case .array(let elements): elements.contains { $0.contains(where: isWanted) }
        case .object(let members): members.values.contains { $0.contains(where: isWanted) }
        default: isWanted(self)
        }
    }

    fileprivate var isBeyondDouble: Bool {
        if case .number(let digits) = self { Double(digits)?.isFinite != true } else { false }
    }

    /// Whether Foundation has read the same value.
    fileprivate func isSame(as object: Any) -> Bool {
        switch self {
        case .null: return object is NSNull
        case .boolean(let boolean): return (try? PropertyListObject(checked: object)) == .boolean(boolean)
        case .number(let digits):
            guard let number = object as? NSNumber, (try? PropertyListObject(checked: object)) != .boolean(true),
                (try? PropertyListObject(checked: object)) != .boolean(false)
            else { return false }
            // Foundation's value of many digits differs in the last one.
            return Double(digits).map { abs($0 - number.doubleValue) <= 2 * $0.ulp } == true
        case .string(let string): return (object as? String).map { Array($0.utf8) == Array(string.utf8) } == true
        case .array(let elements):
            guard let objects = object as? [Any], objects.count == elements.count else { return false }
            return zip(elements, objects).allSatisfy { $0.isSame(as: $1) }
        case .object(let members):
            guard let objects = object as? [String: Any], objects.count == members.count else { return false }
            return members.allSatisfy { name, value in objects[name].map { value.isSame(as: $0) } == true }
        }
    }
}
