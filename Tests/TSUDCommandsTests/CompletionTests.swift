#if os(Linux)
import Foundation
import TestSupport
import Testing

/// Completion in the shells themselves, in a pseudo terminal.
@Suite struct CompletionTests {
    /// The lines that a person types, with tabs, and the output of the completed lines.
    private static let lines: [(typed: String, output: String)] = [
        ("settings get fontS\t", "12.0"),
        ("settings set theme d\t", "theme = dark (stored)"),
        ("settings set theme=l\t", "theme = light (stored)"),
        ("settings set fontSize=13 Has\\ Widgets=o\tn", "fontSize = 13.0 (stored)\nHas Widgets = true (stored)"),
        ("settings get zoom/a:\t", "2.0"),
        ("settings get zoom/a:b=\t", "2.0"),
        (
            "settings set lastSession.pos\t7",
            "lastSession.position = 7 (stored)"
        ),
        ("settings set recentFiles --remove b\t", #"recentFiles = ["a.txt"] (stored)"#),
        ("settings list --js\t", "["),
        ("settings reset --a\t--yes", "Reset: "),
        ("service config set logLevel=e\t", "logLevel = error (stored)"),
        ("service --log-l\td\tconfig get logLevel", "debug"),
        ("service --log-level=d\tconfig get logLevel", "debug"),
        ("service --is-v\tconfig get --or\tIs\\ Ver\t", "option --is-verbose\ttrue"),
    ]

    private static let shells = [
        (
            "bash", "bash --norc --noprofile -i",
            "source <(settings completion bash); source <(service config completion bash)"
        ),
        (
            "zsh", "zsh -f -i",
            """
            autoload -Uz compinit; compinit -u -D; unset '_comps[service]'
            source <(settings completion zsh); source <(service config completion zsh)
            """
        ),
        (
            "fish", "fish --no-config -i",
            "settings completion fish | source; service config completion fish | source"
        ),
    ]

    @Test(arguments: shells)
    func `A shell completes the words that a person types`(_ name: String, command: String, load: String) async throws {
        guard Shell.has(name) else { return }
        let shell = try Shell()
        let typed = Self.lines.enumerated().map { "\($1.typed) > \"$HOME\"/\($0)\n" }.joined()
        try shell.home.write(Array("\(load)\n\(typed)exit\n".utf8), to: "typed")
        try await shell(
            """
            settings set zoom/a:b=c 2; settings set recentFiles '["a.txt", "b.txt"]'
            script -qec '\(command)' /dev/null < "$HOME/typed"
            """
        )
        for (index, line) in Self.lines.enumerated() {
            let output = String(decoding: try shell.home.bytes(of: "\(index)"), as: UTF8.self)
            #expect(output.contains(line.output), "\(line.typed)")
        }
    }
}
#endif
