import Foundation
import TSUD
import TSUDText

/// The file that `edit` opens: a line `name = text` for each setting, commented out if it has its default.
struct EditedFile {
    var text: String

    /// The beginning of a line that shows the error of the next line.
    private static let errorMark = "#! "

    /// Creates a file from a text, whose lines may end as on Windows.
    init(text: String) { self.text = text.replacing("\r\n", with: "\n") }

    init(of program: Program) {
        var lines = [
            "# \(program.name) stores each line without #. To restore a default, remove the line or put # before it.",
            "# Your changes are stored when you close the file. An empty file changes nothing.",
        ]
        // A secret must not be in a file.
        for setting in program.settings where !setting.isSecret {
            if setting.handle.member == nil {
                let help = [setting.summary, setting.inputHelp { Self.literal($0) }].compactMap { $0 }
                lines += ["", "# " + help.joined(separator: ": ").replacing("\n", with: " ")]
            }
            lines += Self.lines(of: setting)
        }
        text = lines.map { $0 + "\n" }.joined()
    }

    private static func lines(of setting: NamedSetting) -> [String] {
        let shown = ShownSetting(setting)
        let isReadable = shown.failure == nil
        let isPlain = setting.handle.origin == .defaultValue || shown.isStored
        let comment = isPlain && isReadable ? [] : ["# from: \(shown.source)"]
        let isActive = shown.isStored && isReadable && setting.handle.isSet
        let text = literal(shown.text, of: setting)
        return comment + ["\(isActive ? "" : "# ")\(literal(ofName: setting.name)) = \(text)"]
    }

    /// The name and the text of each line that isn't a comment, or the line's error.
    var entries: [(line: Int, entry: Result<(name: String, text: String), CommandError>)] {
        lines.enumerated().compactMap { index, line in
            let line = line.trimmingCharacters(in: .whitespaces)
            return line.isEmpty || line.unicodeScalars.first == "#" ? nil : (index, Self.entry(line))
        }
    }

    private var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    private static func entry(_ line: String) -> Result<(name: String, text: String), CommandError> {
        // Scalars, because a quotation mark and a combining accent are one character.
        let scalars = line.unicodeScalars
        var (isQuoted, isEscaped) = (false, false)
        let equals = scalars.indices.first { index in
            let scalar = scalars[index]
            if scalar == "\"", !isEscaped, isQuoted || index == scalars.startIndex { isQuoted.toggle() }
            isEscaped = isQuoted && !isEscaped && scalar == "\\"
            return scalar == "=" && !isQuoted
        }
        guard let equals else { return .failure(.data("invalid line \(line.quoted); expected: name = text")) }
        let parts = [line[..<equals], line[equals...].dropFirst()].map { $0.trimmingCharacters(in: .whitespaces) }
        return .success((meaning(of: parts[0]), parts[1]))
    }

    /// The file without the lines that show errors.
    var withoutErrors: Self {
        Self(text: lines.filter { !$0.hasPrefix(Self.errorMark) }.joined(separator: "\n"))
    }

    /// Returns the file with each error above its line.
    func with(_ errors: [Int: String]) -> Self {
        let marked = lines.enumerated().flatMap { index, line in
            (errors[index].map { [Self.errorMark + $0] } ?? []) + [line]
        }
        return Self(text: marked.joined(separator: "\n"))
    }

    private static func literal(ofName name: String) -> String {
        isPlain(name) && name.unicodeScalars.first != "#" && name.equalsSigns.isEmpty ? name : name.literal
    }

    /// Returns a typed text as the file contains it: unchanged, or as a JSON string if it doesn't fit in a line.
    private static func literal(_ text: String, of setting: NamedSetting? = nil) -> String {
        let isTyped = setting?.handle.setting.isString == true && text.unicodeScalars.first == "\""
        return isTyped || isPlain(text) ? text : text.literal
    }

    private static func isPlain(_ text: String) -> Bool {
        let ends = [text.unicodeScalars.first, text.unicodeScalars.last].compactMap { $0 }
        return text.onOneLine == text && ends.first != "\"" && !ends.contains { $0.properties.isWhitespace }
    }

    /// Returns the text that a person types for one in the file; the text of a string may be JSON there as well.
    static func typedText(_ text: String, of setting: NamedSetting) -> String {
        setting.handle.setting.isString ? text : meaning(of: text)
    }

    private static func meaning(of literal: String) -> String {
        guard literal.unicodeScalars.first == "\"", case .string(let text) = try? JSON(literal) else { return literal }
        return text
    }
}
