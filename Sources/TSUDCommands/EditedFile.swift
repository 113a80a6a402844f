import Foundation
import TSUD

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
        for key in program.keys {
            let setting = NamedSetting(key)
            // A secret must not be in a file.
            if setting.isSecret { continue }
            let help = [setting.summary, setting.inputHelp { Self.literal($0) }].compactMap { $0 }
            lines += ["", "# " + help.joined(separator: ": ").replacing("\n", with: " ")]
            for setting in program.settings(of: key) { lines += Self.lines(of: setting) }
        }
        text = lines.map { $0 + "\n" }.joined()
    }

    private static func lines(of setting: NamedSetting) -> [String] {
        let (handle, name) = (setting.handle, literal(setting.name, isName: true))
        let shown = ShownSetting(setting)
        let isReadable = shown.failure == nil
        let isPlain = handle.origin == .defaultValue || shown.isStored
        let comment = isPlain && isReadable ? [] : ["# from: \(shown.source)"]
        guard let text = shown.text else { return comment + ["# \(name) is nil"] }
        let isActive = shown.isStored && isReadable && handle.isSet
        return comment + ["\(isActive ? "" : "# ")\(name) = \(literal(text))"]
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
        // Match scalars, because a quotation mark and a combining accent are one character.
        let pattern = /("(?:[^"\\]|\\.)*"|[^=]*?)\s*=\s*(.*)/.dotMatchesNewlines().matchingSemantics(.unicodeScalar)
        guard let match = line.wholeMatch(of: pattern) else {
            return .failure(.data("invalid line \(line.quoted); expected: name = text"))
        }
        return .success((meaning(of: match.1), meaning(of: match.2)))
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

    /// Returns a text as the file contains it: unchanged, or as a JSON string if the file would otherwise contain
    /// another text.
    private static func literal(_ text: String, isName: Bool = false) -> String {
        let line = isName ? "\(text) = x" : "x = \(text)"
        let read = Self(text: line).entries.first.flatMap { try? $0.entry.get() }
        let same = isName ? read?.name : read?.text
        if text.onOneLine == text, same?.utf8.elementsEqual(text.utf8) == true { return text }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    private static func meaning(of literal: Substring) -> String {
        guard literal.unicodeScalars.first == "\"" else { return String(literal) }
        return (try? JSONDecoder().decode(String.self, from: Data(literal.utf8))) ?? String(literal)
    }
}
