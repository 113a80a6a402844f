#if os(Linux)
import Foundation
import TSUDTesting
import TestSupport
import Testing

/// The help, the descriptions of settings, and completion.
@Suite(.ephemeralSettings) struct HelpTests {
    let settings = Commands.settings

    @Test(arguments: [["--help"], ["-h"], ["help"], ["--json", "--help"]])
    func `Help is printed, and no setting is used`(_ arguments: [String]) async throws {
        let run = try await settings.run(arguments)
        #expect(run.output.first == "Usage: settings [COMMAND]")
        let usages = run.output.compactMap { $0.split(separator: /\ {2,}/).first.map(String.init) }.filter {
            $0.hasPrefix("settings ")
        }
        #expect(
            usages.map { $0.dropFirst("settings ".count) } == [
                "list [--json] [--changed] [--system] [-z]", "get NAME [--json] [--origin] [--raw] [--system] [-z]",
                "describe NAME",
                "set NAME [TEXT] [NAME=TEXT...] [--add] [--remove]",
                "reset [NAME] [--all]", "edit", "export [FILE] [--json]",
                "import FILE [--merge] [--replace] [--skip-invalid]", "path [--all]", "doctor [FILE]", "schema",
                "watch [NAME...] [--json] [-z]",
                "sync URL",
                "follow URL", "completion SHELL", "help [COMMAND]", "-fontSize 20",
            ]
        )
        #expect(run.errors.isEmpty)
        #expect(run.status == 0)
        #expect(settings.stored.isEmpty)
    }

    @Test func `The help of a command has its usage, and the input for each setting`() async throws {
        let run = try await settings("help", "set")
        #expect(
            run.output.prefix(3) == [
                "Usage: settings set NAME [TEXT] [NAME=TEXT...] [--add] [--remove]", "",
                "Store a value, or standard input for -; add or remove an element.",
            ]
        )
        #expect(run.output.contains("  theme: one of light, dark, system"))
        #expect(try await settings("set", "--help") == run)
        #expect(try await settings("help", "export").output.count == 3)
    }

    @Test func `A setting and a document's value are described`() async throws {
        try await settings("set", "theme", "dark")
        #expect(
            try await settings("describe", "theme").output == [
                "theme", "for:      the colors", "type:     Theme", "default:  system", "value:    dark",
                "from:     stored",
                "takes:    one of light, dark, system",
            ]
        )
        try await settings("set", "zoom/report.pdf", "1.5")
        #expect(
            try await settings("describe", "zoom/report.pdf").output == [
                "zoom/report.pdf", "for:      how much documents are enlarged", "type:     Double", "default:  1.0",
                "value:    1.5", "from:     stored",
                "takes:    a number such as 1.5; for one document as in: set zoom/report.pdf 1.5",
            ]
        )
    }

    @Test(arguments: [
        (["se"], ["set"]),
        (["get", ""], ["fontSize", "lineWidth", #"Has\ Widgets"#, "username", "theme"]),
        (["set", "Has"], [#"Has\ Widgets"#]),
        (["set", #"Has\ W"#], [#"Has\ Widgets"#]),
        (["get", "fontSize", "--"], ["--json", "--origin", "--raw"]),
        (["reset", "--"], ["--all"]),
        (["watch", "theme", "font"], ["fontSize"]),
        (["help", "desc"], ["describe"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["export", ""], []),
        (["unknown", ""], []),
    ])
    func `Bash completes commands and settings`(_ words: [String], candidates: [String]) async throws {
        let script = """
            source <(settings completion bash)
            COMP_WORDS=(settings "$@")
            COMP_CWORD=$#
            _settings
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let run = try await Shell()(script, words)
        #expect(run.errors.isEmpty)
        #expect(Array(run.output.filter { !$0.isEmpty }.prefix(5)) == candidates)
    }

    @Test(arguments: [
        (["config", "se"], ["set"]), (["config", "get", "Is"], [#"Is\ Verbose"#]), (["co"], ["another's"]),
        (["status", ""], ["another's"]),
    ])
    func `Bash completes the subcommand, and leaves other words to the program`(
        _ words: [String],
        candidates: [String]
    ) async throws {
        let script = """
            others() { COMPREPLY=("another's"); }
            complete -F others service
            source <(service config completion bash)
            source <(service config completion bash)
            COMP_WORDS=(service "$@")
            COMP_CWORD=$#
            _service_config
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        #expect(try await Shell()(script, words) == Run(status: 0, output: candidates, errors: ""))
    }

    @Test(.enabled(if: Shell.has("zsh"), "zsh is not installed"))
    func `Zsh completes commands and settings`() async throws {
        // Replaces zsh's completion functions by ones that print their arguments.
        let script = """
            compdef() { print compdef $@ }
            compadd() { shift; print -l -- $@ }
            _describe() { print -l -- ${(P)2} }
            others() { print others }
            source <(settings completion zsh)
            words=(settings s) CURRENT=2 _settings
            words=(settings set Has) CURRENT=3
            _settings
            _files() { print files }
            words=(settings export a) CURRENT=3
            _settings
            typeset -A _comps=(service others)
            source <(service config completion zsh)
            words=(service con) CURRENT=2 _service_config
            words=(service config s) CURRENT=3 _service_config
            words=(service config set Is) CURRENT=4
            _service_config
            """
        let run = try await Shell()(script, with: Shell.path(of: "zsh") ?? "zsh")
        #expect(run.errors.isEmpty)
        #expect(run.output.first == "compdef _settings settings")
        let halves = run.output.split(separator: "compdef _service_config service")
        try #require(halves.count == 2)
        #expect(
            halves[0].contains("set:store a value, or standard input for -; add or remove an element")
                && halves[0].contains("Has Widgets")
        )
        #expect(halves[0].contains("files"))
        #expect(
            halves[1].first == "others"
                && halves[1].contains("set:store a value, or standard input for -; add or remove an element")
        )
        #expect(halves[1].contains("Is Verbose"))
    }

    @Test(
        .enabled(if: Shell.has("fish"), "fish is not installed"),
        arguments: [
            ("settings se", ["set\tstore a value, or standard input for -; add or remove an element"]),
            ("settings set Has", ["Has Widgets"]),
            ("settings get font", ["fontSize"]),
            ("settings completion ", ["bash", "fish", "zsh"]),
            ("settings export outp", ["output"]),
            ("service config rese", ["reset\tremove the stored value, which restores the default"]),
            ("service config set Is", ["Is Verbose"]),
            ("service status Is", []),
        ]
    )
    func `Fish completes commands and settings`(_ line: String, _ candidates: [String]) async throws {
        let script = """
            settings completion fish | source
            service config completion fish | source
            complete -C "\(line)"
            """
        let run = try await Shell()(script, with: Shell.path(of: "fish") ?? "fish")
        #expect(run.errors.isEmpty)
        #expect(run.output.sorted() == candidates)
    }
}
#endif
