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
    /// The strings of all values, if there are few.
    static var choices: [String]? {
        switch wrappedType {
        case is Bool.Type: ["on", "off"]
        case let type as any CaseIterable.Type:
            allCases(of: type).compactMap { $0 as? ValueType }.compactMap { text(of: $0) }
        default: nil
        }
    }

    /// The description of the input, derived from the type of the value, with the default value as the example.
    static var derivedValueHelp: String {
        if ValueType.self == Bool.self || ValueType.self == Bool?.self { return "on or off" }
        if let choices { return "one of \(choices.joined(separator: ", "))" }
        let text = text(of: defaultValue).flatMap { ["", "[]"].contains($0) ? nil : $0 }
        if let (kind, example) = example(of: wrappedType) {
            let path = wrappedType == URL.self ? ", or the path of a file" : ""
            return "\(kind) such as \((text ?? example).asShellWord)\(path)"
        }
        guard let text else { return "JSON of \(wrappedType)" }
        return "\("{[".contains(text.prefix(1)) ? "JSON" : "a value") such as \(text.asShellWord)"
    }

    private static var wrappedType: Any.Type { (ValueType.self as? any OptionalType.Type)?.wrapped ?? ValueType.self }
}

/// Returns the kind of a string for a type, and an example; nil for a type of another library.
private func example(of type: Any.Type) -> (kind: String, text: String)? {
    switch type {
    case is any BinaryInteger.Type: return ("a whole number", "20")
    case is any BinaryFloatingPoint.Type, is Decimal.Type: return ("a number", "1.5")
    case is String.Type: return ("a text", "Ann")
    case is Date.Type: return ("a date", "2026-01-31T09:30:00Z")
    case is Duration.Type: return ("a duration", "1m30s")
    case is Data.Type: return ("data in base64", "AQL/")
    case is UUID.Type: return ("a UUID", "123E4567-E89B-12D3-A456-426614174000")
    case is URL.Type: return ("an address", "https://swift.org")
    case let type as any ElementCollection.Type:
        guard let (_, text) = example(of: type.elementType), let data = try? JSONEncoder().encode([text]) else {
            return nil
        }
        let isNumber = type.elementType is any Numeric.Type
        return ("a list", isNumber ? "[\(text)]" : String(decoding: data, as: UTF8.self))
    default: return nil
    }
}

private func allCases<Cases: CaseIterable>(of _: Cases.Type) -> [Any] { Array(Cases.allCases) }

protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    static var wrapped: Any.Type { Wrapped.self }
}
