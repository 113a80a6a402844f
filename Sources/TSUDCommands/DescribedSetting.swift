import Foundation
public import TSUD
import TSUDText

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
    /// Whether commands, files, and the schema accept new members, as in "zoom/report.pdf".
    ///
    /// By default, they do if the setting has a `memberKey`. A stored member is always listed, exported, reset, and
    /// imported.
    static var hasMembers: Bool { get }
    /// The name of the option, such as `--size`; by default nil, for one derived from the key.
    static var optionName: String? { get }
    /// The name of the variable, such as `EDITOR`; by default nil, for one derived from the key and the prefix.
    static var variableName: String? { get }
}

extension DescribedSetting {
    /// The description derived from the type of the value.
    public static var valueHelp: String { inputHelp { $0.asShellWord } }
    /// True if the setting has a `memberKey`.
    public static var hasMembers: Bool { !memberKey.isEmpty }
    /// No name: the option's name is derived from the key.
    public static var optionName: String? { nil }
    /// No name: the variable's name is derived from the key and the prefix.
    public static var variableName: String? { nil }
}

extension TSUD {
    /// Describes the strings that a person can type, with an example.
    static func inputHelp(listing limit: Int = .max, _ quote: (String) -> String) -> String {
        let help = validInput(listing: limit, quote)
        guard help == "JSON", let example = madeUpText else { return help }
        return "JSON such as \(quote(example))"
    }

    /// The string of a value whose fields are empty or zero, for a structure without a default value.
    private static var madeUpText: String? {
        guard let type = unwrapped(ValueType.self) as? any Decodable.Type,
            let value = (try? type.init(from: DecodedParts(example: nil, types: []))) as? ValueType
        else { return nil }
        return text(of: value).flatMap { (try? Self.parse($0)) == nil ? nil : $0 }
    }
}
