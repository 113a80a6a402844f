#if os(Linux)
import Foundation
import TSUD
import TSUDCommands
import TSUDTesting
import TestSupport
import Testing

/// One table of calls for several unrelated programs.
@Suite(.ephemeralSettings) struct ProgramTests {
    /// A program, and the replacements for the table's placeholders.
    struct Subject: CustomTestStringConvertible, Sendable {
        let commands: Commands
        let words: [String: String]
        var testDescription: String { commands.name }
    }

    private static let subjects = [
        Subject(
            commands: .editor,
            words: [
                "NUMBER": "fontSize", "TEXT": "14", "SHOWN": "14.0", "DEFAULT": "12.0", "OTHER": "20",
                "TYPE": "a number",
                "CHOICE": "theme", "CHOSEN": "dark", "USUAL": "system", "CHOICES": "one of light, dark, system",
                "FLAG": "hasWidgets", "NIL": "username", "MEMBER": "zoom/report.pdf", "OWNER": "zoom", "OF": "1.0",
                "CODABLE": "lastSession", "JSON": #"{"document":"a","opened":"2001-01-02T03:04:05.250Z","position":7}"#,
                "RANGED": "lineWidth", "OUT": "500", "RULE": "it must be from 20 to 400", "MISTAKE": "fontsize",
            ]
        ),
        Subject(
            commands: .service,
            words: [
                "NUMBER": "quota", "TEXT": "2", "SHOWN": "2.0", "DEFAULT": "1.5", "OTHER": "7", "TYPE": "a number",
                "CHOICE": "logLevel", "CHOSEN": "error", "USUAL": "info", "CHOICES": "one of debug, info, error",
                "FLAG": "Is Verbose", "NIL": "region", "MEMBER": "quota/acme.org", "OWNER": "quota", "OF": "1.5",
                "CODABLE": "limits", "JSON": #"{"burst":0.5,"requests":3,"since":"2001-01-02T03:04:05.250Z"}"#,
                "RANGED": "port", "OUT": "0", "RULE": "it must be from 1 to 65535", "MISTAKE": "Quota",
            ]
        ),
    ]

    /// Consecutive calls, with their statuses and output.
    ///
    /// Errors are without the program's name.
    private static let calls: [(words: [String], status: Int32, lines: [String])] = [
        (["get", "NUMBER"], 0, ["DEFAULT"]),
        (["set", "NUMBER", "TEXT"], 0, ["NUMBER = SHOWN (stored)"]),
        (["list", "NUMBER"], 0, ["NUMBER\tSHOWN\tstored"]),
        (["get", "--json", "CHOICE"], 0, ["\"USUAL\""]),
        (["list", "CHOICE"], 0, ["CHOICE\tUSUAL\tdefault"]),
        (["set", "CHOICE", "blue"], 64, ["'blue' is not valid.\nExpected CHOICES."]),
        (["set", "CHOICE"], 64, ["is CHOICES"]),
        (["set", "CHOICE", "CHOSEN"], 0, ["CHOICE = CHOSEN (stored)"]),
        (["set", "FLAG", "on"], 0, ["FLAG = true (stored)"]),
        (
            ["set", "NUMBER", "banana"], 64,
            ["Text for key 'NUMBER': 'banana' is not TYPE.\nExpected TYPE such as DEFAULT."]
        ),
        (
            ["set", "RANGED", "OUT"], 64,
            ["Text for key 'RANGED': 'OUT' is invalid: RULE.\nExpected a whole number such as "]
        ),
        (["set", "MISTAKE", "1"], 64, ["Unknown setting 'MISTAKE'. Did you mean NUMBER?"]),
        (["sett", "NUMBER", "1"], 64, ["Unknown command 'sett'. Did you mean set?"]),
        (["get", "NIL"], 1, []),
        (["get", "NIL", "--json"], 0, ["null"]),
        (["set", "NIL", "Ann Bee"], 0, ["NIL = Ann Bee (stored)"]),
        (["get", "NIL"], 0, ["Ann Bee"]),
        (["reset", "NIL"], 0, ["NIL = null (default)"]),
        (["set", "CODABLE", "JSON"], 0, ["CODABLE = JSON (stored)"]),
        (["get", "CODABLE", "--json"], 0, ["JSON"]),
        (["reset", "OWNER"], 0, ["OWNER = OF (default)"]),
        (["set", "MEMBER", "3"], 0, ["MEMBER = 3.0 (stored)"]),
        (["get", "OWNER/other"], 0, ["OF"]),
        (["set", "OWNER", "OTHER"], 0, ["OWNER = OTHER.0 (stored)"]),
        (["get", "OWNER/other"], 0, ["OTHER.0"]),
        (["reset", "MEMBER"], 0, ["MEMBER = OTHER.0 (stored)"]),
        (["set", "--", "NUMBER", "-5"], 0, ["NUMBER = -5.0 (stored)"]),
        (["export"], 0, ["{"]),
        (["reset", "NUMBER"], 0, ["NUMBER = DEFAULT (default)"]),
        (["import", "--replace", "FILE"], 0, ["Stored: "]),
        (["get", "NUMBER"], 0, ["-5.0"]),
        (["import", "--replace", "FILE/absent"], 66, ["can't be read: "]),
        (
            ["path", "--all", "extra"], 64,
            ["unexpected argument 'extra'; expected: PROGRAM path [--all]"]
        ),
        (["reset", "--all", "--yes"], 0, ["Reset: "]),
        (["reset", "--all", "--yes"], 0, ["No value was stored."]),
        (["list", "CODABLE"], 0, ["CODABLE\t"]),
        (["set", "CHOICE", "CHOSEN", "-h"], 64, ["unexpected argument '-h'"]),
        (["help", "reset"], 0, ["Usage: PROGRAM reset NAME..."]),
        (["unset", "NUMBER"], 0, ["NUMBER = "]),
        (["ls", "--changed"], 0, []),
        (["--json", "get", "CHOICE"], 0, ["\"USUAL\""]),
        (["--verbose"], 64, ["Unknown option '--verbose'"]),
        (["completion", "bash"], 0, ["# Load it with: source <(PROGRAM completion bash)"]),
        (["completion", "fish"], 0, ["# Load it with: PROGRAM completion fish | source"]),
        (["list", "--changed"], 0, []),
    ]

    @Test(arguments: subjects) func `Each program has the same commands`(_ subject: Subject) async throws {
        let home = try TemporaryDirectory()
        func filled(_ text: String) -> String {
            var text = text.replacing("FILE", with: home.path("exported"))
            text = text.replacing("PROGRAM", with: subject.commands.name)
            for (word, meaning) in subject.words.sorted(by: { $0.key.count > $1.key.count }) {
                text = text.replacing("\u{1}", with: "").replacing(word, with: meaning)
            }
            return text
        }
        for (words, status, lines) in Self.calls {
            let run = try await subject.commands.run(words.map(filled))
            #expect(run.status == status, "\(words)")
            if words == ["export"] { try home.write(Array(run.output.joined(separator: "\n").utf8), to: "exported") }
            let name = subject.commands.name
            if status > 1 {
                #expect(run.output.isEmpty, "\(words)")
                // Further lines have valid input.
                let count = run.errors.split(separator: "\n").count {
                    !$0.hasPrefix("Expected ") && !$0.hasPrefix("      or: ") && !$0.hasPrefix("Put a TEXT")
                }
                #expect(run.errors.hasPrefix("\(name): "), "\(words)")
                #expect(count == 1, "\(words)")
                #expect(lines.allSatisfy { run.errors.contains(filled($0)) }, "\(words): \(run.errors)")
            } else {
                #expect(run.errors.isEmpty, "\(words)")
                #expect(run.output.isEmpty == lines.isEmpty, "\(words)")
                #expect(lines.allSatisfy { run.output.first?.hasPrefix(filled($0)) == true }, "\(words): \(run.output)")
            }
        }
    }

    @Test func `A command saves the files of both suites before it ends`() async throws {
        let shell = try Shell()
        let script = "service config set port 80; service config set quota/acme.org 2; service config list --changed"
        let run = try await shell(script)
        #expect(
            run.output == [
                "port = 80 (stored)", "quota/acme.org = 2.0 (stored)", "port\t80\tstored",
                "quota/acme.org\t2.0\tstored",
            ]
        )
        #expect(try shell.home.settings(in: "service.plist")["port"] as? Int == 80)
        #expect(try shell.home.settings(in: "service.shared.plist")["quota/acme%2Eorg"] as? Double == 2)
        let export =
            "service config export > all; service config reset --all --yes; service config import --replace all"
        #expect(try await shell(export).output == ["Reset: port, quota/acme.org.", "Stored: port, quota/acme.org."])
        #expect(try shell.home.settings(in: "service.plist").count == 1)
    }

    @Test(
        arguments: [
            ("port", "a whole number such as 8080", nil),
            ("logLevel", "one of debug, info, error", "how much is logged"),
            ("Is Verbose", "on or off", nil), ("region", "a string such as Ann", nil),
            ("quota", "a number such as 1.5", "how much a tenant may store, in GB"),
            ("endpoints", #"a list such as '["Ann"]'"#, "where others are"),
            ("limits", #"JSON such as '{"burst":2.5,"requests":100}'"#, "the limits of a client"),
            ("startsAt", "a date such as 2026-01-31T09:30:00Z", nil),
            ("upstream", "an address such as https://swift.org, or the path of a file", nil),
        ] as [(String, String, String?)]
    )
    func `The input of a setting is derived from its type`(
        _ name: String,
        valueHelp: String,
        summary: String?
    ) async throws {
        let lines = try await Commands.service("describe", name).output
        #expect(lines.contains("takes:    \(valueHelp)"))
        #expect(lines.first { $0.hasPrefix("for:") } == summary.map { "for:      \($0)" })
        #expect(try await Commands.service("help", "set").output.contains("  \(name): \(valueHelp)"))
    }

    @Test func `A program adds its own commands, and may replace one`() async throws {
        struct Broken: LocalizedError { let errorDescription: String? = "it is broken" }
        let program = Commands(name: "x", keys: Commands.service.keys) {
            [
                SettingsCommand("shout", "NAME", "[WORD...]", options: ["--loud"], summary: "print a value in capitals")
                {
                    call in
                    let line = call.line(of: call.operands[0]) ?? "?"
                    try call.write("\(line.uppercased()) \(call.operands.dropFirst()) \(call.options)\n")
                },
                SettingsCommand("path", summary: "fail") { _ in throw CommandError("no path", exitCode: 3) },
                SettingsCommand("break", summary: "break") { _ in throw Broken() },
            ]
        }
        let shouted = try await program("shout", "port", "--loud", "a", "b")
        #expect(shouted == .printed(#"PORT = 8080 (DEFAULT) ["a", "b"] ["--loud"]"#))
        #expect(try await program("shout") == .failed(64, "expected: x shout NAME [WORD...] [--loud]", of: "x"))
        #expect(try await program("path") == .failed(3, "no path", of: "x"))
        #expect(try await program("break") == .failed(70, "it is broken", of: "x"))
        let help = try await program("help").output
        #expect(help.filter { $0.hasPrefix("  path ") } == ["  path        fail"])
        #expect(try await program("help", "shout").output.first == "Usage: x shout NAME [WORD...] [--loud]")
    }
}
#endif
