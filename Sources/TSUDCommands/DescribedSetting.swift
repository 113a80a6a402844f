import Foundation
public import TSUD

/// A setting that says what it is for, in the help and in the file that `edit` opens.
///
/// ```swift
/// import TSUDCommands
///
/// enum lineWidth: DescribedSetting {
///     static let defaultValue = 80
///     static let summary = "where lines are broken"
///     static let valueHelp = "a whole number from 20 to 400"
/// }
/// ```
///
/// A setting that does not conform is described by its type.
public protocol DescribedSetting: TSUD {
    /// What the setting is for, such as "the size of the text".
    static var summary: String { get }
    /// The text to type for it, such as "a whole number from 20 to 400"; by default derived from its type.
    ///
    /// For example "on or off", "one of light, dark, system" for a `CaseIterable`, or "JSON such as" and the default
    /// value.
    static var valueHelp: String { get }
    /// Whether commands take the names of members, as in "zoom/report.pdf"; by default they do.
    static var hasMembers: Bool { get }
}

extension DescribedSetting {
    /// The description that is derived from the type.
    public static var valueHelp: String { derivedValueHelp }
    /// Commands take the names of members.
    public static var hasMembers: Bool { true }
}

extension TSUD {
    /// The description of what to type, by the type of the value.
    static var derivedValueHelp: String {
        let text = text(of: defaultValue)
        let example = text.map { $0.isEmpty ? "" : " such as \($0.onOneLine)" } ?? ""
        switch (ValueType.self as? any OptionalType.Type)?.wrapped ?? ValueType.self {
        case is Bool.Type: return "on or off"
        case is any BinaryInteger.Type: return "a whole number"
        case is any BinaryFloatingPoint.Type: return "a number\(example)"
        case is String.Type: return "a text\(example)"
        case is Date.Type: return "a date\(text == nil ? " such as 2026-01-31T09:30:00Z" : example)"
        case is Data.Type: return "data in base64"
        case is URL.Type: return "an address\(example), or the path of a file"
        case let type as any CaseIterable.Type:
            let texts = allCases(of: type).compactMap { $0 as? ValueType }.compactMap { Self.text(of: $0) }
            return "one of \(texts.joined(separator: ", "))"
        case let type: return text.map { "JSON such as \(shellQuoted($0))" } ?? "JSON of a \(type)"
        }
    }
}

private func allCases<Cases: CaseIterable>(of _: Cases.Type) -> [Any] { Array(Cases.allCases) }

private protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}
