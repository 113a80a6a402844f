#if os(Linux)
import Foundation
import TestSupport
import Testing

extension ExampleProgram {
    @Suite struct TableTests {
        let settings = SettingsProgram()

        @Test func `The first run shows the defaults in columns, and stores nothing`() throws {
            let session = #"{"document":"welcome.txt","opened":"2001-01-01T00:00:00Z","position":0}"#
            #expect(
                try settings()
                    == .printed(
                        "Setting      Value                                                                    From",
                        "fontSize     12.0                                                                     default",
                        "lineWidth    80                                                                       default",
                        "Has Widgets  false                                                                    default",
                        "username     nil                                                                      default",
                        "theme        system                                                                   default",
                        "zoom         1.0                                                                      default",
                        "recentFiles  []                                                                       default",
                        "lastSession  \(session)  default",
                        "homepage     https://swift.org                                                        default"
                    )
            )
            #expect(settings.home.names.isEmpty)
        }

        @Test func `What another program stored is shown and kept, and reported if it is unreadable`() throws {
            try settings.write([
                "fontSize": "banana", "lineWidth": 100, "Has Widgets": true, "username": "Ann", "theme": "dark",
                "zoom": 2, "zoom/report%2Epdf": 1.5, "recentFiles": ["a.txt", "b.txt"],
                "lastSession": ["document": "a", "position": 7, "opened": Date(timeIntervalSinceReferenceDate: 0)],
                "homepage": "/no/such/page",
            ])
            let bytes = try settings.bytes
            let run = try settings()
            #expect(
                run.table == [
                    ["fontSize", "12.0", "suite, unreadable"],
                    ["lineWidth", "100", "suite"],
                    ["Has Widgets", "true", "suite"],
                    ["username", "Ann", "suite"],
                    ["theme", "dark", "suite"],
                    ["zoom", "2.0", "suite"],
                    ["zoom/report.pdf", "1.5", "suite"],
                    ["recentFiles", #"["a.txt","b.txt"]"#, "suite"],
                    ["lastSession", #"{"document":"a","opened":"2001-01-01T00:00:00Z","position":7}"#, "suite"],
                    ["homepage", "file:///no/such/page", "suite"],
                ]
            )
            #expect(run.errors == "TSUD: Value for key 'fontSize' is a String, expected Double.\n")
            #expect(run.end == .exited(0))
            #expect(try settings.bytes == bytes)
        }

        @Test(arguments: [
            ("", #""""#, 2), ("a\nb", #""a\nb""#, 6), ("\u{1B}[2J", #""\u{1B}[2J""#, 11),
            ("Ann Bäcker 🙂", "Ann Bäcker 🙂", 13),
            ("日本語", "日本語", 6), ("한국어", "한국어", 6), ("ｆｕｌｌ", "ｆｕｌｌ", 8), ("𠮷野家", "𠮷野家", 6),
            ("〜", "〜", 2), ("e\u{301}tude", "e\u{301}tude", 5), ("ไทย", "ไทย", 3), ("👨‍👩‍👧", "👨‍👩‍👧", 2),
            ("🇩🇪", "🇩🇪", 2), ("❤️", "❤️", 2), ("1️⃣", "1️⃣", 2), ("1", "1", 1),
        ])
        func `Any text is one line, as wide as a terminal shows it`(_ text: String, shown: String, width: Int) throws {
            try settings.write(["username": text])
            let rows = try settings().output
            let header = try #require(rows.first)
            let row = try #require(rows.first { $0.hasPrefix("username") })
            // The header has no wide characters.
            let padding = header.prefix { $0 != "F" }.count - "Has Widgets  ".count - width
            #expect(row == "username     \(shown)\(String(repeating: " ", count: padding))suite")
        }

        @Test(arguments: [["--json"], ["list", "--json"]])
        func `The table as JSON has an object for each row`(_ arguments: [String]) throws {
            try settings.write(["username": "Ann", "theme": "blue", "zoom/report%2Epdf": 1.5])
            let json = Data(try settings.run(arguments).output.joined(separator: "\n").utf8)
            let rows = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
            #expect(rows.count == 10)
            #expect(rows.first?["name"] as? String == "fontSize")
            #expect(rows.first?["value"] as? Double == 12)
            #expect(rows.first?["from"] as? String == "default")
            #expect(rows[3]["value"] as? String == "Ann")
            #expect(rows[4]["from"] as? String == "suite, unreadable")
            #expect(rows[6]["name"] as? String == "zoom/report.pdf")
            #expect((rows[8]["value"] as? [String: Any])?["position"] as? Int == 0)
        }
    }
}
#endif
