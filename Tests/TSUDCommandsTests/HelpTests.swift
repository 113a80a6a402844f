#if os(Linux)
import Foundation
import TSUDCommands
import TSUDTesting
import TestSupport
import Testing

/// The help, the descriptions of settings, and completion.
@Suite(.ephemeralSettings) struct HelpTests {
    let editor = Commands.editor

    @Test(arguments: [["--help"], ["-h"], ["help"], ["--json", "--help"]])
    func `Help is printed, and no setting is used`(_ arguments: [String]) async throws {
        let run = try await editor.run(arguments)
        #expect(run.output.first == "Usage: editor config [COMMAND]")
        #expect(run.output.contains("Shows and changes the settings of editor."))
        let names = run.output.filter { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first }
        #expect(
            names == [
                "list", "get", "describe", "set", "reset", "edit", "export", "import", "path", "doctor", "schema",
                "watch", "sync",
                "follow",
                "completion", "help",
            ]
        )
        #expect(run.output.allSatisfy { $0.count <= 80 })
        #expect(run.output.last == "editor config help COMMAND")
        #expect(run.errors.isEmpty)
        #expect(run.status == 0)
        #expect(editor.stored.isEmpty)
    }

    @Test func `The help of a command has its usage, and the input for each setting`() async throws {
        let run = try await editor("help", "set")
        #expect(
            run.output.prefix(4) == [
                "Usage: editor config set NAME TEXT [--add | --remove]",
                "       editor config set NAME=TEXT...", "",
                "Store a value, or standard input for -; add or remove elements.",
            ]
        )
        #expect(run.output.contains("  theme: one of light, dark, system"))
        #expect(try await editor("set", "--help") == run)
        #expect(
            try await editor("help", "path").output.last == "  --all  print all files of the search list, in its order"
        )
        #expect(
            try await editor("help", "import").output[0].contains(
                "import FILE [--replace] [--skip-invalid]"
            )
        )
    }

    @Test func `The help of each command explains its options`() async throws {
        let names = try await editor("help").output.filter { $0.hasPrefix("  ") }.compactMap {
            $0.split(separator: " ").first
        }
        for name in names {
            let output = try await editor("help", String(name)).output
            let options = output[0].matches(of: /--?[a-z-]+/).map { String($0.output) }
            for option in options {
                #expect(
                    output.contains { $0.contains(/^  \S+ +\w/) && $0.hasPrefix("  \(option) ") },
                    "\(name) \(option)"
                )
            }
        }
    }

    @Test func `An added command may explain its options`() async throws {
        let program = Commands(name: "editor config", keys: editor.keys) {
            [SettingsCommand("greet", options: ["--loud print capitals", "--twice"], summary: "greet") { _ in }]
        }
        #expect(try await program("help", "greet").output.suffix(2) == ["  --loud   print capitals", "  --twice"])
    }

    @Test func `A setting and a document's value are described`() async throws {
        try await editor("set", "theme", "dark")
        #expect(
            try await editor("describe", "theme").output == [
                "theme", "for:      the colors", "default:  system", "value:    dark", "from:     stored",
                "takes:    one of light, dark, system", "sources:  stored: dark, which takes precedence",
                "          default: system",
            ]
        )
        try await editor("set", "zoom/report.pdf", "1.5")
        #expect(
            try await editor("describe", "zoom/report.pdf").output == [
                "zoom/report.pdf", "for:      the magnification of documents", "default:  1.0", "value:    1.5",
                "from:     stored",
                "takes:    a number such as 1.5; for one document as in: set zoom/report.pdf 1.5",
                "sources:  stored: 1.5, which takes precedence", "          default: 1.0",
            ]
        )
    }

    @Test func `describe --json prints an object with the sources`() async throws {
        try await editor("set", "theme", "dark")
        let json = Data(try await editor("describe", "theme", "--json").output.joined(separator: "\n").utf8)
        let row = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let sources = try #require(row["sources"] as? [[String: Any]])
        #expect(row["value"] as? String == "dark" && row["default"] as? String == "system")
        #expect(row["from"] as? String == "stored" && row["input"] as? String == "one of light, dark, system")
        #expect(sources.map { $0["from"] as? String } == ["stored", "default"])
        #expect(sources.map { $0["value"] as? String } == ["dark", "system"])
        let service = Commands.service
        try await service("set", "apiKey", "hunter2")
        #expect(try await !service("describe", "apiKey", "--json").output.joined().contains("hunter2"))
    }

    /// The words typed after the program, and the first candidates; "files" for the names of files.
    private static let completions: [(words: [String], candidates: [String])] = [
        (["se"], ["set"]),
        (["get", ""], ["fontSize", "lineWidth", "hasWidgets", "username", "theme"]),
        (["set", "has"], ["hasWidgets"]),
        (["set", "theme", ""], ["light", "dark", "system"]),
        (["set", "theme", "d"], ["dark"]),
        (["set", "hasWidgets", ""], ["on", "off"]),
        (["get", "zoom/"], ["zoom/a b", "zoom/c"]),
        (["set", "homepage", ""], ["files"]),
        (["set", "username", ""], []),
        (["set", "theme=dark", "font"], ["fontSize"]),
        (["get", "fontSize", "--"], ["--json"]),
        (["reset", "--"], ["--all", "--yes"]),
        (["watch", "theme", "font"], ["fontSize"]),
        (["help", "desc"], ["describe"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["import", ""], ["files"]),
        (["describe", "theme", ""], []),
        (["unknown", ""], []),
    ]
    private static let members = "editor config set 'zoom/a b' 1 > /dev/null; editor config set zoom/c 2 > /dev/null\n"

    @Test(arguments: completions)
    func `Bash completes commands, settings, and values`(_ words: [String], candidates: [String]) async throws {
        let script =
            Self.members + """
                source <(editor config completion bash)
                compopt() { echo files; }
                COMP_WORDS=(editor config "$@")
                COMP_CWORD=$(( $# + 1 ))
                _editor_config
                printf '%s\\n' "${COMPREPLY[@]}"
                """
        let typed = words.map { $0.replacing(" ", with: "\\ ") }
        let run = try await Shell()(script, typed)
        #expect(run.errors.isEmpty)
        #expect(Array(run.output.filter { !$0.isEmpty }.prefix(5)) == candidates.map { $0.replacing(" ", with: "\\ ") })
    }

    @Test(arguments: [("'Is V", "'Is Verbose"), ("\"Is", "\"Is Verbose"), (#"Is\ V"#, #"Is\ Verbose"#)])
    func `Bash completes a word in quotation marks`(_ word: String, candidate: String) async throws {
        let script = """
            source <(service config completion bash)
            COMP_WORDS=(service config set "$1")
            COMP_CWORD=3
            _service_config
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        #expect(try await Shell()(script, [word]) == .printed(candidate))
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

    @Test(arguments: ["bash", "zsh", "fish"]) func `The subcommand itself is completed`(_ shell: String) async throws {
        let run = try await Shell()(
            "service config completion \(shell) -- con; service config completion \(shell) -- x"
        )
        #expect(run.output.map { $0.prefix { $0 != ":" && $0 != "\t" } } == ["config", "/"])
    }

    @Test(.enabled(if: Shell.has("zsh"), "zsh is not installed"), arguments: Extent.sample(6, of: completions))
    func `Zsh completes commands, settings, and values`(_ words: [String], candidates: [String]) async throws {
        // Replaces zsh's completion functions by ones that print the candidates.
        let script =
            Self.members + """
                compdef() { }
                _describe() { print -l -- ${${(P)2}%%:*} }
                _files() { print files }
                source <(editor config completion zsh)
                words=(editor config "$@") CURRENT=$(( $# + 2 ))
                _editor_config
                """
        let typed = words.map { $0.replacing(" ", with: "\\ ") }
        let run = try await Shell()(script, typed, with: Shell.path(of: "zsh") ?? "zsh")
        #expect(run.errors.isEmpty)
        // The shell itself selects by the beginning.
        let matches = run.output.filter { $0 == "files" || $0.hasPrefix(words.last ?? "") && !$0.isEmpty }
        #expect(Array(matches.prefix(5)) == candidates)
    }

    @Test(.enabled(if: Shell.has("zsh"), "zsh is not installed"))
    func `Zsh completes the subcommand, and leaves other words to the program`() async throws {
        let script = """
            compdef() { print compdef $@ }
            _describe() { print -l -- ${(P)2} }
            others() { print others }
            typeset -A _comps=(service others)
            source <(service config completion zsh)
            words=(service con) CURRENT=2 _service_config
            words=(service config res) CURRENT=3 _service_config
            words=(service config set Is) CURRENT=4
            _service_config
            """
        let run = try await Shell()(script, with: Shell.path(of: "zsh") ?? "zsh")
        #expect(run.errors.isEmpty)
        #expect(run.output.prefix(2) == ["compdef _service_config service", "others"])
        #expect(run.output.contains("reset:remove the stored value, which restores the default"))
        #expect(run.output.contains("quota:how much a tenant may store, in GB") && run.output.contains("Is Verbose"))
    }

    @Test(.enabled(if: Shell.has("fish"), "fish is not installed"), arguments: Extent.sample(6, of: completions))
    func `Fish completes commands, settings, and values`(_ words: [String], candidates: [String]) async throws {
        let script =
            Self.members + """
                editor config completion fish | source
                function __fish_complete_path; echo files; end
                complete -C (string escape -- editor config $argv[1..-2] | string join ' ')" $argv[-1]"
                """
        let run = try await Shell()(script, words, with: Shell.path(of: "fish") ?? "fish")
        #expect(run.errors.isEmpty)
        let matches = run.output.map { String($0.prefix { $0 != "\t" }) }
        #expect(candidates.allSatisfy { matches.contains($0) } && matches.isEmpty == candidates.isEmpty)
    }

    @Test(
        .enabled(if: Shell.has("fish"), "fish is not installed"),
        arguments: [
            ("service config rese", ["reset\tremove the stored value, which restores the default"]),
            ("service config set quo", ["quota\thow much a tenant may store, in GB"]),
            ("service config set Is", ["Is Verbose"]), ("service status Is", []),
        ]
    )
    func `Fish completes the subcommand alone`(_ line: String, _ candidates: [String]) async throws {
        let script = "service config completion fish | source; complete -C \"\(line)\""
        let run = try await Shell()(script, with: Shell.path(of: "fish") ?? "fish")
        #expect(run == Run(status: 0, output: candidates, errors: ""))
    }
}
#endif
