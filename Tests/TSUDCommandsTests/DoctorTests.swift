#if os(Linux)
import Foundation
import TestSupport
import Testing

/// The doctor, on an administrator's files, the user's file, and given files.
@Suite struct DoctorTests {
    private let shell: Shell
    private let directory: TemporaryDirectory

    init() throws {
        (shell, directory) = (try Shell(), try TemporaryDirectory())
        // Root trusts no file in a directory that others can write.
        chmod(directory.path, 0o755)
        chmod(shell.home.path, 0o755)
    }

    @discardableResult
    private func run(_ script: String, _ variables: [String: String] = [:]) async throws -> Run {
        let environment = ["XDG_CONFIG_DIRS": directory.path].merging(variables) { $1 }
        let run = try await shell("umask 022; \(script)", environment: environment)
        return Run(status: run.status, output: run.output.filter { !isOnlyOwned($0) }, errors: run.errors)
    }

    /// Whether a problem is only that the files of an ordinary user, who runs these tests, are not root's.
    private func isOnlyOwned(_ message: String) -> Bool {
        geteuid() != 0 && message.hasSuffix("a user other than root can write it; programs of root ignore it.")
    }

    private func install(_ contents: String, as name: String) throws {
        try directory.write(Array(contents.utf8), to: name)
        chmod(directory.path(name), 0o644)
    }

    /// Installs a default and a locked value.
    private func installFiles() throws {
        try install(#"{"$schema": "schema.json", "fontSize": 14, "zoom/a.pdf": 2}"#, as: "settings.json")
        try install(#"{"theme": "dark"}"#, as: "settings.locked.json")
    }

    // MARK: Contents

    static let problems = [
        (
            "an unknown name", "settings.json", "{\n  \"lineWidth\": 80,\n  \"fontsize\": 1\n}",
            ": line 3: Unknown setting 'fontsize'. Did you mean fontSize?"
        ),
        (
            "an unreadable value", "settings.json", #"{"fontSize": "x"}"#,
            ": line 1: Value for 'fontSize': 'x' is not a number. Expected a number such as 12.0."
        ),
        (
            "an invalid value", "settings.json", #"{"lineWidth": 1}"#,
            "is invalid: it must be from 20 to 400. Expected a whole number such as 80."
        ),
        (
            "null for a value that is not optional", "settings.json", #"{"theme": null}"#,
            "Expected one of light, dark, system."
        ),
        (
            "a missing brace", "settings.locked.json", "{",
            ": line 1, column 2: expected a name in quotation marks, found the end."
        ),
        (
            "a comment", "settings.json", "{\n  // large\n  \"fontSize\": 14\n}",
            ": line 2, column 3: expected a name in quotation marks, found a comment."
        ),
        (
            "a missing comma", "settings.json", "{\"fontSize\": 14\n\"theme\": \"dark\"}",
            ": line 2, column 1: expected ',' or '}', found '\"'."
        ),
        (
            "a name that is given twice", "settings.json", "{\"fontSize\": 14,\n \"fontSize\": 15}",
            ": line 2, column 2: the name 'fontSize' is repeated."
        ),
        (
            "a key that is given twice in a property list", "settings.plist",
            "<plist><dict>\n<key>fontSize</key><real>1</real>\n<key>fontSize</key><real>2</real>\n</dict></plist>",
            ": line 3: the name 'fontSize' is repeated."
        ),
        (
            "two names of one member", "settings.json", #"{"zoom/a.pdf": 1, "zoom/a%2Epdf": 2}"#,
            ": line 1: 'zoom/a.pdf' and 'zoom/a%2Epdf' are one setting."
        ),
        ("an empty file", "settings.json", "", ": it is empty."),
        ("no object", "settings.json", "[1]", ": line 1, column 1: expected an object of names and values."),
        ("no property list", "settings.plist", "<plist>", ": it is not a property list."),
        (
            "a wrong value in a property list", "settings.plist",
            "<plist><dict>\n<key>fontSize</key><string>x</string></dict></plist>",
            ": line 2: Value for key 'fontSize' is a String, expected Double."
        ),
    ]

    @Test(arguments: problems)
    func `The doctor finds each problem in a file, and its line`(_ row: (String, String, String, String)) async throws {
        let (_, name, contents, message) = row
        try install(contents, as: name)
        let path = directory.path(name)
        for script in ["settings doctor", "settings doctor '\(path)'"] {
            let run = try await run(script)
            #expect(run.status == 65)
            #expect(run.output.count == 1 && run.output[0].hasPrefix(path + ":"), "\(run)")
            #expect(run.output[0].hasSuffix(message), "\(run.output)")
        }
    }

    @Test func `The doctor masks secrets`() async throws {
        let secrets = [
            #"{"apiKey": "abc"}"#, #"{"apiKey": ["hunter2"]}"#, #"{"apiKey": {"user": "me", "password": "hunter2"}}"#,
            #"{"apiKey": true}"#,
        ]
        for secret in secrets {
            try install(secret, as: "service.json")
            let run = try await run("service config doctor; service config doctor --json")
            #expect(run.output.joined().contains("apiKey"))
            for word in ["abc", "hunter2", "password", "true"] {
                #expect(!run.output.joined().contains(word), "\(run)")
            }
        }
        try install(
            "<plist><dict><key>apiKey</key><array><string>hunter2</string></array></dict></plist>",
            as: "service.plist"
        )
        #expect(try await !run("service config doctor").output.joined().contains("hunter2"))
    }

    @Test func `The doctor reports unknown names as notes in the user's file, and as errors elsewhere`() async throws {
        try shell.home.write(["fontSize": 15.0, "fontsize": 1, "window": "1 2 3 4", "TSUDSync/x": 1], to: shell.file)
        let run = try await run("settings doctor")
        #expect(run.status == 0)
        let own = shell.home.path(shell.file)
        let notes = run.output.map { $0.replacing(#/line \d+: /#, with: "") }
        #expect(notes.contains("\(own): note: Unknown setting 'fontsize'. Did you mean fontSize?"))
        #expect(notes.contains { $0.hasPrefix("\(own): note: Unknown setting 'window'. ") })
        #expect(notes.count == 3 && notes[2] == "Checked: \(own).")
        try install(#"{"window": 1}"#, as: "settings.json")
        #expect(try await self.run("settings doctor").status == 65)
    }

    @Test func `The doctor reports a setting in the file of another suite`() async throws {
        try install(#"{"quota": 2}"#, as: "service.json")
        let path = shell.home.path("service.shared.plist")
        let message = "'quota' has no effect here, because the file of its suite is '\(path)'."
        #expect(
            try await run("service config doctor").output == ["\(directory.path("service.json")): line 1: \(message)"]
        )
    }

    @Test func `The doctor finds a property list and a JSON file that disagree`() async throws {
        try install(
            "<plist><dict><key>fontSize</key><real>1</real><key>lineWidth</key><integer>90</integer></dict></plist>",
            as: "settings.plist"
        )
        try install(#"{"fontSize": 2, "lineWidth": 90}"#, as: "settings.json")
        let run = try await run("settings doctor")
        #expect(run.status == 65)
        let message = "'fontSize' has another value in '\(directory.path("settings.plist"))', which takes precedence."
        #expect(run.output == ["\(directory.path("settings.json")): line 1: \(message)"])
    }

    // MARK: Files

    /// The changes of a script to the files in `$XDG_CONFIG_DIRS` or the user's directory, and a part of the message.
    static let places = [
        (
            "a broken link", "ln -s missing $XDG_CONFIG_DIRS/settings.json",
            "settings.json: the link leads to 'missing', which is missing."
        ),
        (
            "a circular link", "ln -s settings.plist $XDG_CONFIG_DIRS/settings.plist",
            "settings.plist: can't be read: Too many levels of symbolic links."
        ),
        ("a directory", "mkdir $XDG_CONFIG_DIRS/settings.json", "settings.json: it is not a file."),
        ("a pipe", "mkfifo $XDG_CONFIG_DIRS/settings.json", "settings.json: it is not a file."),
        ("a large file", "truncate -s 300M $XDG_CONFIG_DIRS/settings.json", "settings.json: it is larger than 256 MB."),
        ("YAML", "touch $XDG_CONFIG_DIRS/settings.yaml", "settings.yaml: no program reads it;"),
        ("a misspelled lock", "touch $XDG_CONFIG_DIRS/settings.lock.json", "settings.lock.json: no program reads it;"),
        ("JSON of the user", "echo '{}' > $XDG_CONFIG_HOME/settings.json", "programs read 'settings.plist'."),
        ("a lock of the user", "echo '{}' > $XDG_CONFIG_HOME/settings.locked.json", "programs read 'settings.plist'."),
        ("another case", "echo '{}' > $XDG_CONFIG_DIRS/Settings.json", "Settings.json: no program reads it;"),
        ("a damaged file of the user", "echo x > $XDG_CONFIG_HOME/settings.plist", "so TSUD moved it aside."),
        (
            "a relative directory", "XDG_CONFIG_DIRS=etc:$XDG_CONFIG_DIRS",
            "'etc' in XDG_CONFIG_DIRS is not an absolute path, so programs ignore it."
        ),
        (
            "a broken link in place of a directory", "ln -s missing \"$HOME/link\"; export XDG_CONFIG_DIRS=$HOME/link",
            "link: can't be read: No such file or directory."
        ),
        (
            "a file in place of a directory", "touch \"$HOME/file\"; export XDG_CONFIG_DIRS=$HOME/file",
            "file: can't be read: Not a directory."
        ),
        (
            "a closed directory", "chmod 0700 $XDG_CONFIG_DIRS; echo '{}' > $XDG_CONFIG_DIRS/settings.json",
            "some users can't read it, because they may not enter '"
        ),
        (
            "a locked file that some users can't read",
            "echo '{}' > $XDG_CONFIG_DIRS/settings.locked.json; chmod 0640 $XDG_CONFIG_DIRS/settings.locked.json",
            "settings.locked.json: some users can't read it."
        ),
        (
            "a directory that all can write", "chmod 0777 $XDG_CONFIG_DIRS; echo '{}' > $XDG_CONFIG_DIRS/settings.json",
            "settings.json: a user other than root can replace files in '"
        ),
    ]

    @Test(.enabled(if: geteuid() == 0, "another user's files are never trusted"), arguments: places)
    func `The doctor finds a file that a program ignores`(_: String, script: String, message: String) async throws {
        let run = try await run("\(script)\nsettings doctor")
        #expect(run.status == 65)
        #expect(run.output.count { $0.contains(message) } == 1, "\(run)")
    }

    @Test(.enabled(if: geteuid() != 0 || Shell.has("setpriv"), "root may read any file"))
    func `The doctor finds a file and a directory that the user may not read`() async throws {
        try installFiles()
        let (path, program) = (directory.path("settings.json"), directory.path("settings"))
        try Program.copy("settings", to: program)
        chmod(path, 0)
        let user = geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups" : ""
        let run = try await run("\(user) '\(program)' doctor")
        #expect(run.status == 65)
        #expect(run.output.contains { $0.hasPrefix("\(path): can't be read: ") }, "\(run)")
        let closed = directory.path("closed")
        mkdir(closed, 0o700)
        let second = try await self.run("XDG_CONFIG_DIRS='\(closed)' \(user) '\(program)' doctor")
        #expect(geteuid() != 0 || second.output.contains("\(closed): can't be read: Permission denied."), "\(second)")
    }

    @Test func `The doctor finds nothing wrong in good files`() async throws {
        try installFiles()
        // The files of another program, and of another suite.
        for name in ["settings-daemon.yaml", "settings.conf", "settings.shared.json"] { try install("?", as: name) }
        let good = try await run("settings set fontSize 15; settings doctor")
        #expect(good.status == 0 || geteuid() != 0)
        #expect(
            good.output.last?.hasPrefix("Checked: \(directory.path("settings.locked.json")), ") == true
                || geteuid() != 0
        )
        chmod(directory.path("settings.json"), 0o622)
        let bad = try await run("settings doctor")
        #expect(bad.status == 65)
        #expect(
            bad.output == [
                "\(directory.path("settings.json")): a user other than root can write it; programs of root ignore it.",
                "\(directory.path("settings.json")): some users can't read it.",
            ] || geteuid() != 0
        )
    }

    // MARK: Given files

    @Test func `The doctor checks several files, standard input, and a pipe`() async throws {
        let script = """
            echo '{"fontSize": 14}' > good.json; echo '{"size": 1}' > bad.json
            settings doctor good.json bad.json; echo $?
            settings doctor good.json missing.json; echo $?
            echo '{"theme": "blue"}' | settings doctor -; echo $?
            settings doctor <(cat good.json) > /dev/null; echo $?
            settings export > own.plist; settings doctor own.plist
            """
        let run = try await run(script)
        #expect(run.output[0].hasPrefix("bad.json: line 1: Unknown setting 'size'. "))
        #expect(run.output[1] == "65")
        #expect(run.output[2] == "missing.json: can't be read: No such file or directory.")
        #expect(run.output[3] == "66")
        #expect(run.output[4].hasPrefix("standard input: line 1: Value for 'theme': 'blue' is not"))
        #expect(run.output[5...] == ["65", "0", "Checked: own.plist."], "\(run)")
    }

    @Test func `doctor --json prints the problems as JSON`() async throws {
        try install("{\"fontSize\": 14,\n\"fontsize\": 1}", as: "settings.json")
        try shell.home.write(["window": 1], to: shell.file)
        let run = try await run("settings doctor --json")
        #expect(run.status == 65)
        let json = Data(run.output.joined(separator: "\n").utf8)
        let rows = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
        let problems = rows.filter { !isOnlyOwned($0["message"] as? String ?? "") }
        #expect(problems.map { $0["kind"] as? String } == ["note", "error"])
        #expect(problems[1]["file"] as? String == directory.path("settings.json"))
        #expect(problems[1]["name"] as? String == "fontsize" && problems[1]["line"] as? Int == 2)
        #expect((problems[1]["message"] as? String)?.hasSuffix("Did you mean fontSize?") == true)
        #expect(
            try await self.run(
                "rm $XDG_CONFIG_DIRS/settings.json $XDG_CONFIG_HOME/settings.plist; settings doctor --json"
            ) == .printed("[]")
        )
    }

    // MARK: Variables

    @Test func `The doctor suggests a variable for a misspelled one`() async throws {
        let run = try await run("service config doctor", ["SERVICE_PROT": "81", "SERVICE_HOST_OF_ALL": "x"])
        #expect(run.status == 65)
        #expect(run.output.contains("Unknown variable 'SERVICE_PROT'. Did you mean SERVICE_PORT?"))
        #expect(run.output.contains { $0.hasPrefix("note: Unknown variable 'SERVICE_HOST_OF_ALL'. ") })
        let file = shell.home.path("key")
        try shell.home.write(Array("secret".utf8), to: "key")
        #expect(try await self.run("service config doctor", ["BILLING_KEY_FILE": file]).status == 0)
    }
}
#endif
