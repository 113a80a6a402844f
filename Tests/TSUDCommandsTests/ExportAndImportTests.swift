#if os(Linux)
import Foundation
import TSUD
import TSUDCommands
import TSUDTesting
import TestSupport
import Testing

@Suite(.ephemeralSettings) struct ExportAndImportTests {
    let editor = Commands.editor
    let home: TemporaryDirectory

    init() async throws { home = try TemporaryDirectory() }

    private func setSome() async throws {
        try await editor("set", "fontSize", "14")
        try await editor("set", "username", "Ann & Bee")
        try await editor("set", "theme", "dark")
        try await editor("set", "zoom/report.pdf", "1.5")
        try await editor("set", "zoom/a/b", "3")
        try await editor("set", "recentFiles", "(a.txt, b.txt)")
        try await editor("set", "lastSession", #"{"document":"a","opened":"2001-01-02T03:04:05Z","position":7}"#)
        try await editor("set", "homepage", "https://example.com")
    }

    private func export(_ commands: Commands, to name: String) async throws {
        let run = try await commands("export")
        #expect(run.status == 0)
        try home.write(Array(run.output.joined(separator: "\n").utf8), to: name)
    }

    @Test func `Importing a file restores exactly what was exported to it`() async throws {
        try await setSome()
        let table = try await editor().table
        let stored = NSDictionary(dictionary: editor.stored.filter { $0.key != "homepage" })
        let file = home.path("exported")
        try await export(editor, to: "exported")
        try await editor("reset", "username")
        try await editor("reset", "zoom/report.pdf")
        try await editor("set", "fontSize", "20")
        try await editor("set", "hasWidgets", "YES")
        try await editor("set", "zoom/c", "4")
        #expect(
            try await editor("import", "--replace", file)
                == .printed(
                    "Stored: fontSize, homepage, lastSession, recentFiles, theme, username, zoom/a/b, "
                        + "zoom/report.pdf.",
                    "Reset: hasWidgets, zoom/c."
                )
        )
        #expect(try await editor().table == table)
        // An archive of an address may have its objects in another order.
        #expect(NSDictionary(dictionary: editor.stored.filter { $0.key != "homepage" }) == stored)
    }

    private static let script = ##"""
        {
            editor config set fontSize 14
            editor config set username 'Ann & Bee'
            editor config set recentFiles '(a.txt, b.txt)'
            editor config set lastSession '{"document":"a","opened":"2001-01-02T03:04:05\#(fraction)Z","position":7}'
        } > /dev/null

        """##

    private static func someInShell(fraction: String = "") -> String {
        script.replacing(##"\#(fraction)"##, with: fraction)
    }

    @Test func `Importing an export through a pipe changes nothing`() async throws {
        let shell = try Shell()
        try await shell(Self.someInShell(fraction: ".25"))
        let bytes = try shell.bytes
        let status = shell.home.status(of: shell.file)
        #expect(try await shell("editor config export | editor config import - --replace").output.count == 1)
        #expect(try shell.bytes == bytes)
        #expect(shell.home.status(of: shell.file)?.st_ino == status?.st_ino)
    }

    @Test func `An import with wrong values exits with 65 and changes nothing`() async throws {
        try await setSome()
        let stored = NSDictionary(dictionary: editor.stored)
        try home.write(["fontSize": "banana", "theme": "blue", "username": "Zoe"], to: "wrong")
        let error = """
            Value for key 'fontSize' is a String, expected Double. Value for key 'theme' is 'blue', not a Theme; \
            valid values are light, dark, system. Nothing is imported; --skip-invalid imports the rest.
            """
        #expect(try await editor("import", "--replace", home.path("wrong")) == .failed(65, error))
        #expect(NSDictionary(dictionary: editor.stored) == stored)
        let run = try await editor("import", "--replace", "--skip-invalid", home.path("wrong"))
        #expect(
            run.output == [
                "Stored: username.",
                "Reset: homepage, lastSession, recentFiles, zoom/a/b, zoom/report.pdf.",
                "Skipped, because invalid: fontSize, theme.",
            ]
        )
        #expect(try await editor.row("fontSize") == ["fontSize", "14.0", "stored"])
    }

    @Test func `import rejects another program's file, and an empty one resets all settings`() async throws {
        try await setSome()
        let stored = NSDictionary(dictionary: editor.stored)
        try home.write(["NSWindow": 1, "color": "red"], to: "other")
        let refused = try await editor("import", "--replace", home.path("other"))
        #expect(refused == .failed(65, "No name in the data belongs to a setting of the list: 'NSWindow', 'color'."))
        #expect(NSDictionary(dictionary: editor.stored) == stored)
        try home.write([:], to: "empty")
        let run = try await editor("import", "--replace", home.path("empty"))
        #expect(run.output.count == 1 && run.output[0].hasPrefix("Reset: fontSize, homepage, "))
        #expect(editor.stored.isEmpty)
    }

    @Test func `Importing other data exits with 65, and files that can't be used with 66`() async throws {
        try home.write([UInt8]("banana".utf8), to: "banana")
        let refused = try await editor("import", "--replace", home.path("banana"))
        let reason = "line 1, column 1: expected a value, found 'b'"
        #expect(refused == .failed(65, "The settings in the data can't be read: \(reason)."))
        let reasons = [("absent/file", "No such file or directory"), ("", "Is a directory")]
        for (path, reason) in reasons.map({ (home.path($0), $1) }) {
            #expect(try await editor("import", "--replace", path) == .failed(66, "'\(path)' can't be read: \(reason)"))
        }
    }

    @Test func `An import reports a field that decoding ignores, and stores the rest`() async throws {
        let json = #"{"lastSession": {"document": "a", "position": 1, "opened": "2026-01-31", "postion": 2}}"#
        try home.write([UInt8](json.utf8), to: "more.json")
        let run = try await editor("import", home.path("more.json"))
        let message = "editor config: Unknown field 'postion' of 'lastSession'. Did you mean position?\n"
        #expect(run == Run(status: 0, output: ["Stored: lastSession."], errors: message))
    }

    @Test func `A stored member of a setting without members is listed, exported, imported, and reset`() async throws {
        try home.write([UInt8](#"{"theme/a": "dark"}"#.utf8), to: "member.json")
        #expect(try await editor("import", home.path("member.json")) == .printed("Stored: theme/a."))
        #expect(try await editor.row("theme/a") == ["theme/a", "dark", "stored"])
        #expect(try await editor("export") == .printed("{", #"  "theme/a": "dark""#, "}"))
        #expect(try await editor("reset", "theme/a").status == 0)
        #expect(try await editor("get", "theme/a").status == 64)
        #expect(editor.stored.isEmpty)
    }

    @Test func `Unknown names in an import are reported`() async throws {
        try home.write(["fontSize": 14, "stranger": 1], to: "more")
        let run = try await editor("import", "--replace", home.path("more"))
        #expect(run == .printed("Stored: fontSize.", "Ignored, because no setting has the name: stranger."))
        #expect(Array(editor.stored.keys) == ["fontSize"])
    }

    @Test func `import keeps the settings that the file doesn't have`() async throws {
        try await editor("set", "theme", "dark")
        try home.write(["fontSize": 14], to: "some")
        #expect(try await editor("import", home.path("some")) == .printed("Stored: fontSize."))
        #expect(Set(editor.stored.keys) == ["theme", "fontSize"])
    }

    @Test func `An export as JSON is imported`() async throws {
        try await setSome()
        let table = try await editor().table
        let file = home.path("exported.json")
        try await export(editor, to: "exported.json")
        try await editor("reset", "--all", "--yes")
        #expect(try await editor("import", "--replace", file).status == 0)
        #expect(try await editor().table == table)
        try home.write([UInt8](#"{"fontSize": 15, "zoom/a/b": 4}"#.utf8), to: "hand.json")
        let run = try await editor("import", home.path("hand.json"))
        #expect(run == .printed("Stored: fontSize, zoom/a/b."))
    }

    @Test(arguments: [
        (
            "{\"fontSize\": \"banana\"}",
            "Value for key 'fontSize': 'banana' is not a number.\nExpected a number such as 12.0. Nothing is imported; "
                + "--skip-invalid imports the rest."
        ),
        ("[1,", "The settings in the data can't be read: line 1, column 4: expected a value, found the end."),
    ])
    func `JSON with a wrong value exits with 65 and changes nothing`(_ json: String, error: String) async throws {
        try home.write([UInt8](json.utf8), to: "wrong.json")
        #expect(try await editor("import", home.path("wrong.json")) == .failed(65, error))
        #expect(editor.stored.isEmpty)
    }

    @Test func `An export as JSON has the stored values by name, secrets and nil included`() async throws {
        let service = Commands.service
        try await service("set", "apiKey=abcd", "quota/acme.org=2", "startsAt=2026-01-31", "limits.burst=1")
        service.write(["region": "$null"])
        try await export(service, to: "exported.json")
        let text = String(decoding: try home.bytes(of: "exported.json"), as: UTF8.self)
        #expect(
            text == """
                {
                  "apiKey": "abcd",
                  "limits": {
                    "burst": 1,
                    "requests": 100
                  },
                  "quota/acme.org": 2,
                  "region": null,
                  "startsAt": "2026-01-31T00:00:00Z"
                }
                """
        )
        let stored = NSDictionary(dictionary: service.stored.filter { $0.key != "region" })
        try await service("set", "region=null", "quota=5")
        let names = "apiKey, limits, quota/acme.org, region, startsAt"
        #expect(
            try await service("import", "--replace", home.path("exported.json"))
                == .printed("Stored: \(names).", "Reset: quota.")
        )
        #expect(NSDictionary(dictionary: service.stored) == stored)
        #expect(try await service("get", "region").status == 1)
    }

    @Test func `An export with a value that can't be read exits with 65, and writes nothing`() async throws {
        editor.write(["fontSize": "banana", "theme": "dark"])
        let error = "Value for key 'fontSize' is a String, expected Double."
        #expect(try await editor("export") == .failed(65, error))
    }

    @Test func `An export never has an override's value`() async throws {
        let commands = Commands(name: "one", keys: { [size.self] })
        try await commands("set", "size=14")
        var arguments = ["--size", "20"]
        try commands.keys().applyArguments(&arguments)
        #expect(try await commands("export") == .printed("{", #"  "size": 14"#, "}"))
        #expect(try await commands("list") == .printed("size\t20.0\toption --size"))
    }

    private enum size: TSUD { static let defaultValue = 12.0 }

    @Test func `A member whose name looks like another one's key is exported and imported as itself`() async throws {
        for name in ["zoom/a%2Eb", "zoom/a.b", "zoom/100%"] { try await editor("set", name, "2") }
        let stored = NSDictionary(dictionary: editor.stored)
        try await export(editor, to: "members.json")
        try await editor("reset", "--all", "--yes")
        let run = try await editor("import", "--replace", home.path("members.json"))
        #expect(run == .printed("Stored: zoom/100%, zoom/a%2Eb, zoom/a.b."))
        #expect(NSDictionary(dictionary: editor.stored) == stored)
    }

    @Test(arguments: ["utf-8-sig", "utf-16", "utf-16-le"])
    func `An import reads XML in each encoding that a file of settings may have`(_ encoding: String) async throws {
        let text = """
            <?xml version="1.0" encoding="\(encoding.hasPrefix("utf-16") ? "UTF-16" : "UTF-8")"?>
            <plist version="1.0"><dict><key>username</key><string>Bäcker</string></dict></plist>
            """
        let mark = "\u{FEFF}"
        var data = Data((mark + text).utf8)
        if encoding == "utf-16" { data = try #require((mark + text).data(using: .utf16BigEndian)) }
        if encoding == "utf-16-le" { data = try #require((mark + text).data(using: .utf16LittleEndian)) }
        try home.write([UInt8](data), to: "encoded")
        #expect(try await editor("import", home.path("encoded")) == .printed("Stored: username."))
        #expect(editor.stored["username"] as? String == "Bäcker")
    }

    @Test func `An import of the settings' own file is an error`() async throws {
        let shell = try Shell()
        try await shell("editor config set fontSize 14")
        let bytes = try shell.bytes
        let script = "ln -s \"$(editor config path)\" link; editor config import --replace link"
        #expect(try await shell(script) == .failed(64, "'link' is the file of the settings itself"))
        let fromInput = "editor config import --replace - < \"$(editor config path)\""
        #expect(try await shell(fromInput) == .failed(64, "'-' is the file of the settings itself"))
        #expect(try shell.bytes == bytes)
    }

    @Test func `An import of endless data ends`() async throws {
        let run = try await Shell()("editor config import --replace /dev/zero")
        #expect(run == .failed(66, "'/dev/zero' is larger than 256 MB"))
    }

    @Test(arguments: ["list", "get fontSize", "export"])
    func `A command that reads a damaged file exits with 65, and TSUD logs the reason once`(
        _ words: String
    ) async throws {
        let shell = try Shell()
        try shell.home.write([UInt8]("banana".utf8), to: shell.file)
        let run = try await shell("editor config \(words)")
        let path = shell.home.path(shell.file)
        let moved = try #require(shell.home.names.first { $0.hasPrefix("\(shell.file).damaged-") })
        let reason = "its top level is not a dictionary; the file was moved to '\(shell.home.path(moved))'."
        #expect(run == Run(status: 65, output: [], errors: "TSUD: Settings in '\(path)' can't be read, \(reason)\n"))
    }

    @Test(arguments: ["list", "list --json", "get fontSize", "export"])
    func `A command that can't read its file exits with 65, and TSUD logs the reason once`(
        _ words: String
    ) async throws {
        let shell = try Shell()
        let path = shell.home.path(shell.file)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let run = try await shell("editor config \(words)")
        #expect(run.status == 65 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("TSUD: Settings are not saved to '\(path)': "))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: [("y", 0, "Reset: theme."), ("n", 1, "editor config: nothing is changed")])
    func `In a terminal, reset --all requests a confirmation`(
        _ answer: String,
        _ status: Int32,
        _ line: String
    ) async throws {
        let script = """
            editor config set theme dark > /dev/null
            echo \(answer) | script -qec 'editor config reset --all' /dev/null; echo $?
            """
        let output = try await Shell()(script).output
        #expect(output.contains { $0.contains("Reset all settings? [y/N]") })
        #expect(output.contains { $0.hasSuffix(line) })
        #expect(output.last == "\(status)")
    }
}
#endif
