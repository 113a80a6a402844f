#if os(Linux)
import Foundation
import TestSupport
import Testing

extension ExampleProgram {
    /// The help, the descriptions of settings, and completion.
    @Suite struct HelpTests {
        let settings = SettingsProgram()

        @Test(arguments: [["--help"], ["-h"], ["help"], ["set", "--help"], ["set", "fontSize", "14", "--help"]])
        func `Help is printed and nothing else is done`(_ arguments: [String]) throws {
            let run = try settings.run(arguments)
            #expect(run.output.first == "Usage: settings [COMMAND]")
            let usages = run.table.compactMap(\.first).filter { $0.hasPrefix("settings ") }
            #expect(
                usages.map { $0.dropFirst("settings ".count) } == [
                    "list [--json]", "get NAME [--json]", "describe NAME", "set NAME TEXT", "reset NAME",
                    "export [FILE]", "import FILE [--skip-invalid]", "path", "watch [NAME...]", "sync URL",
                    "follow URL", "completion SHELL", "help [COMMAND]", "-fontSize 20",
                ]
            )
            #expect(run.errors.isEmpty)
            #expect(run.end == .exited(0))
            #expect(settings.home.names.isEmpty)
        }

        @Test func `The help of a command has its usage, and what to type for each setting`() throws {
            let run = try settings("help", "set")
            #expect(run.output.prefix(3) == ["Usage: settings set NAME TEXT", "", "Store a value."])
            #expect(run.output.contains("  theme: one of light, dark, system"))
            #expect(try settings("help", "export").output.count == 3)
        }

        @Test func `A setting and a document's value are described`() throws {
            try settings("set", "theme", "dark")
            #expect(
                try settings("describe", "theme").output == [
                    "theme", "type:     Theme", "default:  system", "value:    dark", "from:     suite",
                    "takes:    one of light, dark, system",
                ]
            )
            try settings("set", "zoom/report.pdf", "1.5")
            #expect(
                try settings("describe", "zoom/report.pdf").output == [
                    "zoom/report.pdf", "type:     Double", "default:  1.0", "value:    1.5", "from:     suite",
                    "takes:    a number such as 1.5; for one document as in: set zoom/report.pdf 1.5",
                ]
            )
        }

        @Test(arguments: [
            (["se"], ["set"]),
            (["get", ""], ["fontSize", "lineWidth", #"Has\ Widgets"#, "username", "theme"]),
            (["set", "Has"], [#"Has\ Widgets"#]),
            (["set", #"Has\ W"#], [#"Has\ Widgets"#]),
            (["get", "fontSize", "--"], ["--json"]),
            (["watch", "theme", "font"], ["fontSize"]),
            (["help", "desc"], ["describe"]),
            (["completion", ""], ["bash", "zsh"]),
            (["export", ""], []),
            (["unknown", ""], []),
        ])
        func `Bash completes commands and settings`(_ words: [String], candidates: [String]) throws {
            let script = """
                source <(settings completion bash)
                COMP_WORDS=(settings "$@")
                COMP_CWORD=$#
                _settings
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            let run = try settings.run(script, words, with: "/bin/bash")
            #expect(run.errors.isEmpty)
            #expect(Array(run.output.filter { !$0.isEmpty }.prefix(5)) == candidates)
        }

        @Test func `Zsh completes commands and settings`() throws {
            let paths = ["/usr/bin/zsh", "/bin/zsh"]
            guard let zsh = paths.first(where: FileManager.default.isExecutableFile) else { return }
            // Its completion functions are replaced by ones that print what they are given.
            let script = """
                compdef() { print compdef $@ }
                compadd() { shift; print -l -- $@ }
                _describe() { print -l -- ${(P)2} }
                source <(settings completion zsh)
                words=(settings s) CURRENT=2 _settings
                words=(settings set Has) CURRENT=3
                _settings
                """
            let run = try settings.run(script, with: zsh)
            #expect(run.errors.isEmpty)
            #expect(run.output.first == "compdef _settings settings")
            #expect(run.output.contains("set:store a value"))
            #expect(run.output.contains("Has Widgets"))
        }
    }
}
#endif
