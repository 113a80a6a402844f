#if os(Linux)
import TestSupport
import Testing

extension ExampleProgram {
    @Suite struct ValueTests {
        let settings = SettingsProgram()

        private static let sessionAsXML = """
            <?xml version="1.0"?><plist version="1.0"><dict><key>document</key><string>a</string>\
            <key>position</key><integer>7</integer><key>opened</key><date>2001-01-02T03:04:05Z</date></dict></plist>
            """

        private static func session(_ fraction: String) -> String {
            #"{"document":"a","opened":"2001-01-02T03:04:05\#(fraction)Z","position":7}"#
        }

        @Test(arguments: [
            ("fontSize", "14", "14.0", "14"),
            ("fontSize", " 14.5 ", "14.5", "14.5"),
            ("fontSize", "-5", "-5.0", "-5"),
            ("lineWidth", "100", "100", "100"),
            ("Has Widgets", "YES", "true", "true"),
            ("Has Widgets", "0", "false", "false"),
            ("Has Widgets", "on", "true", "true"),
            ("Has Widgets", "Off", "false", "false"),
            ("username", "Ann", "Ann", #""Ann""#),
            ("username", "-Ann", "-Ann", #""-Ann""#),
            ("username", "14", "14", #""14""#),
            ("username", "(Ann", "(Ann", #""(Ann""#),
            ("username", #""(Ann)""#, #""(Ann)""#, #""\"(Ann)\"""#),
            ("username", #"a "b" c/d"#, #"a "b" c/d"#, #""a \"b\" c/d""#),
            ("theme", "light", "light", #""light""#),
            ("recentFiles", #"(a.txt, "b c.txt")"#, #"["a.txt","b c.txt"]"#, #"["a.txt","b c.txt"]"#),
            ("recentFiles", #"["a.txt"]"#, #"["a.txt"]"#, #"["a.txt"]"#),
            ("recentFiles", "()", "[]", "[]"),
            ("lastSession", sessionAsXML, session(""), session("")),
            (
                "lastSession", #"{ "document": "a", "position": 7, "opened": "2001-01-02T03:04:05.5Z" }"#,
                session(".500"), session(".500")
            ),
            (
                "lastSession", #"{"document": "a", "position": 7, "opened": "2001-01-02T03:04:05.123456Z"}"#,
                session(".123456"), session(".123456")
            ),
            ("homepage", "https://example.com/a?b#c", "https://example.com/a?b#c", #""https://example.com/a?b#c""#),
            ("homepage", "/no/such/a b", "file:///no/such/a%20b", #""file:///no/such/a%20b""#),
        ])
        func `The next process shows what is set`(_ name: String, text: String, shown: String, json: String) throws {
            #expect(try settings("set", name, text) == .printed("\(name) = \(shown) (suite)"))
            #expect(try settings.row(name) == [name, shown, "suite"])
            #expect(try settings("get", name) == .printed(shown))
            #expect(try settings("get", name, "--json") == .printed(json))
            #expect(try settings("get", "--json", name) == .printed(json))
            // Parsing the text stored nothing else.
            #expect(settings.home.names == [settings.file])
            #expect(try Array(settings.stored.keys) == [name])
        }

        @Test(arguments: [
            ("fontSize", "14"),
            ("Has Widgets", "on"), ("Has Widgets", "YES"),
            ("username", "Ann"),
            ("theme", "dark"),
            ("recentFiles", "(a.txt, b.txt)"),
            ("lastSession", #"{"document":"notes.txt","opened":"2026-01-31T09:30:00Z","position":120}"#),
            ("homepage", "https://swift.org"),
        ])
        func `The texts that the program suggests are accepted`(_ name: String, text: String) throws {
            #expect(try settings("set", name).errors.contains(text))
            #expect(try settings("describe", name).output.last?.contains(text) == true)
            #expect(try settings("set", name, text).end == .exited(0))
            #expect(try settings.row(name)?.last == "suite")
        }

        @Test(arguments: [
            ["set", "username", "--", "--help"], ["set", "--", "username", "--help"],
            ["--", "set", "username", "--help"],
        ])
        func `What follows two dashes is not an option`(_ words: [String]) throws {
            #expect(try settings.run(words) == .printed("username = --help (suite)"))
            #expect(try settings("get", "username", "--json") == .printed(#""--help""#))
        }

        @Test func `The path is that of the file`() throws {
            try settings("set", "theme", "dark")
            #expect(try settings("path") == .printed(settings.home.path(settings.file)))
        }

        @Test(arguments: [
            ("HOME=/h XDG_CONFIG_HOME=", "/h/.config"), ("HOME=/h/ XDG_CONFIG_HOME=x", "/h/.config"),
            ("HOME=/h XDG_CONFIG_HOME=/x//y/../z/", "/x/z"), ("HOME= XDG_CONFIG_HOME=", "/.config"),
        ])
        func `The path follows the environment`(_ environment: String, _ directory: String) throws {
            #expect(try settings.run("\(environment) settings path") == .printed("\(directory)/settings.plist"))
        }

        @Test func `The path is that of the file where HOME is relative`() throws {
            let home = settings.home.path("home")
            let script = "mkdir '\(home)'; cd '\(home)/..'; unset XDG_CONFIG_HOME; export HOME=home"
            let run = try settings.run("\(script); settings set theme dark; settings path; ls home/.config")
            #expect(run.output == ["theme = dark (suite)", "\(home)/.config/settings.plist", "settings.plist"])
        }

        @Test func `Text is printed as it is, and nil exits with 1`() throws {
            try settings.write(["username": "a\nb"])
            #expect(try settings("get", "username") == .printed("a", "b"))
            #expect(try settings("get", "username", "--json") == .printed(#""a\nb""#))
            try settings("reset", "username")
            #expect(try settings("get", "username") == SettingsProgram.Run(end: .exited(1), output: [], errors: ""))
            #expect(try settings("get", "username", "--json") == .printed("null"))
        }

        @Test func `Values are stored as plain UserDefaults would, next to what other programs stored`() throws {
            let others: [String: Any] = ["theme": "blue", "window": ["x": 1, "y": 2]]
            try settings.write(others)
            try settings("set", "fontSize", "14")
            try settings("set", "Has Widgets", "YES")
            try settings("set", "recentFiles", "(a.txt)")
            try settings("set", "lineWidth", "100")
            try settings("reset", "lineWidth")
            let own: [String: Any] = ["fontSize": 14.0, "Has Widgets": true, "recentFiles": ["a.txt"]]
            let all = others.merging(own) { $1 }
            #expect(objectFingerprint(of: try settings.stored) == objectFingerprint(of: all))
        }

        @Test func `A setting that is reset has its default, and nothing is stored for it`() throws {
            #expect(try settings("reset", "Has Widgets") == .printed("Has Widgets = false (default)"))
            #expect(settings.home.names.isEmpty)
            try settings("set", "fontSize", "14")
            try settings("set", "theme", "dark")
            #expect(try settings("reset", "fontSize") == .printed("fontSize = 12.0 (default)"))
            #expect(try settings.row("fontSize") == ["fontSize", "12.0", "default"])
            #expect(try settings.row("theme") == ["theme", "dark", "suite"])
            #expect(try Array(settings.stored.keys) == ["theme"])
        }

        @Test func `A document's value is set, shown and reset like a setting`() throws {
            #expect(try settings("set", "zoom/report.pdf", "1.5") == .printed("zoom/report.pdf = 1.5 (suite)"))
            #expect(try settings("get", "zoom/report.pdf") == .printed("1.5"))
            #expect(try settings("get", "zoom/other.pdf") == .printed("1.0"))
            #expect(try settings("set", "zoom", "2") == .printed("zoom = 2.0 (suite)"))
            #expect(try settings.row("zoom") == ["zoom", "2.0", "suite"])
            #expect(try settings.row("zoom/report.pdf") == ["zoom/report.pdf", "1.5", "suite"])
            #expect(try settings.stored["zoom/report%2Epdf"] as? Double == 1.5)
            #expect(try settings("reset", "zoom/report.pdf") == .printed("zoom/report.pdf = 2.0 (suite)"))
            #expect(try settings.row("zoom/report.pdf") == nil)
        }
    }
}
#endif
