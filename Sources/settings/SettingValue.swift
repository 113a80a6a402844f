import Foundation
import TSUD

/// A value that the program knows how to show.
protocol SettingValue {
    /// The value as it is shown.
    var text: String { get }
    /// What to type for a value, fit to follow "takes".
    static var expectation: String { get }
}

/// A value as it is shown, on one line.
func text<Value>(of value: Value) -> String {
    if let value = value as? any SettingValue { value.text } else { String(describing: value).onOneLine }
}

/// What to type for a value of a key, fit to follow "takes".
func expectation<Key: TSUD>(of key: Key.Type) -> String {
    if let type = Key.ValueType.self as? any SettingValue.Type { type.expectation } else { "a \(Key.ValueType.self)" }
}

extension Double: SettingValue {
    var text: String { String(self) }
    static var expectation: String { "a number such as 14" }
}

extension Bool: SettingValue {
    var text: String { String(self) }
    static var expectation: String { "YES or NO" }
}

extension String: SettingValue {
    var text: String { isEmpty ? debugDescription : onOneLine }
    static var expectation: String { "a text such as Ann" }
}

extension URL: SettingValue {
    var text: String { absoluteString }
    static var expectation: String { "an address such as https://swift.org" }
}

extension Theme: SettingValue {
    var text: String { rawValue }
    static var expectation: String { "one of \(allCases.map(\.rawValue).joined(separator: ", "))" }
}

extension Session: SettingValue {
    var text: String { "\(document.text) at \(position), opened \(opened.formatted(.iso8601))" }

    static var expectation: String {
        """
        a property list such as '<dict><key>document</key><string>notes.txt</string>\
        <key>position</key><integer>120</integer>\
        <key>opened</key><date>2026-01-31T09:30:00Z</date></dict>'
        """
    }
}

extension Array: SettingValue where Element: SettingValue {
    var text: String { isEmpty ? "none" : map(\.text).joined(separator: ", ") }
    static var expectation: String { "a list such as '(a.txt, b.txt)'" }
}

extension Optional: SettingValue where Wrapped: SettingValue {
    var text: String { map(\.text) ?? "nil" }
    static var expectation: String { Wrapped.expectation }
}
