#if os(Linux)
import Foundation
import TestSupport
import Testing

/// The doctor, on an administrator's files, the user's file, and given files.
@Suite struct DoctorTests {
    private let shell: Shell
    private let directory: SystemDirectory

    init() throws {
        (shell, directory) = (try Shell(), try SystemDirectory())
        chmod(shell.home.path, 0o755)
    }

    @discardableResult
    private func run(_ script: String, _ variables: [String: String] = [:]) async throws -> Run {
        let environment = ["XDG_CONFIG_DIRS": directory.path].merging(variables) { $1 }
        let run = try await shell("umask 022; \(script)", environment: environment)
        return Run(status: run.status, output: run.output.filter { !isOnlyOwned($0) }, errors: run.errors)
    }

    /// Whether a problem is only that an ordinary user runs these tests, and so the files aren't root's.
    private func isOnlyOwned(_ message: String) -> Bool {
        geteuid() != 0 && message.hasSuffix("a user other than root can write it; programs of root ignore it.")
    }

    /// Installs a default and a locked value.
    private func installFiles() throws {
        try directory.install(#"{"$schema": "schema.json", "fontSize": 14, "zoom/a.pdf": 2}"#, as: "editor.json")
        try directory.install(#"{"theme": "dark"}"#, as: "editor.locked.json")
    }

    // MARK: Contents

    static let problems = [
        (
            "an unknown name", "editor.json", "{\n  \"lineWidth\": 80,\n  \"fontsize\": 1\n}",
            ": line 3: Unknown setting 'fontsize'. Did you mean fontSize?"
        ),
        (
            "an unreadable value", "editor.json", #"{"fontSize": "x"}"#,
            ": line 1: Value for 'fontSize': 'x' is not a number. Expected a number such as 12.0."
        ),
        (
            "an invalid value", "editor.json", #"{"lineWidth": 1}"#,
            "is invalid: it must be from 20 to 400. Expected a whole number such as 80."
        ),
        (
            "null for a value that is not optional", "editor.json", #"{"theme": null}"#,
            "Expected one of light, dark, system."
        ),
        (
            "a missing brace", "editor.locked.json", "{",
            ": line 1, column 2: expected a name in quotation marks, found the end."
        ),
        (
            "a comment without an end", "editor.json", "{\n  /* large\n  \"fontSize\": 14\n}",
            ": line 2, column 3: expected a name in quotation marks, found '/'."
        ),
        (
            "a missing comma", "editor.json", "{\"fontSize\": 14\n\"theme\": \"dark\"}",
            ": line 2, column 1: expected ',' or '}', found '\"'."
        ),
        (
            "a name that is given twice", "editor.json", "{\"fontSize\": 14,\n \"fontSize\": 15}",
            ": line 2, column 2: the name 'fontSize' is repeated."
        ),
        (
            "a boolean for a number", "editor.json", #"{"fontSize": true}"#,
            ": line 1: Value for 'fontSize': 'true' is not a number. Expected a number such as 12.0."
        ),
        (
            "a number that is too large", "editor.json", #"{"fontSize": 1e400}"#,
            ": line 1: Value for 'fontSize': '1e400' is too large. Expected a number such as 12.0."
        ),
        (
            "an unknown field", "editor.json",
            #"{"lastSession": {"document": "a", "position": 1, "opened": "2026-01-31", "postion": 2}}"#,
            ": line 1: Unknown field 'postion' of 'lastSession'. Did you mean position?"
        ),
        (
            "a member of a setting without members", "editor.json", #"{"theme/drak": "dark"}"#,
            ": line 1: Unknown setting 'theme/drak'. Valid settings: fontSize, lineWidth, hasWidgets, username, theme, "
                + "and 4 more."
        ),
        (
            "two names of one member", "editor.json", #"{"zoom/a.pdf": 1, "zoom/a%2Epdf": 2}"#,
            ": line 1: 'zoom/a.pdf' and 'zoom/a%2Epdf' are one setting."
        ),
        (
            "two spellings of one member", "editor.json", "{\"zoom/e\u{301}\": 1,\n\"zoom/\u{E9}\": 2}",
            ": line 2: 'zoom/\u{E9}' and 'zoom/e\u{301}' are one setting."
        ),
        ("an empty file", "editor.json", "", ": it is empty."),
        ("no object", "editor.json", "[1]", ": line 1, column 1: expected an object of names and values."),
        (
            "a property list in place of JSON", "editor.json",
            "<plist><dict><key>fontSize</key><real>14</real></dict></plist>",
            ": line 1, column 1: expected a value, found '<'."
        ),
        ("no property list", "editor.plist", "<plist>", ": it is not a property list."),
        (
            "a wrong value in a property list", "editor.plist",
            "<plist><dict>\n<key>fontSize</key><string>x</string></dict></plist>",
            ": Value for key 'fontSize' is a String, expected Double."
        ),
    ]

    @Test(arguments: Row.table(problems) { $0.0 })
    func `The doctor finds each problem in a file, and its line`(
        _ row: Row<(String, String, String, String)>
    ) async throws {
        let (_, name, contents, message) = row.content
        try directory.install(contents, as: name)
        let path = directory.path(name)
        // A property list is only a given file.
        let scripts = ["editor config doctor '\(path)'"] + (name.hasSuffix("plist") ? [] : ["editor config doctor"])
        for script in scripts {
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
            try directory.install(secret, as: "service.json")
            let run = try await run("service config doctor; service config doctor --json")
            #expect(run.output.joined().contains("apiKey"))
            for word in ["abc", "hunter2", "password", "true"] {
                #expect(!run.output.joined().contains(word), "\(run)")
            }
        }
        try directory.install(
            "<plist><dict><key>apiKey</key><array><string>hunter2</string></array></dict></plist>",
            as: "service.plist"
        )
        #expect(
            try await !run("service config doctor $XDG_CONFIG_DIRS/service.plist").output.joined().contains("hunter2")
        )
    }

    @Test func `The doctor reports unknown names as notes in the user's file, and as errors elsewhere`() async throws {
        try shell.home.write(["fontSize": 15.0, "fontsize": 1, "window": "1 2 3 4", "TSUDSync/x": 1], to: shell.file)
        let run = try await run("editor config doctor")
        #expect(run.status == 0)
        let own = shell.home.path(shell.file)
        let notes = run.output.map { $0.replacing(#/line \d+: /#, with: "") }
        #expect(notes.contains("\(own): note: Unknown setting 'fontsize'. Did you mean fontSize?"))
        #expect(notes.contains { $0.hasPrefix("\(own): note: Unknown setting 'window'. ") })
        #expect(notes.count == 3 && notes[2] == "Checked: \(own).")
        #expect(try await self.run("cd \"$XDG_CONFIG_HOME\"; editor config doctor ./editor.plist").status == 0)
        try directory.install(#"{"window": 1}"#, as: "editor.json")
        #expect(try await self.run("editor config doctor").status == 65)
    }

    @Test func `The doctor reports a setting in the file of another suite`() async throws {
        try directory.install(#"{"quota": 2}"#, as: "service.json")
        let path = shell.home.path("service.shared.plist")
        let message = "'quota' has no effect here, because the file of its suite is '\(path)'."
        #expect(
            try await run("service config doctor").output == ["\(directory.path("service.json")): line 1: \(message)"]
        )
    }

    @Test func `A program that doesn't apply administrators' files ignores them, and its doctor notes them`()
        async throws
    {
        try directory.install(#"{"port": 1}"#, as: "service.locked.json")
        let variables = ["SYSTEM_FILES": "off"]
        #expect(try await run("service config get port", variables) == .printed("8080"))
        let run = try await run("service config doctor", variables)
        let path = directory.path("service.locked.json")
        #expect(run.status == 0)
        #expect(run.output.first == "\(path): note: the program doesn't apply administrators' files.")
    }

    // MARK: Files

    /// The changes of a script to the files in `$XDG_CONFIG_DIRS` or the user's directory, and a part of the message.
    static let places = [
        (
            "a broken link", "ln -s missing $XDG_CONFIG_DIRS/editor.json",
            "editor.json: the link leads to 'missing', which is missing."
        ),
        (
            "a circular link", "ln -s editor.json $XDG_CONFIG_DIRS/editor.json",
            "editor.json: can't be read: Too many levels of symbolic links."
        ),
        ("a directory", "mkdir $XDG_CONFIG_DIRS/editor.json", "editor.json: it is not a file."),
        ("a pipe", "mkfifo $XDG_CONFIG_DIRS/editor.json", "editor.json: it is not a file."),
        ("a large file", "truncate -s 300M $XDG_CONFIG_DIRS/editor.json", "editor.json: is larger than 256 MB."),
        (
            "a property list", "touch $XDG_CONFIG_DIRS/editor.plist",
            "programs read 'editor.json', 'editor.locked.json'."
        ),
        ("a locked list", "touch $XDG_CONFIG_DIRS/editor.locked.plist", "editor.locked.plist: no program reads it;"),
        ("YAML", "touch $XDG_CONFIG_DIRS/editor.yaml", "editor.yaml: no program reads it;"),
        ("a misspelled lock", "touch $XDG_CONFIG_DIRS/editor.lock.json", "editor.lock.json: no program reads it;"),
        ("JSON of the user", "echo '{}' > $XDG_CONFIG_HOME/editor.json", "programs read 'editor.plist'."),
        ("a lock of the user", "echo '{}' > $XDG_CONFIG_HOME/editor.locked.json", "programs read 'editor.plist'."),
        ("another case", "echo '{}' > $XDG_CONFIG_DIRS/Editor.json", "Editor.json: no program reads it;"),
        ("a damaged file of the user", "echo x > $XDG_CONFIG_HOME/editor.plist", "so TSUD moved it aside."),
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
            "a closed directory", "chmod 0700 $XDG_CONFIG_DIRS; echo '{}' > $XDG_CONFIG_DIRS/editor.json",
            "some users can't read it, because they may not enter or list '"
        ),
        (
            "a directory that some users can't list",
            "mkdir -m 0711 $XDG_CONFIG_DIRS/editor.d; echo '{}' > $XDG_CONFIG_DIRS/editor.d/1.json",
            "editor.d/1.json: some users can't read it, because they may not enter or list '"
        ),
        (
            "YAML in a directory", "mkdir $XDG_CONFIG_DIRS/editor.d; touch $XDG_CONFIG_DIRS/editor.d/1.yaml",
            "editor.d/1.yaml: no program reads it; in this directory, programs read files whose names end in .json."
        ),
        (
            "a file in place of NAME.d", "touch $XDG_CONFIG_DIRS/editor.locked.d",
            "editor.locked.d: it is not a directory."
        ),
        (
            "a locked file that some users can't read",
            "echo '{}' > $XDG_CONFIG_DIRS/editor.locked.json; chmod 0640 $XDG_CONFIG_DIRS/editor.locked.json",
            "editor.locked.json: some users can't read it."
        ),
        (
            "a directory that all can write", "chmod 0777 $XDG_CONFIG_DIRS; echo '{}' > $XDG_CONFIG_DIRS/editor.json",
            "editor.json: a user other than root can write the directory '"
        ),
    ]

    @Test(.enabled(if: geteuid() == 0, "another user's files are never trusted"), arguments: Row.table(places) { $0.0 })
    func `The doctor finds a file that a program ignores`(_ row: Row<(String, String, String)>) async throws {
        let (_, script, message) = row.content
        let run = try await run("\(script)\neditor config doctor")
        #expect(run.status == 65)
        #expect(run.output.count { $0.contains(message) } == 1, "\(run)")
    }

    @Test(.enabled(if: geteuid() != 0 || Shell.has("setpriv"), "root may read any file"))
    func `The doctor finds a file and a directory that the user may not read`() async throws {
        try installFiles()
        let (path, program) = (directory.path("editor.json"), directory.path("editor"))
        try Program.copy("editor", to: program)
        chmod(path, 0)
        let user = geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups" : ""
        let run = try await run("\(user) '\(program)' config doctor")
        #expect(run.status == 65)
        #expect(run.output.contains { $0.hasPrefix("\(path): can't be read: ") }, "\(run)")
        let closed = directory.path("closed")
        mkdir(closed, 0o700)
        let second = try await self.run("XDG_CONFIG_DIRS='\(closed)' \(user) '\(program)' config doctor")
        #expect(geteuid() != 0 || second.output.contains("\(closed): can't be read: Permission denied."), "\(second)")
    }

    @Test(arguments: ["$XDG_CONFIG_DIRS/editor.json", "editor.json", "link/editor.json", "link/editor.d/1.json"])
    func `The rights of a given file in a directory of administrators are checked`(_ path: String) async throws {
        let run = try await run(
            """
            cd "$XDG_CONFIG_DIRS"; mkdir editor.d; ln -s . link
            for file in editor.json editor.d/1.json; do echo '{}' > $file; chmod 0600 $file; done
            editor config doctor "\(path)"
            """
        )
        #expect(run.status == 65 && run.output.contains { $0.hasSuffix(": some users can't read it.") }, "\(run)")
    }

    @Test func `The doctor finds nothing wrong in good files`() async throws {
        try installFiles()
        // The files of another program, and of another suite.
        for name in ["editor-daemon.yaml", "editor.conf", "editor.shared.json"] { try directory.install("?", as: name) }
        let good = try await run("editor config set fontSize 15; editor config doctor")
        #expect(good.status == 0 || geteuid() != 0)
        #expect(
            good.output.last?.hasPrefix("Checked: \(directory.path("editor.locked.json")), ") == true
                || geteuid() != 0
        )
        chmod(directory.path("editor.json"), 0o622)
        let bad = try await run("editor config doctor")
        #expect(bad.status == 65)
        #expect(
            bad.output == [
                "\(directory.path("editor.json")): a user other than root can write it; programs of root ignore it.",
                "\(directory.path("editor.json")): some users can't read it.",
            ] || geteuid() != 0
        )
    }

    // MARK: Given files

    @Test func `The doctor checks several files, standard input, and a pipe`() async throws {
        let script = """
            echo '{"fontSize": 14}' > good.json; echo '{"size": 1}' > bad.json
            editor config doctor good.json bad.json; echo $?
            editor config doctor good.json missing.json; echo $?
            echo '{"theme": "blue"}' | editor config doctor -; echo $?
            editor config doctor <(cat good.json) > /dev/null; echo $?
            editor config export > own.json; editor config doctor own.json
            """
        let run = try await run(script)
        #expect(run.output[0].hasPrefix("bad.json: line 1: Unknown setting 'size'. "))
        #expect(run.output[1] == "65")
        #expect(run.output[2] == "missing.json: can't be read: No such file or directory.")
        #expect(run.output[3] == "66")
        #expect(run.output[4].hasPrefix("standard input: line 1: Value for 'theme': 'blue' is not"))
        #expect(run.output[5...] == ["65", "0", "Checked: own.json."], "\(run)")
    }

    @Test func `doctor --json prints the problems as JSON`() async throws {
        try directory.install("{\"fontSize\": 14,\n\"fontsize\": 1}", as: "editor.json")
        try shell.home.write(["window": 1], to: shell.file)
        let run = try await run("editor config doctor --json")
        #expect(run.status == 65)
        let json = Data(run.output.joined(separator: "\n").utf8)
        let rows = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
        let problems = rows.filter { !isOnlyOwned($0["message"] as? String ?? "") }
        #expect(problems.map { $0["kind"] as? String } == ["note", "error"])
        #expect(problems[1]["file"] as? String == directory.path("editor.json"))
        #expect(problems[1]["name"] as? String == "fontsize" && problems[1]["line"] as? Int == 2)
        #expect((problems[1]["message"] as? String)?.hasSuffix("Did you mean fontSize?") == true)
        #expect(
            try await self.run(
                "rm $XDG_CONFIG_DIRS/editor.json $XDG_CONFIG_HOME/editor.plist; editor config doctor --json"
            ) == .printed("[]")
        )
    }

    /// Contents of one file, which is read alike whatever it is called.
    @Test(arguments: [
        ("{ /* a */ \"fontSize\": 14 } // b", "Checked: "), ("\u{FEFF}{\"fontSize\": 14}", "Checked: "),
        ("[1]", "line 1, column 1: expected an object of names and values."),
        ("<plist><dict><key>fontSize</key><real>14</real></dict></plist>", "Checked: "),
        ("<plist>", "it is not a property list."), ("banana", "line 1, column 1: expected a value, found 'b'."),
    ])
    func `The doctor and import recognize JSON and property lists by their contents`(
        _ contents: String,
        _ message: String
    ) async throws {
        try shell.home.write(Array(contents.utf8), to: "file")
        let script = """
            for name in a.json a.plist a; do cp "$HOME/file" $name; editor config doctor $name; done
            cat "$HOME/file" | editor config doctor -; editor config import a; echo $?
            """
        let run = try await run(script)
        #expect(run.output.prefix(4).allSatisfy { $0.contains(message) }, "\(run)")
        #expect(run.output.last == (message == "Checked: " ? "0" : "65"), "\(run)")
    }

    @Test func `The base name of a file tells its suite, for doctor and schema`() async throws {
        let script = """
            echo '{"port": 1, "quota": 2}' > service.json; service config doctor service.json; echo $?
            mkdir service.shared.locked.d; cp service.json service.shared.locked.d/1.json
            service config doctor service.shared.locked.d/1.json; echo $?
            cp service.json any.json; service config doctor any.json; echo $?
            service config schema service.locked.json | grep -c '"port"\\|"quota"'
            service config schema service.shared.d/1.json | grep -c '"port"\\|"quota"'
            service config schema any.json
            """
        let run = try await run(script)
        let files = ["service", "service.shared"].map { shell.home.path($0 + ".plist") }
        let end = "has no effect here, because the file of its suite is"
        #expect(
            run.output == [
                "service.json: line 1: 'quota' \(end) '\(files[1])'.", "65",
                "service.shared.locked.d/1.json: line 1: 'port' \(end) '\(files[0])'.", "65",
                "any.json: it mixes settings of the suites 'service', 'service.shared', which need a file each.", "65",
                "1", "1",
            ],
            "\(run)"
        )
        #expect(run.status == 64 && run.errors.contains("Unknown file 'any.json'"), "\(run)")
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
