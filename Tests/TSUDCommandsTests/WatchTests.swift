#if os(Linux)
import Foundation
import TestSupport
import Testing

@Suite struct WatchTests {
    /// Begins to watch, makes changes, of which each is printed by both, and ends by a signal.
    private func watch(_ words: String, _ changes: [String], signal: String = "TERM") async throws -> Run {
        let shell = try Shell()
        let steps = changes.map { "\($0) > /dev/null; read -r line <&3; echo \"$line\"\n" }
        let script = """
            editor config set fontSize 14 > /dev/null
            mkfifo lines
            # With job control, SIGINT is not ignored.
            set -m; editor config watch \(words) > lines & program=$!; set +m
            exec 3< lines
            read -r line <&3; echo "$line"
            \(steps.joined())kill -\(signal) $program
            wait $program; echo "$?"
            cat <&3
            """
        return try await shell(script)
    }

    @Test func `Each change by another process is printed as it happens, but not the initial values`() async throws {
        let run = try await watch(
            "",
            [
                "editor config set fontSize 15", "editor config set hasWidgets YES", "editor config set username Ann",
                "editor config set recentFiles '(a.txt, b.txt)'", "editor config reset fontSize",
            ]
        )
        #expect(
            run
                == .printed(
                    "Watching 9 settings; Ctrl-C ends.",
                    "fontSize = 15.0 (stored)",
                    "hasWidgets = true (stored)",
                    "username = Ann (stored)",
                    #"recentFiles = ["a.txt","b.txt"] (stored)"#,
                    "fontSize = 12.0 (default)",
                    "0"
                )
        )
    }

    @Test func `watch prints only the changes of the named settings`() async throws {
        let run = try await watch(
            "theme hasWidgets",
            ["{ editor config set fontSize 15; editor config set theme dark; }"]
        )
        #expect(run == .printed("Watching 2 settings; Ctrl-C ends.", "theme = dark (stored)", "0"))
    }

    @Test func `watch of a setting prints the changes of its members`() async throws {
        let run = try await watch(
            "zoom",
            [
                "editor config set zoom/report.pdf 1.5", "editor config set zoom 2",
                "editor config reset zoom/report.pdf",
            ]
        )
        #expect(
            run
                == .printed(
                    "Watching 1 setting; Ctrl-C ends.",
                    "zoom/report.pdf = 1.5 (stored)",
                    "zoom = 2.0 (stored)",
                    "zoom/report.pdf = 2.0 (stored)",
                    "0"
                )
        )
    }

    @Test(arguments: [
        ("--json", "-r", #"{"from":"stored","name":"theme","value":"dark"}"#)
    ])
    func `watch prints records for scripts, and no heading`(_ option: String, _ read: String, line: String) async throws
    {
        // Without a heading, the script has no sign that the program watches.
        let script = """
            mkfifo lines; editor config watch \(option) theme > lines & program=$!
            while :; do editor config set theme light; editor config set theme dark; done > /dev/null & writer=$!
            exec 3< lines; read \(read) line <&3; echo ${line/light/dark}
            kill -KILL $writer; kill $program; wait $program; echo $?
            """
        let run = try await Shell()(script)
        #expect(run.output == [line, "0"])
    }

    @Test func `watch of a member prints only its changes`() async throws {
        let others =
            "editor config set zoom/other.pdf 3; editor config set theme dark; editor config set zoom/report.pdf 1.5"
        let run = try await watch("zoom/report.pdf", ["{ \(others); }"])
        #expect(run == .printed("Watching 1 setting; Ctrl-C ends.", "zoom/report.pdf = 1.5 (stored)", "0"))
    }

    @Test func `watch of a field prints only its changes`() async throws {
        let others = "editor config set lastSession.document a; editor config set lastSession.position 4"
        let run = try await watch("lastSession.position", ["{ \(others); }"])
        #expect(run == .printed("Watching 1 setting; Ctrl-C ends.", "lastSession.position = 4 (stored)", "0"))
    }

    @Test func `A member without its own value changes with its setting`() async throws {
        let run = try await watch("zoom/report.pdf", ["editor config set zoom 2"])
        #expect(
            run == .printed("Watching 1 setting; Ctrl-C ends.", "zoom/report.pdf = 2.0 (stored)", "0")
        )
    }

    @Test(arguments: ["INT", "TERM"]) func `A signal ends the program cleanly`(_ signal: String) async throws {
        #expect(try await watch("", [], signal: signal) == .printed("Watching 9 settings; Ctrl-C ends.", "0"))
    }

    @Test func `The cancellation of its task ends watch`() async throws {
        let watching = Task { try await Commands.editor("watch", "zoom") }
        watching.cancel()
        #expect(try await watching.value == .printed("Watching 1 setting; Ctrl-C ends."))
    }
}
#endif
