#if os(Linux)
import Foundation
import TSUD
import TSUDCommands
import TSUDTesting
import TestSupport
import Testing

@Suite(.ephemeralSettings) struct ExportAndImportTests {
    let settings = Commands.settings
    let home: TemporaryDirectory

    init() async throws { home = try TemporaryDirectory() }

    private func setSome() async throws {
        try await settings("set", "fontSize", "14")
        try await settings("set", "username", "Ann & Bee")
        try await settings("set", "theme", "dark")
        try await settings("set", "zoom/report.pdf", "1.5")
        try await settings("set", "zoom/a/b", "3")
        try await settings("set", "recentFiles", "(a.txt, b.txt)")
        try await settings("set", "lastSession", #"{"document":"a","opened":"2001-01-02T03:04:05Z","position":7}"#)
        try await settings("set", "homepage", "https://example.com")
    }

    @Test func `Importing a file restores exactly what was exported to it`() async throws {
        try await setSome()
        let table = try await settings().table
        let stored = NSDictionary(dictionary: settings.stored)
        let file = home.path("exported")
        #expect(try await settings("export", file).status == 0)
        try await settings("reset", "username")
        try await settings("reset", "zoom/report.pdf")
        try await settings("set", "fontSize", "20")
        try await settings("set", "Has Widgets", "YES")
        try await settings("set", "zoom/c", "4")
        #expect(
            try await settings("import", "--replace", file)
                == .printed(
                    "Stored: fontSize, homepage, lastSession, recentFiles, theme, username, zoom/a/b, "
                        + "zoom/report.pdf.",
                    "Reset: Has Widgets, zoom/c."
                )
        )
        #expect(try await settings().table == table)
        #expect(NSDictionary(dictionary: settings.stored) == stored)
    }

    private static let script = ##"""
        {
            settings set fontSize 14
            settings set username 'Ann & Bee'
            settings set recentFiles '(a.txt, b.txt)'
            settings set lastSession '{"document":"a","opened":"2001-01-02T03:04:05\#(fraction)Z","position":7}'
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
        #expect(try await shell("settings export | settings import - --replace").output.count == 1)
        #expect(try shell.bytes == bytes)
        #expect(shell.home.status(of: shell.file)?.st_ino == status?.st_ino)
    }

    @Test(.enabled(if: Shell.has("python3"), "python3 is not installed"))
    func `Python can read an export`() async throws {
        let script = """
            settings export exported
            python3 -c '
            import plistlib
            settings = plistlib.load(open("exported", "rb"))
            opened = settings["lastSession"]["opened"]
            print(settings["fontSize"], settings["username"], settings["recentFiles"], opened)
            '
            """
        let line = "14.0 Ann & Bee ['a.txt', 'b.txt'] 2001-01-02 03:04:05"
        #expect(try await Shell()(Self.someInShell() + script).output == [line])
    }

    @Test func `An import with wrong values exits with 65 and changes nothing`() async throws {
        try await setSome()
        let stored = NSDictionary(dictionary: settings.stored)
        try home.write(["fontSize": "banana", "theme": "blue", "username": "Zoe"], to: "wrong")
        let error = """
            Value for key 'fontSize' is a String, expected Double. Value for key 'theme' is 'blue', not a Theme; \
            valid values are light, dark, system. Nothing is imported; --skip-invalid imports the rest.
            """
        #expect(try await settings("import", "--replace", home.path("wrong")) == .failed(65, error))
        #expect(NSDictionary(dictionary: settings.stored) == stored)
        let run = try await settings("import", "--replace", "--skip-invalid", home.path("wrong"))
        #expect(
            run.output == [
                "Stored: username.",
                "Reset: homepage, lastSession, recentFiles, zoom/a/b, zoom/report.pdf.",
                "Skipped, because invalid: fontSize, theme.",
            ]
        )
        #expect(try await settings.row("fontSize") == ["fontSize", "14.0", "stored"])
    }

    @Test func `import rejects another program's file, and an empty one resets all settings`() async throws {
        try await setSome()
        let stored = NSDictionary(dictionary: settings.stored)
        try home.write(["NSWindow": 1, "color": "red"], to: "other")
        let refused = try await settings("import", "--replace", home.path("other"))
        #expect(refused == .failed(65, "No name in the data belongs to a setting of the list: 'NSWindow', 'color'."))
        #expect(NSDictionary(dictionary: settings.stored) == stored)
        try home.write([:], to: "empty")
        let run = try await settings("import", "--replace", home.path("empty"))
        #expect(run.output.count == 1 && run.output[0].hasPrefix("Reset: fontSize, homepage, "))
        #expect(settings.stored.isEmpty)
    }

    @Test func `export writes no binary data to a terminal`() async throws {
        let script = "script -qec 'settings export' /dev/null"
        let run = try await Shell()(Self.someInShell(fraction: ".25") + script)
        #expect(
            run.output.map { $0.filter { !$0.isNewline } } == [
                "settings: the export is binary, so a terminal can't show it; give the name of a file"
            ]
        )
        #expect(run.status == 73)
    }

    @Test func `Importing other data exits with 65, and files that can't be used with 66 and 73`() async throws {
        try home.write([UInt8]("banana".utf8), to: "banana")
        let refused = try await settings("import", "--replace", home.path("banana"))
        #expect(refused == .failed(65, "The data is not a property list of settings."))
        let reasons = [("absent/file", "No such file or directory"), ("", "Is a directory")]
        for (path, reason) in reasons.map({ (home.path($0), $1) }) {
            #expect(try await settings("import", "--replace", path) == .failed(66, "can't read '\(path)': \(reason)"))
            #expect(try await settings("export", path) == .failed(73, "can't export to '\(path)': \(reason)"))
        }
    }

    @Test func `export and import keep a link and a pipe`() async throws {
        let script = """
            settings export plain
            touch file; ln -s file link; settings export link
            test -L link && cmp file plain && echo link
            mkfifo pipe; exec 3<> pipe; settings export pipe
            test -p pipe && head -c "$(stat -c %s plain)" <&3 | cmp - plain && echo pipe
            settings import --replace <(cat plain)
            """
        let run = try await Shell()(Self.someInShell() + script)
        #expect(run.output == ["link", "pipe", "Stored: fontSize, lastSession, recentFiles, username."])
    }

    @Test func `Unknown names in an import are reported`() async throws {
        try home.write(["fontSize": 14, "stranger": 1], to: "more")
        let run = try await settings("import", "--replace", home.path("more"))
        #expect(run == .printed("Stored: fontSize.", "Ignored, because no setting has the name: stranger."))
        #expect(Array(settings.stored.keys) == ["fontSize"])
    }

    @Test func `import --merge keeps the settings that the file doesn't have`() async throws {
        try await settings("set", "theme", "dark")
        try home.write(["fontSize": 14], to: "some")
        #expect(try await settings("import", "--merge", home.path("some")) == .printed("Stored: fontSize."))
        #expect(Set(settings.stored.keys) == ["theme", "fontSize"])
    }

    @Test func `An export as JSON is imported`() async throws {
        try await setSome()
        let table = try await settings().table
        let file = home.path("exported.json")
        #expect(try await settings("export", "--json", file).status == 0)
        try await settings("reset", "--all", "--yes")
        #expect(try await settings("import", "--replace", file).status == 0)
        #expect(try await settings().table == table)
        try home.write([UInt8](#"{"fontSize": 15, "zoom/a/b": 4}"#.utf8), to: "hand.json")
        let run = try await settings("import", "--merge", home.path("hand.json"))
        #expect(run == .printed("Stored: fontSize, zoom/a/b."))
    }

    @Test(arguments: [
        (
            "{\"fontSize\": \"banana\"}",
            "Value for key 'fontSize': 'banana' is not a number.\nExpected a number such as 12.0. Nothing is imported; "
                + "--skip-invalid imports the rest."
        ),
        ("[1,", "The data is not JSON of settings: line 1, column 4: expected a value, found the end."),
    ])
    func `JSON with a wrong value exits with 65 and changes nothing`(_ json: String, error: String) async throws {
        try home.write([UInt8](json.utf8), to: "wrong.json")
        #expect(try await settings("import", "--merge", home.path("wrong.json")) == .failed(65, error))
        #expect(settings.stored.isEmpty)
    }

    @Test func `A secret that the rows of list --json mask is skipped and named`() async throws {
        let service = Commands.service
        try await service("set", "apiKey=abcd", "port=80")
        let rows = try await service("list", "--json")
        #expect(rows.output.contains { $0.contains(#""isSecret": true"#) } && !rows.output.joined().contains("abcd"))
        try home.write([UInt8](rows.output.joined(separator: "\n").utf8), to: "rows.json")
        try await service("set", "apiKey=efgh", "port=81")
        let lines = ["Stored: port.", "Skipped, because the file masks the secret: apiKey."]
        for option in ["--merge", "--replace"] {
            #expect(try await service("import", option, home.path("rows.json")).output == lines)
            #expect(try await service("get", "apiKey", "port") == .printed("apiKey\tefgh", "port\t80"))
        }
        // Without a value, a secret is not masked.
        try await service("reset", "apiKey")
        #expect(try await service("list", "--json", "apiKey").output.contains { $0.contains(#""value": null"#) })
    }

    @Test func `An export as JSON has the stored values by name, secrets and nil included`() async throws {
        let service = Commands.service
        try await service("set", "apiKey=abcd", "quota/acme.org=2", "startsAt=2026-01-31", "limits.burst=1")
        service.write(["region": "$null"])
        let file = home.path("exported.json")
        try await service("export", "--json", file)
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
            try await service("import", "--replace", file) == .printed("Stored: \(names).", "Reset: quota.")
        )
        #expect(NSDictionary(dictionary: service.stored) == stored)
        #expect(try await service("get", "region").status == 1)
    }

    @Test func `An export with a value that can't be read exits with 65, and writes nothing`() async throws {
        settings.write(["fontSize": "banana", "theme": "dark"])
        let error = "Value for key 'fontSize' is a String, expected Double."
        for words in [["export"], ["export", "--json"], ["export", "--json", home.path("new")]] {
            #expect(try await settings.run(words) == .failed(65, error))
        }
        #expect(home.names.isEmpty)
    }

    @Test func `An export never has an override's value`() async throws {
        let commands = Commands(name: "one", keys: { [size.self] })
        try await commands("set", "size=14")
        var arguments = ["--size", "20"]
        try commands.keys().applyArguments(&arguments)
        #expect(try await commands("export", "--json") == .printed("{", #"  "size": 14"#, "}"))
        #expect(try await commands("list") == .printed("size\t20.0\toption --size"))
    }

    private enum size: TSUD { static let defaultValue = 12.0 }

    @Test func `A member whose name looks like another one's key is exported and imported as itself`() async throws {
        for name in ["zoom/a%2Eb", "zoom/a.b", "zoom/100%"] { try await settings("set", name, "2") }
        let stored = NSDictionary(dictionary: settings.stored)
        try await settings("export", "--json", home.path("members.json"))
        try await settings("reset", "--all", "--yes")
        let run = try await settings("import", "--replace", home.path("members.json"))
        #expect(run == .printed("Stored: zoom/100%, zoom/a%2Eb, zoom/a.b."))
        #expect(NSDictionary(dictionary: settings.stored) == stored)
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
        #expect(try await settings("import", "--merge", home.path("encoded")) == .printed("Stored: username."))
        #expect(settings.stored["username"] as? String == "Bäcker")
    }

    @Test func `An export keeps the mode of a file, and a new one is private`() async throws {
        let script = """
            umask 022; settings set fontSize 14 > /dev/null
            settings export new; touch old; chmod 640 old; settings export old
            mkdir 'a ä'; settings export 'a ä/file'
            stat -c %a new old 'a ä/file'; ls -A | wc -l
            """
        #expect(try await Shell()(script) == .printed("600", "640", "600", "5"))
    }

    @Test func `An import of endless data ends`() async throws {
        let run = try await Shell()("settings import --replace /dev/zero")
        #expect(run == .failed(65, "'/dev/zero' is larger than 256 MB"))
    }

    @Test(arguments: [("list", 65), ("get fontSize", 65), ("export", 65), ("export --json", 65)])
    func `A command that reads a damaged file exits with 65 and the reason`(
        _ words: String,
        status: Int
    ) async throws {
        let shell = try Shell()
        try shell.home.write([UInt8]("banana".utf8), to: shell.file)
        let run = try await shell("settings \(words)")
        let reason = "the file '\(shell.home.path(shell.file))' is not a property list of settings"
        #expect(run == .failed(Int32(status), reason))
    }

    @Test(arguments: ["list", "list --json", "get fontSize", "export", "export --json"])
    func `A command that can't read its file exits with 66 and the reason`(_ words: String) async throws {
        let shell = try Shell()
        let path = shell.home.path(shell.file)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(try await shell("settings \(words)") == .failed(66, "can't read '\(path)': Is a directory"))
    }

    @Test(arguments: [("y", 0, "Stored: theme."), ("n", 1, "settings: nothing is changed")])
    func `In a terminal, import requests a confirmation before it resets other settings`(
        _ answer: String,
        _ status: Int32,
        _ line: String
    ) async throws {
        let script = """
            settings set theme dark > /dev/null; settings export some; settings set fontSize 14 > /dev/null
            echo \(answer) | script -qec 'settings import some' /dev/null; echo $?
            """
        let output = try await Shell()(script).output
        #expect(output.contains { $0.contains("Reset the settings that the file doesn't have? [y/N]") })
        #expect(output.contains { $0.hasSuffix(line) })
        #expect(output.last == "\(status)")
    }

    @Test(arguments: [("y", 0, "Reset: theme."), ("n", 1, "settings: nothing is changed")])
    func `In a terminal, reset --all requests a confirmation`(
        _ answer: String,
        _ status: Int32,
        _ line: String
    ) async throws {
        let script = """
            settings set theme dark > /dev/null
            echo \(answer) | script -qec 'settings reset --all' /dev/null; echo $?
            """
        let output = try await Shell()(script).output
        #expect(output.contains { $0.contains("Reset all settings? [y/N]") })
        #expect(output.contains { $0.hasSuffix(line) })
        #expect(output.last == "\(status)")
    }
}
#endif
