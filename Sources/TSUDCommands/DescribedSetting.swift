import Foundation
public import TSUD

/// A setting with a description for the help, for `describe`, and for the file that `edit` opens.
///
/// ```swift
/// import TSUDCommands
///
/// enum lineWidth: DescribedSetting {
///     static let defaultValue = 80
///     static let summary = "the column at which long lines wrap"
///     static let valueHelp = "a whole number from 20 to 400"
/// }
/// ```
///
/// For other settings, commands derive a description from the type of the value.
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
    /// The name of the option, such as `--size`; by default nil, for one derived from the key.
    static var optionName: String? { get }
    /// The name of the variable, such as `EDITOR`; by default nil, for one derived from the key and the prefix.
    static var variableName: String? { get }
}

extension DescribedSetting {
    /// The description derived from the type of the value.
    public static var valueHelp: String { validInput { $0.asShellWord } }
    /// True: commands take the names of members.
    public static var hasMembers: Bool { true }
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

    private static var wrappedType: Any.Type { (ValueType.self as? any OptionalType.Type)?.wrapped ?? ValueType.self }
}

private func allCases<Cases: CaseIterable>(of _: Cases.Type) -> [Any] { Array(Cases.allCases) }

protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    static var wrapped: Any.Type { Wrapped.self }
}
