#if os(Linux)
import Foundation
import TestSupport
import Testing

/// The commands on an administrator's files.
@Suite struct AdministratorTests {
    private let shell: Shell
    private let directory: SystemDirectory

    init() throws { (shell, directory) = (try Shell(), try SystemDirectory()) }

    @discardableResult
    private func run(_ script: String) async throws -> Run {
        try await shell("umask 022; \(script)", environment: ["XDG_CONFIG_DIRS": directory.path])
    }

    /// Installs a default and a locked value.
    private func installFiles() throws {
        try directory.install(#"{"fontSize": 14, "zoom/a.pdf": 2}"#, as: "editor.json")
        try directory.install(#"{"theme": "dark"}"#, as: "editor.locked.json")
    }

    @Test func `list and get print the path of the administrator's file that has a value`() async throws {
        try installFiles()
        let (defaults, locked) = (directory.path("editor.json"), directory.path("editor.locked.json"))
        let list = try await run("editor config list")
        #expect(list.output.contains("fontSize\t14.0\tsystem \(defaults)"))
        #expect(list.output.contains("theme\tdark\tmanaged \(locked)"))
        #expect(list.output.contains("zoom/a.pdf\t2.0\tsystem \(defaults)"))
        #expect(try await run("editor config describe theme").output.contains("from:     managed \(locked)"))
    }

    @Test func `describe prints each source of a value, and the one that takes precedence`() async throws {
        try installFiles()
        let (defaults, locked) = (directory.path("editor.json"), directory.path("editor.locked.json"))
        let script = """
            editor config set fontSize 15 > /dev/null; editor config set zoom 3 > /dev/null
            for name in fontSize theme zoom/a.pdf; do
                editor -fontSize 20 config describe $name | grep -A9 sources
            done
            """
        let own = shell.home.path(shell.file)
        let run = try await run(script)
        #expect(
            run.output == [
                "sources:  launch argument: 20.0, which takes precedence", "          stored in '\(own)': 15.0",
                "          system in '\(defaults)': 14.0", "          default: 12.0",
                "sources:  managed in '\(locked)': dark, which takes precedence", "          default: system",
                "sources:  system in '\(defaults)': 2.0, which takes precedence",
                "          zoom: stored in '\(own)': 3.0",
                "          default: 1.0",
            ]
        )
    }

    @Test func `An import of a locked setting's own value succeeds, and stores nothing`() async throws {
        try installFiles()
        let run = try await run(#"echo '{"theme": "dark"}' > theme.json; editor config import theme.json"#)
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: shell.home.path(shell.file)))
    }

    @Test func `A member is described with the lock of its setting`() async throws {
        try await run("editor config set zoom/a.pdf 2")
        try directory.install(#"{"zoom": 5}"#, as: "editor.locked.json")
        let locked = directory.path("editor.locked.json")
        let run = try await run("editor config describe zoom/a.pdf; editor config set zoom/b.pdf 3")
        #expect(run.output.contains("value:    5.0") && run.output.contains("from:     managed \(locked)"))
        #expect(run.output.filter { $0.contains(" managed in ") }.count == 1, "\(run)")
        #expect(run.status == 77 && run.errors.contains("Setting 'zoom/b.pdf' is locked by the administrator in "))
    }

    @Test func `Below an invalid lock, neither an option nor a variable nor a stored value counts`() async throws {
        try await run("editor config set theme light; editor config set zoom/a.pdf 2")
        try directory.install(#"{"theme": "flase", "zoom": "x"}"#, as: "editor.locked.json")
        let run = try await run("EDITOR_THEME=light editor --theme light config get theme zoom zoom/a.pdf")
        #expect(run.output == ["theme\tsystem", "zoom\t1.0", "zoom/a.pdf\t1.0"])
        #expect(run.errors.split(separator: "\n").count == 2)
        #expect(try await self.run("editor config set theme dark; echo $?").output == ["77"])
    }

    @Test(
        .enabled(if: geteuid() != 0 || Shell.has("setpriv"), "root may list any directory"),
        arguments: ["editor.d", "editor.locked.d"]
    )
    func `A directory that can't be listed is a fault, and may have locks`(_ name: String) async throws {
        let program = directory.path("editor")
        try Program.copy("editor", to: program)
        mkdir(directory.path(name), 0)
        let user = geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : ""
        let config = "\(user)'\(program)' config"
        let get = try await run("\(config) get theme")
        let path = directory.path(name)
        #expect(get.status == 65 && get.errors.contains("TSUD: Settings in '\(path)' can't be read, "), "\(get)")
        #expect(try await run("\(config) set theme dark").status == (name == "editor.d" ? 0 : 65))
        let doctor = try await run("\(config) doctor")
        #expect(doctor.output.contains("\(path): can't be read: Permission denied."), "\(doctor)")
        chmod(directory.path(name), 0o700)
    }

    @Test func `path --all prints the files of the search list in order`() async throws {
        try installFiles()
        let run = try await run("editor config path --all")
        let own = shell.home.path("editor.plist")
        let expected = [
            "\(directory.path)/editor.locked.json\texists", "\(own)\tmissing",
            "\(directory.path)/editor.json\texists",
        ]
        #expect(run.output == expected)
    }

    @Test(arguments: ["set theme light", "set fontSize 3 theme=light", "import theme.json"])
    func `A change of a locked setting exits with 77`(_ command: String) async throws {
        try installFiles()
        let command = command == "set fontSize 3 theme=light" ? "set fontSize=3 theme=light" : command
        let run = try await run(#"echo '{"theme": "light"}' > theme.json; editor config \#(command)"#)
        #expect(run.status == 77)
        #expect(run.errors.contains("Setting 'theme' is locked by the administrator in '\(directory.path)/"))
        #expect(!FileManager.default.fileExists(atPath: shell.home.path(shell.file)))
    }

    @Test func `reset removes stored values below a lock, too`() async throws {
        try await run("editor config set theme=light fontSize=15; editor config set zoom/a.pdf 3")
        try installFiles()
        let reset = try await run("editor config reset --all --yes")
        #expect(reset.status == 0 && reset.errors.isEmpty)
        #expect(reset.output.count == 1 && ["fontSize", "theme", "zoom/a.pdf"].allSatisfy(reset.output[0].contains))
        #expect(try shell.stored.isEmpty)
        #expect(try await run("editor config reset theme; editor config get theme").output.last == "dark")
    }

    @Test func `Each source takes precedence over the next one of the search list`() async throws {
        try await run("service config set port 5")
        try directory.install(#"{"port": 6}"#, as: "service.json")
        try directory.install(#"{"port": 1}"#, as: "service.locked.json")
        let (locked, defaults) = (directory.path("service.locked.json"), directory.path("service.json"))
        let get = "config list port"
        let origins = try await run(
            """
            export SERVICE_PORT=4
            service --port 3 -port 2 \(get)
            rm '\(locked)'
            service --port 3 -port 2 \(get)
            service --port 3 \(get)
            service \(get)
            unset SERVICE_PORT
            service \(get)
            service config reset port > /dev/null
            service \(get)
            rm '\(defaults)'
            service \(get)
            """
        )
        #expect(
            origins.output
                == [
                    "1\tmanaged \(locked)", "2\tlaunch argument", "3\toption --port", "4\tvariable SERVICE_PORT",
                    "5\tstored",
                    "6\tsystem \(defaults)", "8080\tdefault",
                ].map { "port\t" + $0 }
        )
    }

    @Test(arguments: ["get fontSize", "list"])
    func `A command that reads a damaged file of an administrator exits with 65 and the reason`(
        _ command: String
    ) async throws {
        try directory.install("{", as: "editor.json")
        let run = try await run("editor config \(command)")
        #expect(run.status == 65 && run.output.isEmpty)
        let path = directory.path("editor.json")
        let reason = "line 1, column 2: expected a name in quotation marks, found the end"
        #expect(run.errors == "TSUD: Settings in '\(path)' can't be read, \(reason); TSUD ignores the file.\n")
    }

    @Test(arguments: ["get fontSize", "list"])
    func `A command that can't read a file of an administrator exits with 65`(_ command: String) async throws {
        let path = directory.path("editor.json")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let run = try await run("editor config \(command)")
        #expect(run.status == 65 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("TSUD: Settings in '\(path)' can't be read, "))
    }

    @Test(arguments: ["set fontSize 3", "reset fontSize", "import size.json", "edit"])
    func `A command that writes fails beside a damaged lock file`(_ command: String) async throws {
        try await run("editor config set fontSize 15")
        try directory.install("{", as: "editor.locked.json")
        let script = """
            echo '{"fontSize": 3}' > size.json; export EDITOR='sed -i "s/^fontSize.*/fontSize = 3/"'
            editor config \(command)
            """
        let run = try await run(script)
        #expect(run.status == 65)
        #expect(try shell.stored["fontSize"] as? Double == 15)
    }

    @Test(arguments: [
        ("set port 3", 65), ("reset port", 65), ("set quota 3", 0), ("set port=3 quota=3", 65), ("reset quota", 0),
        ("reset --all --yes", 65), ("import port.json", 65), ("import quota.json", 0),
        ("import --replace quota.json", 65),
    ])
    func `A damaged lock file prevents only changes of its own suite`(_ command: String, status: Int32) async throws {
        try directory.install("{", as: "service.locked.json")
        let script = """
            echo '{"port": 3}' > port.json; echo '{"quota": 3}' > quota.json
            service config \(command)
            """
        let run = try await run(script)
        #expect(run.status == status && run.errors.hasPrefix("TSUD: Settings in "), "\(run)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run)")
    }

    @Test func `A field that decoding ignores is logged once, and the value counts`() async throws {
        try directory.install(#"{"limits": {"requests": 3, "burst": 1, "brust": 2}}"#, as: "service.shared.json")
        let run = try await run("service config get limits.requests")
        #expect(run.output == ["3"])
        let path = directory.path("service.shared.json")
        let message = "Unknown field 'brust' of 'limits'. Did you mean burst?"
        #expect(run.errors == "TSUD: Settings in '\(path)': \(message)\n")
    }

    @Test(arguments: ["{", #"{"port": "x"}"#])
    func `Two lists that share a suite log a fault once`(_ contents: String) async throws {
        try directory.install(contents, as: "service.json")
        let run = try await run("SYSTEM_FILES=twice service config get apiKey")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run)")
    }

    @Test(.enabled(if: Self.canMount, "only root may mount a file system"))
    func `Root trusts a directory of mode 0777 only if it is mounted read-only`() async throws {
        let script = """
            cd "$XDG_CONFIG_DIRS"; mount -t tmpfs -o mode=0777 tmpfs .; cd .
            mkdir ..2026; echo '{"fontSize": 14}' > ..2026/editor.json; ln -s ..2026 ..data
            ln -s ..data/editor.json editor.json
            editor config get fontSize 2> /dev/null; mount -o remount,ro .; editor config get fontSize; editor config doctor
            """
        let run = try await shell(
            "unshare -m sh -c \"$1\"",
            [script],
            environment: ["XDG_CONFIG_DIRS": directory.path]
        )
        #expect(run == .printed("12.0", "14.0", "Checked: \(directory.path("editor.json"))."))
    }

    private static let canMount: Bool = {
        guard geteuid() == 0, let path = Shell.path(of: "unshare") else { return false }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = ["-m", "true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
#endif
