#if os(Linux)
import Foundation
import Glibc
import TestSupport
import Testing

/// The commands of the article for operators, in its order, with a real etcd.
@Suite(.mayBlockForLong) struct OperatorSessionTests {
    /// Trusting an authority takes a private mount namespace, which only root can create.
    private static let isPossible =
        geteuid() == 0 && EtcdServer.isInstalled
        && ["/usr/bin/openssl", "/usr/bin/etcdctl", "/usr/bin/unshare"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: $0)
        }

    @Test(.fullTrial, .enabled(if: isPossible, "it needs root, etcd, and openssl"))
    func `Each command of the article for operators prints what the article shows`() async throws {
        let (directory, port, peer) = (try TemporaryDirectory(), try freePort(), "http://127.0.0.1:\(try freePort())")
        let commands = try Self.commands(withPort: port)
        #expect(commands.count > 30)
        let script = try """
        cd '\(directory.path(""))'
        export PATH='\(URL(filePath: Program.path(of: "editor")).deletingLastPathComponent().path)':$PATH
        trap 'kill $(jobs -p) 2> /dev/null' EXIT
        trust() {
            cat /etc/ssl/certs/ca-certificates.crt authority.pem > trusted
            mount --bind trusted /etc/ssl/certs/ca-certificates.crt
        }
        # A person takes longer to type the next command than etcd takes to start.
        await_etcd() {
            for attempt in {1..60}; do ETCDCTL_COMMAND_TIMEOUT=5s etcdctl endpoint health > /dev/null 2>&1 && return; done
        }
        \(commands.map { command in
                let isStart = command.text.hasPrefix("etcd ")
                // As update-ca-certificates does, in this namespace.
                return (isStart ? "[ -e trusted ] || trust\n" : "")
                    + "echo '== \(command.number)'\n\(command.text)\n\(isStart ? "await_etcd" : "")"
            }.joined(separator: "\n"))
        echo '== end'
        """
        try script.write(toFile: directory.path("script"), atomically: true, encoding: .utf8)
        let program = try RunningProgram(
            "/usr/bin/unshare",
            ["-m", "bash", directory.path("script")],
            in: directory,
            withErrors: true,
            variables: [
                "ETCD_LISTEN_PEER_URLS": peer, "ETCD_INITIAL_ADVERTISE_PEER_URLS": peer,
                "ETCD_INITIAL_CLUSTER": "default=\(peer)",
                // On a busy machine, the five seconds of a person are not enough.
                "ETCDCTL_COMMAND_TIMEOUT": "300s", "ETCDCTL_DIAL_TIMEOUT": "300s",
            ]
        )
        try await eventually("the session ends") { program.has("== end") || !program.isRunning }
        let printed = Self.parts(of: program.lines.map(\.line))
        for command in commands { #expect(printed[command.number] == command.output, "\(command.text)") }
    }

    private struct Command {
        let number: Int
        var text: String
        var output: [String] = []
    }

    private static func commands(withPort port: Int) throws -> [Command] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let article = root.appending(path: "Sources/TSUDSync/TSUDSync.docc/SynchronizingThroughEtcd.md")
        let text = try String(contentsOf: article, encoding: .utf8).replacing(
            "127.0.0.1:2379",
            with: "127.0.0.1:\(port)"
        ).replacing("127.0.0.1:2381", with: "127.0.0.1:\(try freePort())")
        var (commands, isConsole) = ([Command](), false)
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                isConsole = line == "```console"
            } else if isConsole, line.hasPrefix("$ ") {
                commands.append(Command(number: commands.count, text: String(line.dropFirst(2))))
            } else if isConsole, commands.last?.text.hasSuffix("\\") == true {
                commands[commands.count - 1].text += "\n" + line
            } else if isConsole {
                commands[commands.count - 1].output.append(line)
            }
        }
        return commands
    }

    /// The lines after each number.
    private static func parts(of lines: [String]) -> [Int: [String]] {
        var (parts, number) = ([Int: [String]](), -1)
        for line in lines {
            if line.hasPrefix("== ") {
                number = Int(line.dropFirst(3)) ?? -1
                parts[number] = []
            } else {
                parts[number]?.append(line)
            }
        }
        return parts
    }
}
#endif
