#if os(Linux)
import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

@testable import TSUDCommands

/// The lines of the file that `edit` opens.
@Suite(.ephemeralSettings) struct EditedFileTests {
    private enum note: TSUD { static let defaultValue = "" }

    /// Strings with a meaning in the file, in JSON, or in a comparison of characters.
    private static let parts = [
        "a", "é", " ", "=", "=\u{301}", "#", "!", "\"", "\\", "'", "/", "\n", "\r", "\t", "\0", "\u{301}", "\u{200D}",
        "\u{2028}",
        "\u{FEFF}", "👩‍👧", "日",
    ]

    @Test func `An edited file is read as it was written, for any name and string`() throws {
        let output = Output(handle: .nullDevice)
        let program = Program(keys: [note.self], name: "notes", commands: [], output: output, errors: output)
        var generator = SeededGenerator(seed: Extent.seed)
        for _ in 0..<(Extent.isFull ? 10_000 : 100) {
            let length = Int.random(in: 0...5, using: &generator)
            let text = (0..<length).compactMap { _ in Self.parts.randomElement(using: &generator) }.joined()
            [any TSUD.Type]([note.self]).reset()
            note.value = text
            note[text] = text
            let entries = try EditedFile(of: program).entries.map { try $0.entry.get() }
            // Equal spellings of a character are one name.
            #expect(entries.map(\.name) == ["note", "note/\(text)"])
            for entry in entries {
                let typed = EditedFile.typedText(entry.text, of: NamedSetting(note.self))
                let value = try #require(try note.anyHandle().value(typed: typed) as? String)
                #expect(value.utf8.elementsEqual(text.utf8))
            }
        }
    }
}
#endif
