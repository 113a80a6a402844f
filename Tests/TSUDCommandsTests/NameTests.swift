#if os(Linux)
import Foundation
import TSUD
import TSUDCommands
import TSUDTesting
import TestSupport
import Testing

/// Several names, patterns, and words that are no names.
@Suite(.ephemeralSettings) struct NameTests {
    private let settings = Commands.settings
    private let types = Commands(name: "types", keys: { [isShown.self, zoom.self, title.self] })

    private func setSome() async throws {
        try await settings("set", "fontSize=14", "theme=dark", "zoom/a.pdf=2", "zoom/b.pdf=3")
    }

    static let selections: [(String, words: [String], output: [String])] = [
        ("several names", ["get", "fontSize", "theme"], ["fontSize\t14.0", "theme\tdark"]),
        ("a pattern of members", ["get", "zoom/*"], ["zoom/a.pdf\t2.0", "zoom/b.pdf\t3.0"]),
        ("a name twice", ["get", "zoom/*", "zoom/a.pdf"], ["zoom/a.pdf\t2.0", "zoom/b.pdf\t3.0"]),
        ("a pattern of one setting", ["get", "font*"], ["fontSize\t14.0"]),
        ("a pattern of fields", ["get", "lastSession.p*"], ["lastSession.position\t0"]),
        ("without a value", ["get", "username", "theme"], ["theme\tdark"]),
        ("origins", ["get", "--origin", "theme", "zoom"], ["stored\ttheme\tdark", "default\tzoom\t1.0"]),
        ("JSON", ["get", "--json", "theme", "zoom/a.pdf"], [#"{"theme":"dark","zoom/a.pdf":2}"#]),
        (
            "stored objects", ["get", "--raw", "theme", "zoom/*"],
            ["theme\t\"dark\"", "zoom/a.pdf\t2", "zoom/b.pdf\t3"]
        ),
        ("null characters", ["get", "-z", "theme", "fontSize"], ["theme", "dark\0fontSize", "14.0\0"]),
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
        ("a reset of nothing", ["reset", "zoom/x*"], ["Nothing was stored."]),
    ]

    @Test(arguments: selections)
    func `Several names and patterns select settings`(_: String, words: [String], output: [String]) async throws {
        try await setSome()
        #expect(try await settings.run(words) == Run(status: 0, output: output, errors: ""))
    }

    @Test func `get exits with 1 without values, and with 65 after the others if one is unreadable`() async throws {
        #expect(try await settings("get", "username", "username") == Run(status: 1, output: [], errors: ""))
        #expect(try await settings("get", "zoom/x*") == Run(status: 1, output: [], errors: ""))
        settings.write(["fontSize": "banana"])
        let run = try await settings("get", "fontSize", "theme")
        #expect(run.status == 65 && run.output == ["theme\tsystem"])
        let error = "No setting matches 'x*'"
        #expect(try await settings("list", "x*") == .failed(64, error))
    }

    static let others: [(String, words: [String], suggestion: String)] = [
        ("--get", ["--get", "fontSize"], "get fontSize"),
        ("--list", ["--list"], "list"),
        ("-l", ["-l"], "list"),
        ("--unset", ["--unset", "theme"], "reset theme"),
        ("-e", ["-e"], "edit"),
        ("a name", ["fontSize"], "get fontSize"),
        ("a value", ["Has Widgets", "on"], "set 'Has Widgets' on"),
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
        let line = "Unknown \(kind) '\(words[0])'. Did you mean: settings \(suggestion)"
        #expect(try await settings.run(words) == .failed(64, line))
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
        #expect(try await own("-l", "3") == .printed("l\t7\tdefault"))
        #expect(try await own("l") == .failed(64, "Unknown command 'l'. Did you mean: own get l", of: "own"))
    }

    static let excluding = [
        ["set", "recentFiles", "a", "--add", "--remove"], ["import", "-", "--merge", "--replace"],
        ["get", "theme", "--json", "--raw"], ["list", "--json", "-z"],
    ]

    @Test(arguments: excluding) func `Two options that exclude each other are an error`(_ words: [String]) async throws
    {
        let run = try await settings.run(words)
        #expect(run.status == 64 && run.errors.hasSuffix(" exclude each other\n"))
    }

    @Test func `The help of a command is also printed after its operands`() async throws {
        let help = try await settings("help", "set")
        #expect(try await settings("set", "fontSize", "--help") == help)
        #expect(try await settings("set", "fontSize", "14", "--help") == help)
        #expect(settings.stored.isEmpty)
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
        let exported = try await types("export", "--json")
        #expect(exported == .printed("{", #"  "isShown": false,"#, #"  "isShown/CPU": false"#, "}"))
        #expect(try await types("reset", "isShown/*") == .printed("isShown/CPU = true (default)"))
        #expect(types.stored["CPU_state"] == nil)
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
