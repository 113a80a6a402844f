#if os(Linux)
import Foundation
import TSUD
import TSUDCommands
import TSUDTesting
import TestSupport
import Testing

private enum json: TSUD { static let defaultValue = false }
private enum all: TSUD { static let defaultValue = false }
private enum system: TSUD { static let defaultValue = "x" }

/// Files of secrets, in a child process, whose variables other tests don't see.
@Suite struct SecretVariableTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private func run(_ script: String) async throws -> Run { try await shell("cd \"$HOME\"\n\(script)") }

    private static let get = "service config get apiKey"

    @Test func `A secret is read from the file that a variable names`() async throws {
        let run = try await run("printf 'hunter2\\n' > key; BILLING_KEY_FILE=key \(Self.get); ls")
        #expect(run == .printed("hunter2", "key"))
        let origin = try await self.run("BILLING_KEY_FILE=key service config list apiKey")
        #expect(origin == .printed("apiKey\t***\tvariable BILLING_KEY_FILE"))
        #expect(
            try await self.run("BILLING_KEY_FILE=<(echo hunter2) \(Self.get)").output == [
                "hunter2"
            ]
        )
    }

    @Test func `A secret is read from the credentials of systemd`() async throws {
        let credentials =
            "mkdir -p keys; echo hunter2 > keys/BILLING_KEY; echo 81 > keys/SERVICE_PORT; export CREDENTIALS_DIRECTORY=$PWD/keys\n"
        #expect(try await run("\(credentials)\(Self.get)") == .printed("hunter2"))
        #expect(try await run("\(credentials)service config get port") == .printed("8080"))
        #expect(try await run("\(credentials)BILLING_KEY=typed \(Self.get)") == .printed("typed"))
        #expect(try await run("\(credentials)rm keys/BILLING_KEY; \(Self.get)").status == 1)
    }

    @Test func `Only the variable of a secret names a file`() async throws {
        let run = try await run("echo 81 > port; SERVICE_PORT_FILE=$PWD/port service config get port")
        #expect(run == .printed("8080"))
    }

    @Test(arguments: [
        (
            "BILLING_KEY_FILE=missing",
            "Variable 'BILLING_KEY_FILE' for key 'apiKey': 'missing' can't be read: No such file or directory."
        ),
        (
            "BILLING_KEY_FILE=key BILLING_KEY=typed",
            "The variables 'BILLING_KEY' and 'BILLING_KEY_FILE' for key 'apiKey' exclude each other."
        ),
        ("BILLING_KEY_FILE=binary", "Variable 'BILLING_KEY_FILE' for key 'apiKey': 'binary' is not in UTF-8."),
        ("BILLING_KEY_FILE=short", "Variable 'BILLING_KEY_FILE' for key 'apiKey': the value is invalid."),
    ])
    func `An error of a secret's file has no part of the contents`(_ variables: String, _ message: String) async throws
    {
        let run = try await run(
            "echo hunter2 > key; printf 'hunter2\\377' > binary; echo abc > short; \(variables) \(Self.get)"
        )
        #expect(run.status == 64)
        #expect(run.errors.contains(message), "\(run)")
        for word in ["hunter2", "typed", "abc"] { #expect(!run.errors.contains(word)) }
    }

    @Test(.ephemeralSettings) func `Options before a subcommand don't take the place of the subcommand's`() throws {
        let settings: [any TSUD.Type] = [json.self, all.self, system.self]
        var arguments = ["editor", "--system", "config", "config", "list", "--json", "--system"]
        try settings.applyArguments(&arguments, before: "config")
        #expect(arguments == ["editor", "config", "list", "--json", "--system"])
        #expect(!json.value && system.value == "config")
        var rest = ["--json", "config", "--", "--all"]
        try settings.applyArguments(&rest, before: "config")
        #expect(rest == ["config", "--", "--all"] && json.value && !all.value)
    }
}
#endif
