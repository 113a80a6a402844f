#if os(Linux)
import Foundation
import TestSupport
import Testing

/// The commands on an administrator's files.
@Suite struct AdministratorTests {
    private let shell: Shell
    private let directory: TemporaryDirectory

    init() throws {
        (shell, directory) = (try Shell(), try TemporaryDirectory())
        // Root trusts no file in a directory that others can write.
        chmod(directory.path, 0o755)
    }

    @discardableResult
    private func run(_ script: String) async throws -> Run {
        try await shell("umask 022; \(script)", environment: ["XDG_CONFIG_DIRS": directory.path])
    }

    private func install(_ contents: String, as name: String) throws {
        try directory.write(Array(contents.utf8), to: name)
        chmod(directory.path(name), 0o644)
    }

    /// Installs a default and a locked value.
    private func installFiles() throws {
        try install(#"{"fontSize": 14, "zoom/a.pdf": 2}"#, as: "settings.json")
        try install(#"{"theme": "dark"}"#, as: "settings.locked.json")
    }

    @Test func `list and get print the path of the administrator's file that has a value`() async throws {
        try installFiles()
        let (defaults, locked) = (directory.path("settings.json"), directory.path("settings.locked.json"))
        let list = try await run("settings list")
        #expect(list.output.contains("fontSize\t14.0\tsystem \(defaults)"))
        #expect(list.output.contains("theme\tdark\tmanaged \(locked)"))
        #expect(list.output.contains("zoom/a.pdf\t2.0\tsystem \(defaults)"))
        #expect(try await run("settings get --origin fontSize").output == ["file:\(defaults)\t14.0"])
        #expect(try await run("settings describe theme").output.contains("from:     managed \(locked)"))
    }

    @Test func `list --system and get --system print only an administrator's values`() async throws {
        try installFiles()
        let run = try await run("settings set fontSize 15; settings get --system fontSize; settings list --system")
        let (defaults, locked) = (directory.path("settings.json"), directory.path("settings.locked.json"))
        #expect(
            run.output == [
                "fontSize = 15.0 (stored)", "14.0", "fontSize\t14.0\tsystem \(defaults)",
                "theme\tdark\tmanaged \(locked)", "zoom/a.pdf\t2.0\tsystem \(defaults)",
            ]
        )
        #expect(try await self.run("settings get --system username").status == 1)
    }

    @Test func `list --system and get --system print an administrator's values as JSON`() async throws {
        try installFiles()
        let script = """
            settings set fontSize 15 > /dev/null
            settings get --system --json fontSize theme; settings get --system --raw fontSize
            settings list --system --json fontSize | grep value
            """
        #expect(try await run(script) == .printed(#"{"fontSize":14,"theme":"dark"}"#, "14", #"    "value": 14"#))
    }

    @Test func `describe prints each source of a value, and the one that takes precedence`() async throws {
        try installFiles()
        let (defaults, locked) = (directory.path("settings.json"), directory.path("settings.locked.json"))
        let script = """
            settings set fontSize 15 > /dev/null; settings set zoom 3 > /dev/null
            for name in fontSize theme zoom/a.pdf; do settings describe -fontSize 20 $name | grep -A9 sources; done
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
        let run = try await run(#"echo '{"theme": "dark"}' > theme.json; settings import --merge theme.json"#)
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: shell.home.path(shell.file)))
    }

    @Test func `path --all prints the files of the search list in order`() async throws {
        try installFiles()
        let run = try await run("settings path --all")
        let own = shell.home.path("settings.plist")
        let expected = [
            "\(directory.path)/settings.locked.plist\tmissing", "\(directory.path)/settings.locked.json\texists",
            "\(own)\tmissing", "\(directory.path)/settings.plist\tmissing", "\(directory.path)/settings.json\texists",
        ]
        #expect(run.output == expected)
    }

    @Test(arguments: ["set theme light", "set fontSize 3 theme=light", "reset theme", "import --merge theme.json"])
    func `A change of a locked setting exits with 77`(_ command: String) async throws {
        try installFiles()
        let command = command == "set fontSize 3 theme=light" ? "set fontSize=3 theme=light" : command
        let run = try await run(#"echo '{"theme": "light"}' > theme.json; settings \#(command)"#)
        #expect(run.status == 77)
        #expect(run.errors.contains("Setting 'theme' is locked by the administrator in '\(directory.path)/"))
        #expect(!FileManager.default.fileExists(atPath: shell.home.path(shell.file)))
    }

    @Test func `reset --all resets the settings that aren't locked, and exits with 77`() async throws {
        try await run("settings set theme=light fontSize=15; settings set zoom/a.pdf 3")
        try installFiles()
        let reset = try await run("settings reset --all --yes")
        #expect(reset.status == 77)
        #expect(reset.output == ["Reset: fontSize, zoom/a.pdf."])
        let path = directory.path("settings.locked.json")
        #expect(reset.errors == "settings: Setting 'theme' is locked by the administrator in '\(path)'.\n")
        #expect(try shell.stored.keys.sorted() == ["theme"])
    }

    @Test func `Each source takes precedence over the next one of the search list`() async throws {
        try await run("service config set port 5")
        try install(#"{"port": 6}"#, as: "service.json")
        try install(#"{"port": 1}"#, as: "service.locked.json")
        let (locked, defaults) = (directory.path("service.locked.json"), directory.path("service.json"))
        let get = "service config get --origin port"
        let origins = try await run(
            """
            export SERVICE_PORT=4
            \(get) --port 3 -port 2
            rm '\(locked)'
            \(get) --port 3 -port 2
            \(get) --port 3
            \(get)
            unset SERVICE_PORT
            \(get)
            service config reset port > /dev/null
            \(get)
            rm '\(defaults)'
            \(get)
            """
        )
        #expect(
            origins.output == [
                "file:\(locked)\t1", "launch argument\t2", "option --port\t3", "variable SERVICE_PORT\t4",
                "file:\(shell.home.path("service.plist"))\t5", "file:\(defaults)\t6", "default\t8080",
            ]
        )
    }

    @Test(arguments: ["get fontSize", "list", "list --system", "export"])
    func `A command that reads a damaged file of an administrator exits with 65 and the reason`(
        _ command: String
    ) async throws {
        try install("{", as: "settings.json")
        let run = try await run("settings \(command)")
        #expect(run.status == 65 && run.output.isEmpty)
        let path = directory.path("settings.json")
        let reason = "line 1, column 2: expected a name in quotation marks, found the end"
        let lines = [
            "TSUD: Settings in '\(path)' can't be read, \(reason); TSUD ignores the file.",
            "settings: \(path): \(reason).",
        ]
        #expect(run.errors == lines.map { $0 + "\n" }.joined())
    }

    @Test(arguments: ["get fontSize", "list --system"])
    func `A command that can't read a file of an administrator exits with 66`(_ command: String) async throws {
        let path = directory.path("settings.json")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let run = try await run("settings \(command)")
        #expect(run.status == 66 && run.output.isEmpty)
        #expect(run.errors.hasSuffix("settings: can't read '\(path)': Is a directory\n"))
    }

    @Test(.enabled(if: Self.canMount, "only root may mount a file system"))
    func `Root trusts a directory of mode 0777 only if it is mounted read-only`() async throws {
        let script = """
            cd "$XDG_CONFIG_DIRS"; mount -t tmpfs -o mode=0777 tmpfs .; cd .
            mkdir ..2026; echo '{"fontSize": 14}' > ..2026/settings.json; ln -s ..2026 ..data
            ln -s ..data/settings.json settings.json
            settings get fontSize 2> /dev/null; mount -o remount,ro .; settings get fontSize; settings doctor
            """
        let run = try await shell(
            "unshare -m sh -c \"$1\"",
            [script],
            environment: ["XDG_CONFIG_DIRS": directory.path]
        )
        #expect(run == .printed("12.0", "14.0", "Checked: \(directory.path("settings.json"))."))
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
