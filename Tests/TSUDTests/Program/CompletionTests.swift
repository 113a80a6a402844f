#if os(Linux)
import Foundation
import TestSupport
import Testing

extension ExampleProgram {
    @Suite struct CompletionTests {
        let settings: SettingsProgram

        init() throws {
            settings = try SettingsProgram()
        }

        @Test(arguments: [
            (["se"], ["set"]),
            (["re"], ["reset"]),
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
                source <('\(try Program.path(of: "settings"))' completion bash)
                COMP_WORDS=(settings "$@")
                COMP_CWORD=$#
                _settings
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            let run = try settings.run("/bin/bash", ["-c", script, "bash"] + words)
            #expect(run.errors.isEmpty)
            #expect(Array(run.output.filter { !$0.isEmpty }.prefix(5)) == candidates)
        }

        @Test func `Zsh completes commands and settings`() throws {
            guard let zsh = ["/usr/bin/zsh", "/bin/zsh"].first(where: FileManager.default.isExecutableFile) else {
                return
            }
            // Its completion functions are replaced by ones that print what they are given.
            let script = """
                compdef() { print compdef $@ }
                compadd() { shift; print -l -- $@ }
                _describe() { print -l -- ${(P)2} }
                source <('\(try Program.path(of: "settings"))' completion zsh)
                words=(settings s) CURRENT=2 _settings
                words=(settings set Has) CURRENT=3
                _settings
                """
            let run = try settings.run(zsh, ["-f", "-c", script])
            #expect(run.errors.isEmpty)
            #expect(run.output.first == "compdef _settings settings")
            #expect(run.output.contains("set:store a value"))
            #expect(run.output.contains("Has Widgets"))
        }
    }
}
#endif
