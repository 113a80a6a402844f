#if os(Linux)
import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDCommands

/// Variables and options that override stored values.
@Suite struct TakingTests {
    let shell: Shell

    init() throws { shell = try Shell() }

    @Test(arguments: [
        ("SERVICE_PORT=80", "port", "80"), ("SERVICE_LOG_LEVEL=debug", "logLevel", "debug"),
        ("SERVICE_IS_VERBOSE=on", "Is Verbose", "true"), ("SERVICE_REGION=", "region", ""),
        ("SERVICE_QUOTA=2", "quota", "2.0"), ("SERVICE_ENDPOINTS='[\"a\",\"b\"]'", "endpoints", #"["a","b"]"#),
        ("SERVICE_STARTS_AT=2026-01-31", "startsAt", "2026-01-31T00:00:00Z"),
        ("SERVICE_UPSTREAM=https://swift.org", "upstream", "https://swift.org"),
    ])
    func `A variable overrides the stored value and stores nothing`(
        _ variable: String,
        name: String,
        text: String
    ) async throws {
        #expect(
            try await shell("\(variable) service config list \"$1\"", [name])
                == .printed("\(name)\t\(text.isEmpty ? "\"\"" : text)\tvariable \(variable.prefix { $0 != "=" })")
        )
        #expect(shell.home.names.isEmpty)
    }

    @Test func `A variable overrides the stored value, and an option or launch argument overrides it`() async throws {
        try await shell("service config set port 70; service config set quota 7; service config set quota/acme 8")
        let get = "SERVICE_PORT=80 SERVICE_QUOTA=9 service"
        #expect(try await shell("\(get) config get port; \(get) config get quota") == .printed("80", "9.0"))
        #expect(try await shell("\(get) config get quota/acme") == .printed("8.0"))
        #expect(try await shell("\(get) config get quota/other") == .printed("9.0"))
        #expect(try await shell("\(get) --port 90 config get port") == .printed("90"))
        #expect(try await shell("service config get port") == .printed("70"))
    }

    @Test(arguments: [
        ("-port 80 a", #"["a"]"#), ("--port 80 a", #"["a"]"#), ("a --port=80", #"["a"]"#),
        ("--is-verbose notes.txt", #"["notes.txt"]"#), ("--is-verbose 12", #"["12"]"#),
        ("--no-is-verbose yes", #"["yes"]"#), ("--is-verbose off a", #"["a"]"#), ("a --is-verbose", #"["a"]"#),
        ("--is-verbose=no -x", #"["-x"]"#), ("--is-verbose --other", #"["--other"]"#),
        ("--quota -2", "[]"), ("--quota=-2", "[]"), ("--region=-x", "[]"), ("--region= b", #"["b"]"#),
        ("--unknown --port 80 -y=1", #"["--unknown", "-y=1"]"#), ("a -- --port 80", #"["a", "--", "--port", "80"]"#),
        ("--port 80 --port 81", "[]"), ("--Port 80", #"["--Port", "80"]"#), ("-port=80", #"["-port=80"]"#),
        ("quota/a --quota/a 3", #"["quota/a", "--quota/a", "3"]"#), ("", "[]"),
    ])
    func `applyArguments removes the options of settings, and nothing else`(_ words: String, left: String) async throws
    {
        #expect(try await shell("service \(words)") == .printed(left))
        #expect(shell.home.names.isEmpty)
    }

    @Test(arguments: [
        ("--port 80", "port", "80", "option --port"), ("--port=82 --port 83", "port", "83", "option --port"),
        // Foundation reads it as well, as a launch argument.
        ("-port 81", "port", "81", "launch argument"),
        ("--no-is-verbose", "Is Verbose", "false", "option --no-is-verbose"),
        ("--endpoints a --endpoints b", "endpoints", #"["a","b"]"#, "option --endpoints"),
        ("--is-verbose", "Is Verbose", "true", "option --is-verbose"),
        ("--is-verbose=off", "Is Verbose", "false", "option --is-verbose"),
        ("--quota -2", "quota", "-2.0", "option --quota"),
        (#"--limits '{"requests":1,"burst":2}'"#, "limits", #"{"burst":2,"requests":1}"#, "option --limits"),
        ("--log-level error", "logLevel", "error", "option --log-level"),
    ])
    func `An applied option overrides the stored value`(
        _ words: String,
        name: String,
        text: String,
        origin: String
    ) async throws {
        try await shell("service config set port 1; service config set quota/x 3")
        let names = shell.home.names
        #expect(
            try await shell("service \(words) config list \"$1\"", [name]) == .printed("\(name)\t\(text)\t\(origin)")
        )
        #expect(shell.home.names == names)
        // A member's own value comes first.
        #expect(try await shell("service \(words) config get quota/x") == .printed("3.0"))
    }

    private static let notANumber = "is not a whole number.\n\(number)",
        number = "Expected a whole number such as 8080."
    private static let notALevel = "is not valid.\nExpected one of debug, info, error."
    private static let noPort = "Option '--port' for key 'port' has no value.\n\(number)"

    static let mistakes = [
        ("SERVICE_PORT=x service a", "Variable 'SERVICE_PORT' for key 'port': 'x' \(notANumber)", #"["a"]"#),
        (
            "SERVICE_PORT=0 SERVICE_LOG_LEVEL=loud SERVICE_QUOTA=2 service a",
            """
            Variable 'SERVICE_LOG_LEVEL' for key 'logLevel': 'loud' \(notALevel)
            Variable 'SERVICE_PORT' for key 'port': '0' is invalid: it must be from 1 to 65535.
            \(number)
            """, #"["a"]"#
        ),
        ("service --port", noPort, #"["--port"]"#),
        ("service --port --region x", noPort, #"["--port", "--region", "x"]"#),
        ("service --port -- 1", noPort, #"["--port", "--", "1"]"#),
        (
            "service -port=1 --port banana b --log-level=loud",
            "Option '--port' for key 'port': 'banana' \(notANumber)\n"
                + "Option '--log-level' for key 'logLevel': 'loud' \(notALevel)",
            #"["-port=1", "--port", "banana", "b", "--log-level=loud"]"#
        ),
        (
            "service '-Is Verbose' maybe",
            "Option '-Is Verbose' for key 'Is Verbose': 'maybe' is not valid.\nExpected on or off.",
            #"["-Is Verbose", "maybe"]"#
        ),
    ]

    @Test(arguments: Row.table(mistakes) { $0.0 })
    func `One error lists all invalid options and variables, and none is applied`(
        _ row: Row<(String, String, String)>
    ) async throws {
        let (script, error, left) = row.content
        #expect(try await shell(script) == Run(status: 64, output: [], errors: "service: \(error)\nleft: \(left)\n"))
    }

    private enum fontSize: TSUD { static let defaultValue = 12.0 }
    private enum otherSize: TSUD {
        static let defaultValue = 12.0
        static let stringKey = "Font Size"
    }
    private enum proxy: TSUD {
        static let defaultValue = 12.0
        static let stringKey = "HTTP-Proxy.url2Path"
    }

    @Test func `An option before a value that begins with a dash has a hint`() {
        var arguments = ["--wait", "-5s"]
        let error = #expect(throws: TSUDError.self) { try [any TSUD.Type]([wait.self]).applyArguments(&arguments) }
        #expect(error?.description.contains("follows an equals sign, as in --wait=-5s.") == true)
        arguments = ["--wait=-5s"]
        try? [any TSUD.Type]([wait.self]).applyArguments(&arguments)
        #expect(arguments.isEmpty)
    }

    @Test(arguments: [("null", "null"), ("\"null\"", "\"null\""), ("nil", "\"nil\""), ("\"a\"", "a")])
    func `Null in a variable or an option is nil, and quotation marks make a string of it`(
        _ text: String,
        shown: String
    ) async throws {
        try await shell("service config set region before")
        let byVariable = try await shell("service config list region", environment: ["SERVICE_REGION": text])
        #expect(byVariable == .printed("region\t\(shown)\tvariable SERVICE_REGION"))
        let byOption = try await shell("service --region \"$1\" config list region", [text])
        #expect(byOption == .printed("region\t\(shown)\toption --region"))
    }

    private enum wait: TSUD { static let defaultValue = Duration.seconds(1) }

    @Test(arguments: ["a\r\n", "a\n", "a\r", "a"].map { Row($0) })
    func `A final line break of a variable is removed`(_ row: Row<String>) async throws {
        let run = try await shell("service config get --json region", environment: ["SERVICE_REGION": row.content])
        #expect(run == .printed("\"a\""))
    }

    @Test func `Two settings with the same option are an error`() {
        let keys: [any TSUD.Type] = [fontSize.self, otherSize.self, proxy.self]
        let settings = "The settings 'fontSize' and 'Font Size' have the same"
        let byVariable = #expect(throws: TSUDError.self) { try keys.applyEnvironment(prefix: "NOBODY_") }
        #expect(byVariable?.code == .duplicateKey)
        #expect(byVariable?.description == "\(settings) variable, 'NOBODY_FONT_SIZE'.")
        var arguments = ["a"]
        let byOption = #expect(throws: TSUDError.self) { try keys.applyArguments(&arguments) }
        #expect(byOption?.description == "\(settings) option, '--font-size'.")
        #expect(arguments == ["a"])
    }

    @Test func `The names of options and variables are split into words`() {
        let keys: [any TSUD.Type] = [proxy.self]
        var arguments = ["--http-proxy-url2-path=x"]
        let error = #expect(throws: TSUDError.self) { try keys.applyArguments(&arguments) }
        #expect(error?.description.hasPrefix("Option '--http-proxy-url2-path' for key") == true)
    }

    @Test func `Observers are notified when a variable or an option is applied`() async throws {
        #expect(try await shell("service follow --port 80") == .printed("8080 80"))
    }

    @Test func `Applied variables and options are read in each suite, ephemeral ones included`() async throws {
        #expect(try await shell("service --port 80 suites") == .printed("80 80", "80 80", "0", "80 80"))
    }

    @Test func `An empty variable counts as not set, except for a string`() async throws {
        #expect(try await shell("SERVICE_PORT= service config list port") == .printed("port\t8080\tdefault"))
        #expect(
            try await shell("SERVICE_REGION= service config list region")
                == .printed("region\t\"\"\tvariable SERVICE_REGION")
        )
    }

    @Test func `describe and help name the option and the variable of a setting`() async throws {
        let described = try await shell("service config describe 'Is Verbose'").output
        #expect(described.suffix(3).dropLast() == ["option:   --is-verbose", "variable: SERVICE_IS_VERBOSE"])
        #expect(
            try await shell("service config help").output.contains("  Is Verbose: --is-verbose, SERVICE_IS_VERBOSE")
        )
    }

    @Test func `The help for another parser has a line for each option`() {
        let settings: [any TSUD.Type] = [nick.self, isLoud.self]
        #expect(settings.optionsHelp == "  --nick: a string such as Ann\n  --is-loud: on or off")
    }

    private enum isLoud: TSUD { static let defaultValue = false }
    private enum nick: TSUD { static let defaultValue = "" }

    @Test func `Overrides applied in an ephemeral scope belong to that scope alone`() throws {
        let keys: [any TSUD.Type] = [nick.self]
        try withEphemeralSettings { _ in
            var arguments = ["--nick", "alice"]
            try keys.applyArguments(&arguments)
            #expect(nick.value == "alice" && nick.origin == .option("--nick"))
            withEphemeralSettings { _ in #expect(nick.origin == .defaultValue) }
        }
        withEphemeralSettings { _ in #expect(nick.origin == .defaultValue) }
        #expect(nick.origin == .defaultValue)
    }

    @Test func `A launch argument that equals an earlier override comes before a later one`() throws {
        let keys: [any TSUD.Type] = [nick.self]
        try withEphemeralSettings { suite in
            suite.setVolatileDomain(["nick": "bob"], forName: UserDefaults.argumentDomain)
            var arguments = ["--nick", "bob"]
            try keys.applyArguments(&arguments)
            arguments = ["--nick", "alice"]
            try keys.applyArguments(&arguments)
            #expect(nick.value == "bob" && nick.origin == .launchArgument)
        }
    }

    private enum acronym: TSUD {
        static let defaultValue = false
        static let stringKey = "useIPv6"
    }
    private enum named: DescribedSetting {
        static let defaultValue = false
        static let summary = "a setting with its own names"
        static let optionName: String? = "--v"
        static let variableName: String? = "V"
    }

    @Test func `A setting can give the names of its variable and option`() async throws {
        let get = "service config list apiKey"
        #expect(try await shell("BILLING_KEY=abcd \(get)") == .printed("apiKey\t***\tvariable BILLING_KEY"))
        #expect(try await shell("service --key abcd config list apiKey") == .printed("apiKey\t***\toption --key"))
    }

    @Test func `Errors of variables and options don't quote secrets`() async throws {
        let run = try await shell("BILLING_KEY=xyz service a; service --key xyz a")
        #expect(run.errors.contains("service: Variable 'BILLING_KEY' for key 'apiKey': the value is invalid.\n"))
        #expect(
            run.errors.contains(
                "service: The value for key 'apiKey' is invalid. It is a secret, so it is not shown.\n"
            )
        )
        #expect(!run.errors.replacing(/left: .*\n/, with: "").contains("xyz"))
    }

    @Test func `In a terminal, set reads a secret without echo`() async throws {
        let script = """
            mkfifo keys; exec 3<> keys
            script -qec 'service config set apiKey' /dev/null <&3 > typed & program=$!
            until grep -q 'not shown' typed; do sleep 0.05; done
            echo abcd >&3; wait $program; cat typed
            service config get apiKey
            """
        let output = try await shell(script).output
        #expect(output.suffix(2) == ["apiKey = *** (stored)", "abcd"])
        #expect(output.filter { $0.contains("abcd") }.count == 1)
    }

    @Test(arguments: ["printf '\\003' >&3", "printf '\\034' >&3", "kill -TERM $(cat process)"])
    func `A signal at the prompt of a secret turns the echo on again`(_ signal: String) async throws {
        let script = """
            mkfifo keys; exec 3<> keys
            cat > call <<'END'
            trap : INT QUIT; ulimit -c 0
            sh -c 'trap - INT QUIT; echo $$ > process; exec service config set apiKey'; stty -a
            END
            script -qec 'sh call' /dev/null <&3 > typed & program=$!
            until grep -q 'not shown' typed; do sleep 0.05; done
            \(signal); wait $program; grep -o -w -e '-*echo' typed; service config get apiKey
            """
        #expect(try await shell(script).output.last == "echo")
    }

    @Test func `An option of a setting after the command has a hint`() async throws {
        let run = try await shell("editor config get fontSize --font-size 20")
        #expect(run == .failed(64, "Unknown option '--font-size'. Options of settings belong before 'config'."))
    }

    @Test(arguments: [
        (["--json", "a", "config", "list", "--json"], ["config", "list", "--json"], "a"),
        (["config", "--json", "b"], ["config", "--json", "b"], ""),
        (["--json", "config", "config", "list"], ["config", "list"], "config"),
        (["file", "--json=x", "--", "config"], ["file", "--", "config"], "x"),
    ])
    func `Before a command, applyArguments stops at its word`(
        _ words: [String],
        left: [String],
        text: String
    ) throws {
        let keys: [any TSUD.Type] = [json.self]
        try withEphemeralSettings { _ in
            var arguments = words
            try keys.applyArguments(&arguments, before: "config")
            #expect(arguments == left && json.value == text)
        }
    }

    private enum json: TSUD { static let defaultValue = "" }

    @Test func `describe shows a variable below the option that takes precedence over it`() async throws {
        let run = try await shell("SERVICE_PORT=80 service --port 90 config describe port")
        #expect(
            run.output.suffix(3) == [
                "sources:  option --port: 90, which takes precedence", "          variable SERVICE_PORT: 80",
                "          default: 8080",
            ]
        )
    }

    @Test func `The words of a variable are split like those of an option`() {
        #expect(acronym.variable(prefix: "EDITOR_") == "EDITOR_USE_IPV6")
        #expect(proxy.variable(prefix: "") == "HTTP_PROXY_URL2_PATH")
    }

    @Test func `An acronym is one word, and a setting can give its own names`() throws {
        let keys: [any TSUD.Type] = [acronym.self, named.self]
        try withEphemeralSettings { _ in
            var arguments = ["--use-ipv6", "--v", "a"]
            try keys.applyArguments(&arguments)
            #expect(arguments == ["a"])
            #expect(acronym.value && named.value)
        }
    }

    @Test func `A suite that is first used while overrides are applied has all of them`() async throws {
        #expect(try await shell("service --port 80 first-use") == .printed("80"))
    }
}
#endif
