import Foundation
public import TSUD

/// A setting with a description for the help, for `describe`, and for the file that `edit` opens.
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
    /// The purpose of the setting, such as "the size of the text".
    static var summary: String { get }
    /// The input to type, such as "a whole number from 20 to 400"; by default derived from the type of the value.
    ///
    /// The default is, for example, "on or off", "one of light, dark, system" for a `CaseIterable`, or "JSON such as"
    /// and the default value.
    static var valueHelp: String { get }
    /// Whether commands take the names of members, as in "zoom/report.pdf"; by default they do.
    static var hasMembers: Bool { get }
    /// Whether commands mask the value, and read it without echo; by default they don't.
    static var isSecret: Bool { get }
    /// The name of the option, such as "--size"; by default nil, for one derived from the key.
    static var optionName: String? { get }
    /// The name of the variable, such as "EDITOR"; by default nil, for one derived from the key and the prefix.
    static var variableName: String? { get }
}

extension DescribedSetting {
    /// The description derived from the type of the value.
    public static var valueHelp: String { derivedValueHelp }
    /// True: commands take the names of members.
    public static var hasMembers: Bool { true }
    /// False: commands show the value.
    public static var isSecret: Bool { false }
    /// No name: the option's name is derived from the key.
    public static var optionName: String? { nil }
    /// No name: the variable's name is derived from the key and the prefix.
    public static var variableName: String? { nil }
}

extension TSUD {
    /// The description of the input, derived from the type of the value.
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

protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    static var wrapped: Any.Type { Wrapped.self }
}
