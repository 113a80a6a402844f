#if os(Linux)
import Foundation
import TestSupport
import Testing

extension ExampleProgram {
    @Suite struct GetTests {
        let settings: SettingsProgram

        init() throws {
            settings = try SettingsProgram()
        }

        @Test(arguments: [
            ["fontSize", "14", "14.0", "14"],
            ["lineWidth", "100", "100", "100"],
            ["Has Widgets", "YES", "true", "true"],
            ["username", "14", "14", #""14""#],
            ["username", #"a "b" c/d"#, #"a "b" c/d"#, #""a \"b\" c/d""#],
            ["theme", "dark", "dark", #""dark""#],
            ["recentFiles", "(a.txt)", #"["a.txt"]"#, #"["a.txt"]"#],
            [
                "lastSession", #"{"document":"a","opened":"2001-01-02T03:04:05.5Z","position":7}"#,
                #"{"document":"a","opened":"2001-01-02T03:04:05.500Z","position":7}"#,
                #"{"document":"a","opened":"2001-01-02T03:04:05.500Z","position":7}"#,
            ],
            ["homepage", "https://example.com/a", "https://example.com/a", #""https://example.com/a""#],
        ])
        func `A value is printed bare, or as JSON`(_ this: [String]) throws {
            try settings("set", this[0], this[1])
            let plain = try settings("get", this[0])
            #expect(plain.output == [this[2]])
            #expect(plain.end == .exited(0))
            #expect(try settings("get", this[0], "--json").output == [this[3]])
            #expect(try settings("get", "--json", this[0]).output == [this[3]])
        }

        @Test func `Text is printed as it is, and nil exits with 1`() throws {
            try settings.write(["username": "a\nb"])
            #expect(try settings("get", "username").output == ["a", "b"])
            #expect(try settings("get", "username", "--json").output == [#""a\nb""#])
            try settings("reset", "username")
            let run = try settings("get", "username")
            #expect(run.output.isEmpty)
            #expect(run.errors.isEmpty)
            #expect(run.end == .exited(1))
            #expect(try settings("get", "username", "--json").output == ["null"])
        }

        @Test func `The table as JSON has an object for each row`() throws {
            try settings("set", "username", "Ann")
            try settings.write(["username": "Ann", "theme": "blue"])
            for arguments in [["--json"], ["list", "--json"]] {
                let run = try settings.run(arguments)
                let data = Data(run.output.joined(separator: "\n").utf8)
                let rows = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
                #expect(rows.count == 9)
                #expect(rows.first?["name"] as? String == "fontSize")
                #expect(rows.first?["value"] as? Double == 12)
                #expect(rows.first?["from"] as? String == "default")
                #expect(rows[3]["value"] as? String == "Ann")
                #expect(rows[4]["from"] as? String == "suite, unreadable")
                #expect((rows[7]["value"] as? [String: Any])?["position"] as? Int == 0)
            }
        }

        @Test func `The help of a command has its usage, and what to type for each setting`() throws {
            let run = try settings("help", "set")
            #expect(run.output.prefix(3) == ["Usage: settings set NAME TEXT", "", "Store a value."])
            #expect(run.output.contains("  theme: one of light, dark, system"))
            #expect(try settings("help", "export").output.count == 3)
        }
    }
}
#endif
