#if os(Linux)
import Foundation
import TestSupport
import Testing

/// Completion in the shells themselves, in a pseudo terminal.
@Suite struct CompletionTests {
    /// The lines that a person types, with tabs, and the output of the completed lines.
    private static let lines: [(typed: String, output: String)] = [
        ("editor config get fontS\t", "12.0"),
        ("editor con\tget fontSize", "12.0"),
        ("editor config set theme d\t", "theme = dark (stored)"),
        ("editor config set theme=l\t", "theme = light (stored)"),
        ("service config set quota=3 Is\\ Verbose=o\tn", "quota = 3.0 (stored)\nIs Verbose = true (stored)"),
        ("editor config get zoom/a:\t", "2.0"),
        ("editor config get zoom/a:b=\t", "2.0"),
        (
            "editor config set lastSession.pos\t7",
            "lastSession.position = 7 (stored)"
        ),
        ("editor config set recentFiles --remove b\t", #"recentFiles = ["a.txt"] (stored)"#),
        ("editor config list --js\t", "["),
        ("editor config reset --a\t--yes", "Reset: "),
        ("service config set logLevel=e\t", "logLevel = error (stored)"),
        ("service --log-l\td\tconfig get logLevel", "debug"),
        ("service --log-level=d\tconfig get logLevel", "debug"),
        ("service --is-v\tconfig get --js\tIs\\ Ver\t", "true"),
    ]

    private static let shells = [
        (
            "bash", "bash --norc --noprofile -i",
            "source <(editor config completion bash); source <(service config completion bash)"
        ),
        (
            "zsh", "zsh -f -i",
            """
            autoload -Uz compinit; compinit -u -D; unset '_comps[service]'
            source <(editor config completion zsh); source <(service config completion zsh)
            """
        ),
        (
            "fish", "fish --no-config -i",
            "editor config completion fish | source; service config completion fish | source"
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
            editor config set zoom/a:b=c 2; editor config set recentFiles '["a.txt", "b.txt"]'
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
