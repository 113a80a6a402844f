#if os(Linux)
import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

@testable import TSUDCommands

/// Several names, patterns, and words that are no names.
@Suite(.ephemeralSettings) struct NameTests {
    private let editor = Commands.editor
    private let types = Commands(name: "types", keys: { [isShown.self, zoom.self, title.self] })

    private func setSome() async throws {
        try await editor("set", "fontSize=14", "theme=dark", "zoom/a.pdf=2", "zoom/b.pdf=3")
    }

    static let selections: [(String, words: [String], output: [String])] = [
        ("several names", ["get", "fontSize", "theme"], ["fontSize\t14.0", "theme\tdark"]),
        ("a pattern of members", ["get", "zoom/*"], ["zoom/a.pdf\t2.0", "zoom/b.pdf\t3.0"]),
        ("a name twice", ["get", "zoom/*", "zoom/a.pdf"], ["zoom/a.pdf\t2.0", "zoom/b.pdf\t3.0"]),
        ("a pattern of one setting", ["get", "font*"], ["fontSize\t14.0"]),
        ("a pattern of fields", ["get", "lastSession.p*"], ["lastSession.position\t0"]),
        ("without a value", ["get", "username", "theme"], ["theme\tdark"]),
        ("JSON", ["get", "--json", "theme", "zoom/a.pdf"], [#"{"theme":"dark","zoom/a.pdf":2}"#]),
        (
            "a list", ["list", "theme", "zoom/*"],
            ["theme\tdark\tstored", "zoom/a.pdf\t2.0\tstored", "zoom/b.pdf\t3.0\tstored"]
        ),
        (
            "a list of what differs", ["list", "--changed", "zoom*"],
            ["zoom/a.pdf\t2.0\tstored", "zoom/b.pdf\t3.0\tstored"]
        ),
        ("a pattern without members", ["list", "zoom/x*"], []),
        ("a reset of a pattern", ["reset", "zoom/*"], ["zoom/a.pdf = 1.0 (default)", "zoom/b.pdf = 1.0 (default)"]),
        (
            "a reset of several", ["reset", "theme", "fontSize"],
            ["theme = system (default)", "fontSize = 12.0 (default)"]
        ),
        ("a reset of nothing", ["reset", "zoom/x*"], ["No value was stored."]),
    ]

    @Test(arguments: selections)
    func `Several names and patterns select settings`(_: String, words: [String], output: [String]) async throws {
        try await setSome()
        #expect(try await editor.run(words) == Run(status: 0, output: output, errors: ""))
    }

    @Test func `get exits with 1 without values, and with 65 after the others if one is unreadable`() async throws {
        #expect(try await editor("get", "username", "username") == Run(status: 1, output: [], errors: ""))
        #expect(try await editor("get", "zoom/x*") == Run(status: 1, output: [], errors: ""))
        editor.write(["fontSize": "banana"])
        let run = try await editor("get", "fontSize", "theme")
        #expect(run.status == 65 && run.output == ["theme\tsystem"])
        let error = "No setting matches 'x*'"
        #expect(try await editor("list", "x*") == .failed(64, error))
    }

    static let others: [(String, words: [String], suggestion: String)] = [
        ("--get", ["--get", "fontSize"], "get fontSize"),
        ("--list", ["--list"], "list"),
        ("-l", ["-l"], "list"),
        ("--unset", ["--unset", "theme"], "reset theme"),
        ("-e", ["-e"], "edit"),
        ("a name", ["fontSize"], "get fontSize"),
        ("a value", ["hasWidgets", "on"], "set hasWidgets on"),
        ("an assignment", ["fontSize=14"], "set fontSize=14"),
        ("show", ["show"], "list"),
        ("show with a name", ["show", "theme"], "get theme"),
        ("view", ["view", "theme"], "get theme"),
        ("delete", ["delete", "theme"], "reset theme"),
        ("rm", ["rm", "theme"], "reset theme"),
        ("a field", ["lastSession.position"], "get lastSession.position"),
    ]

    @Test(arguments: others)
    func `Input for another tool gets a suggestion`(_: String, words: [String], suggestion: String) async throws {
        let kind = words[0].hasPrefix("-") ? "option" : "command"
        let line = "Unknown \(kind) '\(words[0])'. Did you mean: editor config \(suggestion)"
        #expect(try await editor.run(words) == .failed(64, line))
    }

    @Test(arguments: [
        ["apiKey", "seesaw"], ["apiKey=seesaw"], ["--set", "apiKey", "seesaw"], ["write", "apiKey=seesaw"],
    ])
    func `A suggestion doesn't print a secret`(_ words: [String]) async throws {
        let run = try await Commands.service.run(words)
        #expect(run.status == 64 && run.errors.contains("Did you mean") && !run.errors.contains("seesaw"))
    }

    @Test func `A program's own command and a setting's name come before the suggestions`() async throws {
        let show = { @Sendable in [SettingsCommand("show", summary: "show") { try $0.write("shown\n") }] }
        let own = Commands(name: "own", keys: { [list.self] }, more: { show() })
        #expect(try await own("show") == .printed("shown"))
        #expect(try await own("l") == .failed(64, "Unknown command 'l'. Did you mean: own get l", of: "own"))
    }

    static let excluding = [
        ["set", "recentFiles", "a", "--add", "--remove"]
    ]

    @Test(arguments: excluding) func `Two options that exclude each other are an error`(_ words: [String]) async throws
    {
        let run = try await editor.run(words)
        #expect(run.status == 64 && run.errors.hasSuffix(" exclude each other\n"))
    }

    @Test(arguments: ["get", "describe", "set", "help", "", "--"], ["fontSize", "a.", "a=", "a=."])
    func `A long unknown name is reported at once, and cut`(_ command: String, part: String) async throws {
        let name = String(repeating: part, count: 16_000 / part.count)
        let words = command == "--" ? ["get", "--" + name] : [command, name].filter { !$0.isEmpty }
        let run = try await editor.run(words)
        #expect(run.status == 64 && run.errors.utf8.count < 300)
        let similar = Commands(name: "long", keys: { [zoom.self, long.self] })
        #expect(try await similar("get", String(name.reversed())).errors.utf8.count < 500)
    }

    @Test func `A misspelled long name is recognized`() {
        let name = String(repeating: "a", count: 5_000)
        #expect(similarName(to: "b" + name, in: ["c", name]) == name)
    }

    @Test(arguments: ["*", "api*"]) func `A pattern masks secrets, and the exact name doesn't`(
        _ pattern: String
    ) async throws {
        let service = Commands.service
        try await service("set", "apiKey", "hunter2")
        #expect(try await service("get", pattern).output.contains("apiKey\t***"))
        #expect(try await !service("get", pattern, "--json").output.joined().contains("hunter2"))
        #expect(try await service("get", "apiKey", "port") == .printed("apiKey\thunter2", "port\t8080"))
    }

    @Test(arguments: [
        (["add", "recentFiles", "a"], "set --add recentFiles a"), (["check", "a.json"], "doctor a.json"),
        (["validate"], "doctor"), (["lint"], "doctor"), (["explain", "theme"], "describe theme"),
        (["info", "theme"], "describe theme"), (["where"], "path"),
    ])
    func `A command of another tool has a suggestion`(_ words: [String], suggestion: String) async throws {
        let error = "Unknown command '\(words[0])'. Did you mean: editor config \(suggestion)"
        #expect(try await editor.run(words) == .failed(64, error))
    }

    @Test func `The version is the program's`() async throws {
        let error = "Unknown option '--version'. Did you mean: editor --version"
        #expect(try await editor("--version") == .failed(64, error))
    }

    @Test func `A former key is no name, and the error has the current one`() async throws {
        let commands = Commands(name: "former", keys: { [colour.self] })
        #expect(try await commands("get", "color") == .failed(64, "'color' is now called 'colour'", of: "former"))
    }

    private enum colour: TSUD {
        static let defaultValue = "red"
        static let formerKeys = ["color"]
    }
    private enum long: TSUD {
        static let defaultValue = 1
        static let stringKey = String(repeating: "fontSize", count: 2000)
    }

    @Test func `The help of a command is also printed after its operands`() async throws {
        let help = try await editor("help", "set")
        #expect(try await editor("set", "fontSize", "--help") == help)
        #expect(try await editor("set", "fontSize", "14", "--help") == help)
        #expect(editor.stored.isEmpty)
    }

    @Test func `An independent member has its setting's name in every command`() async throws {
        #expect(try await types("set", "isShown/CPU", "off") == .printed("isShown/CPU = false (stored)"))
        #expect(types.stored["CPU_state"] as? Bool == false)
        #expect(try await types("get", "isShown/*") == .printed("isShown/CPU\tfalse"))
        #expect(
            try await types("list", "isShown/CPU", "isShown/GPU", "isShown/RAM").table == [
                ["isShown/CPU", "false", "stored"], ["isShown/GPU", "false", "default"],
                ["isShown/RAM", "true", "default"],
            ]
        )
        // It doesn't have the setting's value.
        try await types("set", "isShown", "off")
        #expect(
            try await types("describe", "isShown/RAM").output.suffix(2) == [
                "takes:    on or off", "sources:  default: true",
            ]
        )
        let exported = try await types("export")
        #expect(exported == .printed("{", #"  "isShown": false,"#, #"  "isShown/CPU": false"#, "}"))
        #expect(try await types("reset", "isShown/*") == .printed("isShown/CPU = true (default)"))
        #expect(types.stored["CPU_state"] == nil)
    }

    @Test func `Commands leave out members whose names are their keys`() async throws {
        let commands = Commands(name: "keys", keys: { [shortcut.self] })
        commands.write(["leftHalf": "x", "shortcut": "y"])
        #expect(try await commands("list") == .printed("shortcut\ty\tstored"))
        #expect(try await commands("export") == .printed("{", #"  "shortcut": "y""#, "}"))
        for words in [["set", "shortcut/leftHalf", "z"], ["get", "leftHalf"]] {
            #expect(try await commands.run(words).status == 64)
        }
        let schema = try await JSONSerialization.jsonObject(with: Data(commands("schema").output.joined().utf8))
        #expect((schema as? [String: Any]).flatMap { $0["patternProperties"] as? [String: Any] }?.isEmpty == true)
        #expect(try await commands("reset", "--all", "--yes").status == 0)
        #expect(commands.stored.keys.sorted() == ["leftHalf"])
    }

    @Test func `Two settings with one key in different suites are an error in every command`() async throws {
        let twice = Commands(name: "twice", keys: { [title.self, Elsewhere.title.self] })
        for words in [["list"], ["set", "title", "a"], ["help"]] {
            let run = try await twice.run(words)
            #expect(run.status == 65 && run.output.isEmpty)
            #expect(run.errors == "twice: Two settings of the list have the key 'title', in different suites.\n")
        }
        // Two types may share a value.
        let shared = Commands(name: "shared", keys: { [title.self, Again.title.self] })
        #expect(try await shared("set", "title", "a") == .printed("title = a (stored)"))
        #expect(try await shared() == .printed("title\ta\tstored"))
    }

    @Test func `A text after an equals sign may begin with an accent`() async throws {
        let commands = Commands(name: "accents", keys: { [title.self, zoom.self] })
        #expect(try await commands("set", "title=\u{301}a", "zoom=2").status == 0)
        #expect(Array(title.value.utf8) == Array("\u{301}a".utf8) && zoom.value == 2)
        for words in [
            ["set", "titel=\u{301}secret"], ["set", "zoom=1", "titel=\u{301}secret"], ["titel=\u{301}secret"],
        ] {
            let run = try await commands.run(words)
            #expect(run.status == 64 && !run.errors.contains("secret"), "\(run)")
        }
        var arguments = ["--title=\u{301}b"]
        try [any TSUD.Type]([title.self]).applyArguments(&arguments)
        #expect(arguments.isEmpty && Array(title.value.utf8) == Array("\u{301}b".utf8))
    }

    @Test func `Two spellings of one name are two names in every command`() async throws {
        let both = Commands(name: "both", keys: { [isShown.self, composed.self, decomposed.self] })
        let names = ["e\u{301}", "\u{E9}"]
        for (number, name) in names.enumerated() {
            try await both("set", name, "\(number)")
            try await both("set", "isShown/\(name)", number == 0 ? "no" : "yes")
        }
        #expect(composed.value == 1 && decomposed.value == 0 && !isShown[names[0]] && isShown[names[1]])
        let all = #"{"isShown/e\#u{301}":false,"isShown/\#u{E9}":true,"e\#u{301}":0,"\#u{E9}":1}"#
        let words = names.map { "isShown/\($0)" } + names
        #expect(try await isSpelled(both.run(["get", "--json"] + words).output, [all]))
        let rows = try await both.run(["list", "isShown/*", names[1], names[0]]).output
        #expect(
            isSpelled(
                rows.map { String($0.prefix { $0 != "\t" }) },
                ["isShown/e\u{301}", "isShown/\u{E9}", "\u{E9}", "e\u{301}"]
            )
        )
        let exported = try await both("export").output
        try await both("reset", "--all", "--yes")
        #expect(both.stored.isEmpty)
        let file = try TemporaryDirectory()
        try file.write(Array(exported.joined(separator: "\n").utf8), to: "exported")
        try await both("import", file.path("exported"))
        #expect(try await isSpelled(both("export").output, exported))
        #expect(try await both("set", "\(names[0])=5", "\(names[1])=6").status == 0)
        #expect(composed.value == 6 && decomposed.value == 5)
    }

    private func isSpelled(_ lines: [String], _ others: [String]) -> Bool {
        lines.map { Array($0.utf8) } == others.map { Array($0.utf8) }
    }

    private enum shortcut: TSUD {
        static let defaultValue = ""
        static let memberKey = "*"
    }
    private enum isShown: TSUD {
        static let defaultValue = true
        static let memberKey = "*_state"
        static func defaultValue(of module: String) -> Bool { module != "GPU" }
    }
    private enum zoom: TSUD { static let defaultValue = 1.0 }
    private enum title: TSUD { static let defaultValue = "" }
    private enum Again {
        enum title: TSUD {
            static let defaultValue = ""
            static let stringKey = "title"
        }
    }
    private enum Elsewhere {
        enum title: TSUD {
            static let defaultValue = ""
            static let suiteName = "elsewhere"
        }
    }
    private enum list: TSUD {
        static let defaultValue = 7
        static let stringKey = "l"
    }
}
#endif
