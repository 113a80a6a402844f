#if os(Linux)
import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

@testable import TSUDCommands

@Suite(.ephemeralSettings) struct TableTests {
    let editor = Commands.editor

    @Test func `The first run shows the defaults, and stores nothing`() async throws {
        let session = #"{"document":"welcome.txt","opened":"2001-01-01T00:00:00Z","position":0}"#
        #expect(
            try await editor()
                == .printed(
                    "fontSize\t12.0\tdefault",
                    "lineWidth\t80\tdefault",
                    "hasWidgets\tfalse\tdefault",
                    "username\tnull\tdefault",
                    "theme\tsystem\tdefault",
                    "zoom\t1.0\tdefault",
                    "recentFiles\t[]\tdefault",
                    "lastSession\t\(session)\tdefault",
                    "homepage\thttps://swift.org\tdefault"
                )
        )
        #expect(editor.stored.isEmpty)
    }

    @Test func `list shows and keeps another program's values, and reports unreadable ones`() async throws {
        editor.write([
            "fontSize": "banana", "lineWidth": 100, "hasWidgets": true, "username": "Ann", "theme": "dark",
            "zoom": 2, "zoom/report%2Epdf": 1.5, "recentFiles": ["a.txt", "b.txt"],
            "lastSession": ["document": "a", "position": 7, "opened": Date(timeIntervalSinceReferenceDate: 0)],
            "homepage": "/no/such/page",
        ])
        let stored = NSDictionary(dictionary: editor.stored)
        let run = try await editor()
        #expect(
            run.table == [
                ["fontSize", "12.0", "stored, unreadable"],
                ["lineWidth", "100", "stored"],
                ["hasWidgets", "true", "stored"],
                ["username", "Ann", "stored"],
                ["theme", "dark", "stored"],
                ["zoom", "2.0", "stored"],
                ["zoom/report.pdf", "1.5", "stored"],
                ["recentFiles", #"["a.txt","b.txt"]"#, "stored"],
                ["lastSession", #"{"document":"a","opened":"2001-01-01T00:00:00Z","position":7}"#, "stored"],
                ["homepage", "file:///no/such/page", "stored"],
            ]
        )
        #expect(run.errors == "editor config: Value for key 'fontSize' is a String, expected Double.\n")
        #expect(run.status == 65)
        #expect(NSDictionary(dictionary: editor.stored) == stored)
    }

    @Test(arguments: [
        ("", #""""#, 2), ("a\nb", #""a\nb""#, 6), ("\u{1B}[2J", #""\u001b[2J""#, 11),
        ("Ann Bäcker 🙂", "Ann Bäcker 🙂", 13),
        ("日本語", "日本語", 6), ("한국어", "한국어", 6), ("ｆｕｌｌ", "ｆｕｌｌ", 8), ("𠮷野家", "𠮷野家", 6),
        ("〜", "〜", 2), ("e\u{301}tude", "e\u{301}tude", 5), ("ไทย", "ไทย", 3), ("👨‍👩‍👧", "👨‍👩‍👧", 2),
        ("🇩🇪", "🇩🇪", 2), ("❤️", "❤️", 2), ("1️⃣", "1️⃣", 2), ("1", "1", 1),
        ("a\u{202E}b", #""a\u202eb""#, 10), ("a\u{200B}b", "a\u{200B}b", 2), ("a\u{AD}b", "a\u{AD}b", 3),
    ])
    func `list prints every value on one line, as wide as in a terminal`(
        _ text: String,
        shown: String,
        width: Int
    ) async throws {
        editor.write(["username": text])
        #expect(try await editor.row("username") == ["username", shown, "stored"])
        #expect(shown.terminalWidth == width)
    }

    @Test func `list prints every name on one line`() async throws {
        editor.write(["zoom/a\nb": 1.5])
        #expect(try await editor.row(#""zoom/a\nb""#) == [#""zoom/a\nb""#, "1.5", "stored"])
        #expect(try await editor("set", "zoom/\u{1B}[2J", "2") == .printed(#""zoom/\u001b[2J" = 2.0 (stored)"#))
    }

    @Test(arguments: [["--json"], ["list", "--json"]])
    func `list --json prints an object for each row`(_ arguments: [String]) async throws {
        editor.write(["username": "Ann", "theme": "blue", "zoom/report%2Epdf": 1.5])
        let json = Data(try await editor.run(arguments).output.joined(separator: "\n").utf8)
        let rows = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
        #expect(rows.count == 10)
        #expect(rows.first?["name"] as? String == "fontSize")
        #expect(rows.first?["value"] as? Double == 12)
        #expect(rows.first?["from"] as? String == "default")
        #expect(rows[3]["value"] as? String == "Ann")
        #expect(rows[4]["from"] as? String == "stored, unreadable")
        #expect(rows[6]["name"] as? String == "zoom/report.pdf")
        #expect((rows[8]["value"] as? [String: Any])?["position"] as? Int == 0)
    }

    @Test func `list reports an unreadable value once`() async throws {
        let shell = try Shell()
        try shell.home.write(["fontSize": "banana"], to: shell.file)
        for words in ["list", "list --json", "get fontSize", "get --json fontSize"] {
            let run = try await shell("editor config \(words)")
            #expect(run.errors == "editor config: Value for key 'fontSize' is a String, expected Double.\n", "\(words)")
            #expect(run.status == 65)
        }
        for words in ["describe fontSize", "edit"] {
            let run = try await shell("editor config \(words)", environment: ["EDITOR": "true"])
            #expect(!run.errors.contains("Value for key") && run.status == 0, "\(words)")
        }
        for words in ["list --changed", "list --changed --json"] {
            let run = try await shell("editor config \(words)")
            #expect(run.status == 65 && run.output.joined().contains("fontSize"), "\(words)")
        }
    }

    @Test func `list --changed lists only values that differ from their defaults`() async throws {
        editor.write(["fontSize": 12.0, "lineWidth": 90, "theme": "blue", "zoom/a": 2.0, "zoom/b": 1.0])
        #expect(
            try await editor("list", "--changed").table == [
                ["lineWidth", "90", "stored"], ["theme", "system", "stored, unreadable"], ["zoom/a", "2.0", "stored"],
            ]
        )
        let json = try await editor("list", "--changed", "--json")
        #expect(
            json.output.filter { $0.contains("name") }.map { $0.dropLast() } == [
                #"    "name": "lineWidth""#, #"    "name": "theme""#, #"    "name": "zoom/a""#,
            ]
        )
        #expect(try await editor("--changed").status == 65)
        try await editor("reset", "--all", "--yes")
        #expect(try await editor("list", "--changed") == .printed())
        #expect(try await editor("list", "--changed", "--json") == .printed("[]"))
    }

    @Test func `A set that equals its default is not changed`() async throws {
        let commands = Commands(name: "sets", keys: { [letters.self] })
        for order in ["abcdefgh", "hgfedcba", "badcfehg"] {
            commands.write(["letters": order.map(String.init)])
            #expect(try await commands("list", "--changed") == .printed())
        }
        commands.write(["letters": ["a"]])
        #expect(try await commands("list", "--changed").output.count == 1)
    }

    private enum letters: TSUD { static let defaultValue = Set("abcdefgh".map(String.init)) }

    /// Runs the program in a terminal.
    private func terminal(_ command: String, _ environment: [String: String] = [:]) async throws -> [String] {
        let shell = try Shell()
        try shell.home.write(
            ["fontSize": 14.0, "lineWidth": 80, "username": String(repeating: "日", count: 40)],
            to: shell.file
        )
        let run = try await shell("script -qec \"$1\" /dev/null", [command], environment: environment)
        try #require(run.output.count == 10)
        return run.output
    }

    @Test func `In a terminal, stored values are bold, and changed ones are marked`() async throws {
        let lines = try await terminal("editor config")
        #expect(lines[1].hasPrefix("* fontSize     \u{1B}[1m14.0\u{1B}[0m   "))
        #expect(lines[2].hasPrefix("  lineWidth    \u{1B}[1m80\u{1B}[0m   "))
        #expect(lines[3].hasPrefix("  hasWidgets   false   "))
        // All rows end in one column.
        let plain = lines.map { $0.replacing(/\u{1B}\[\d+m/, with: "") }
        #expect(plain[1].hasSuffix("  stored") && plain[3].hasSuffix("  default"))
        #expect(plain[1].count == plain[2].count && plain[1].dropLast(6).count == plain[3].dropLast(7).count)
    }

    @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
    func `A terminal without colors has the marks of changed values, and no escape sequences`(
        _ environment: [String: String]
    ) async throws {
        let lines = try await terminal("editor config", environment)
        #expect(lines[0].hasPrefix("  Setting      Value  "))
        #expect(lines[1].hasPrefix("* fontSize     14.0  "))
        #expect(!lines.joined().contains("\u{1B}"))
    }

    @Test(arguments: [20, 40, 80, 200])
    func `The table fits the width of a terminal`(_ columns: Int) async throws {
        let lines = try await terminal("stty cols \(columns); editor config", ["NO_COLOR": "1"])
        let widths = lines.map { $0.reduce(0) { $0 + ($1 == "日" ? 2 : 1) } }
        #expect(widths.allSatisfy { $0 <= columns })
        #expect(lines[4].contains("日"))
        #expect(lines[4].contains("…") == (columns < 100))
        // A shortened name keeps its end.
        #expect(lines[3].hasSuffix("default") || columns == 20)
        if columns == 20 { #expect(lines[3].hasPrefix("  h") && lines[3].contains("s ")) }
    }

    @Test func `Outside a terminal, rows have the length of their own fields`() async throws {
        for member in 0..<500 { editor.write(["zoom/\(member)": 1.5]) }
        editor.write(["username": String(repeating: "x", count: 200_000)])
        let output = try await editor().output
        #expect(output.count == 509)
        #expect(output.map(\.utf8.count).reduce(0, +) < 250_000)
    }
}
#endif
