#if os(Linux)
import Foundation
import TestSupport
import Testing

/// Commands that a person runs in a shell, in a pseudo terminal.
@Suite struct TerminalTests {
    private static let shells = [("bash", "bash --norc --noprofile -i"), ("zsh", "zsh -f -i")].filter {
        Shell.has($0.0)
    }

    @Test(arguments: shells)
    func `A secret stays hidden after the process was suspended`(_: String, command: String) async throws {
        let rounds = Extent.isFull ? 40 : 5
        let script = """
            mkfifo keys; exec 3<> keys
            script -qec '\(command)' /dev/null <&3 > typed & program=$!
            seen() { until [ "$(grep -aoE "$1" typed | wc -l)" -ge "$2" ]; do sleep 0.02; done; }
            for round in $(seq \(rounds)); do
                printf 'service config set apiKey\\n' >&3; seen 'not shown' $((2 * round - 1))
                printf '\\032' >&3; seen 'Stopped|suspended' $round
                printf 'fg\\n' >&3; seen 'not shown' $((2 * round))
                printf 'hunter%s\\n' $round >&3; seen '[(]stored[)]' $round
            done
            printf 'exit\\n' >&3; wait $program
            grep -ac hunter typed; service config get apiKey
            """
        let run = try await Shell()(script)
        #expect(run.output == ["0", "hunter\(rounds)"])
    }

    @Test func `Enter alone stores no secret`() async throws {
        let shell = try Shell()
        let run = try await shell("echo | script -qec 'service config set apiKey' /dev/null; echo $?")
        let error = "the value is missing; for an empty one: service config set apiKey ''"
        #expect(run.output.contains { $0.contains(error) } && run.output.last == "64")
        #expect(shell.home.names.isEmpty)
    }

    @Test(arguments: [
        ("get", "a\u{1B}[2Jb\u{7F}\u{9B}2J\n\tc", #"a\u001b[2Jb\u007f\u009b2J"#),
        ("get username fontSize", "\u{9B}", #""\u009b""#),
        ("get --json", "a\u{9B}b", #""a\u009b"#), ("describe", "a\u{202E}b", #"value:    "a\u202eb""#),
    ])
    func `A terminal gets no control characters of a value, and a pipe gets them`(
        _ words: String,
        text: String,
        shown: String
    ) async throws {
        let shell = try Shell()
        try shell.home.write(["username": text], to: shell.file)
        let command = words.contains(" username") ? words : words + " username"
        let terminal = try await shell("script -qec 'editor config \(command)' /dev/null")
        #expect(terminal.output.contains { $0.contains(shown) }, "\(terminal)")
        #expect(
            !terminal.output.joined().unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" || $0 == "\u{202E}" }
        )
        if words == "get" {
            #expect(try await shell("editor config get username").output.joined(separator: "\n") == text)
        }
    }

    @Test func `An editor that returns at once without a change keeps the file, and is told to wait`() async throws {
        // A busy machine may take a second to start it.
        let script = """
            mkdir tmp
            for round in $(seq 100); do
                TMPDIR="$PWD/tmp" EDITOR=true editor config edit 2> message
                grep -q "EDITOR='true --wait'" message && break
            done
            path=$(sed -n "s/.*The file is '\\(.*\\)'[.]$/\\1/p" message); grep -c '^# fontSize = 12.0' "$path"
            """
        let run = try await Shell()(script)
        #expect(run.output.last == "1" && run.output.first == "Nothing was changed.")
    }
}
#endif
