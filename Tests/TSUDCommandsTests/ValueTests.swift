#if os(Linux)
import Foundation
import TSUDTesting
import TestSupport
import Testing

@Suite(.ephemeralSettings) struct ValueTests {
    let settings = Commands.settings

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
    func `A command prints the value that it sets`(
        _ name: String,
        text: String,
        shown: String,
        json: String
    ) async throws {
        #expect(try await settings("set", name, text) == .printed("\(name) = \(shown) (stored)"))
        #expect(try await settings.row(name) == [name, shown, "stored"])
        #expect(try await settings("get", name) == .printed(shown))
        #expect(try await settings("get", name, "--json") == .printed(json))
        #expect(try await settings("get", "--json", name) == .printed(json))
        // Parsing the text stored nothing else.
        #expect(Array(settings.stored.keys) == [name])
    }

    @Test(arguments: [
        ("fontSize", "12.0"), ("Has Widgets", "on"), ("username", "Ann"), ("theme", "dark"),
        ("recentFiles", #"["Ann"]"#),
        ("lastSession", #"{"document":"welcome.txt","opened":"2001-01-01T00:00:00Z","position":0}"#),
        ("homepage", "https://swift.org"),
    ])
    func `set accepts the strings that the program suggests`(_ name: String, text: String) async throws {
        #expect(try await settings("set", name).errors.contains(text))
        #expect(try await settings("describe", name).output.contains { $0.hasPrefix("takes:") && $0.contains(text) })
        #expect(try await settings("set", name, text).status == 0)
        #expect(try await settings.row(name)?.last == "stored")
    }

    @Test(arguments: [
        ["set", "username", "--", "--help"], ["set", "--", "username", "--help"],
        ["--", "set", "username", "--help"],
    ])
    func `A word after two dashes is not an option`(_ words: [String]) async throws {
        #expect(try await settings.run(words) == .printed("username = --help (stored)"))
        #expect(try await settings("get", "username", "--json") == .printed(#""--help""#))
    }

    @Test func `path prints the paths of the settings' files`() async throws {
        let shell = try Shell()
        try await shell("settings set theme dark; service config set port 80; service config set quota 2")
        #expect(try await shell("settings path") == .printed(shell.home.path("settings.plist")))
        let paths = ["service.plist", "service.shared.plist"].map(shell.home.path)
        #expect(try await shell("service config path").output == paths)
        #expect(shell.home.names == ["service.plist", "service.shared.plist", "settings.plist"])
    }

    @Test(arguments: [
        ("HOME=/h XDG_CONFIG_HOME=", "/h/.config"), ("HOME=/h/ XDG_CONFIG_HOME=x", "/h/.config"),
        ("HOME=/h XDG_CONFIG_HOME=/x//y/../z/", "/x/z"), ("HOME= XDG_CONFIG_HOME=", "/.config"),
    ])
    func `path follows the environment's variables`(_ environment: String, _ directory: String) async throws {
        #expect(try await Shell()("\(environment) settings path") == .printed("\(directory)/settings.plist"))
    }

    @Test func `path prints the file's path if HOME is relative`() async throws {
        let shell = try Shell()
        let home = shell.home.path("home")
        let script = "mkdir '\(home)'; cd '\(home)/..'; unset XDG_CONFIG_HOME; export HOME=home"
        let run = try await shell("\(script); settings set theme dark; settings path; ls home/.config")
        #expect(run.output == ["theme = dark (stored)", "\(home)/.config/settings.plist", "settings.plist"])
    }

    @Test func `get prints a string as it is, and exits with 1 for nil`() async throws {
        settings.write(["username": "a\nb"])
        #expect(try await settings("get", "username") == .printed("a", "b"))
        #expect(try await settings("get", "username", "--json") == .printed(#""a\nb""#))
        try await settings("reset", "username")
        #expect(try await settings("get", "username") == Run(status: 1, output: [], errors: ""))
        #expect(try await settings("get", "username", "--json") == .printed("null"))
    }

    @Test func `set stores values like direct UserDefaults calls, and keeps other programs' values`() async throws {
        let others: [String: Any] = ["theme": "blue", "window": ["x": 1, "y": 2]]
        settings.write(others)
        try await settings("set", "fontSize", "14")
        try await settings("set", "Has Widgets", "YES")
        try await settings("set", "recentFiles", "(a.txt)")
        try await settings("set", "lineWidth", "100")
        try await settings("reset", "lineWidth")
        let own: [String: Any] = ["fontSize": 14.0, "Has Widgets": true, "recentFiles": ["a.txt"]]
        let all = others.merging(own) { $1 }
        #expect(NSDictionary(dictionary: settings.stored) == NSDictionary(dictionary: all))
    }

    @Test func `A setting that was reset has its default, and no stored value`() async throws {
        #expect(try await settings("reset", "Has Widgets") == .printed("Has Widgets = false (default)"))
        #expect(settings.stored.isEmpty)
        try await settings("set", "fontSize", "14")
        try await settings("set", "theme", "dark")
        #expect(try await settings("reset", "fontSize") == .printed("fontSize = 12.0 (default)"))
        #expect(try await settings.row("fontSize") == ["fontSize", "12.0", "default"])
        #expect(try await settings.row("theme") == ["theme", "dark", "stored"])
        #expect(Array(settings.stored.keys) == ["theme"])
    }

    @Test func `A document's value is set, shown and reset like a setting`() async throws {
        #expect(try await settings("set", "zoom/report.pdf", "1.5") == .printed("zoom/report.pdf = 1.5 (stored)"))
        #expect(try await settings("get", "zoom/report.pdf") == .printed("1.5"))
        #expect(try await settings("get", "zoom/other.pdf") == .printed("1.0"))
        #expect(try await settings("set", "zoom", "2") == .printed("zoom = 2.0 (stored)"))
        #expect(try await settings.row("zoom") == ["zoom", "2.0", "stored"])
        #expect(try await settings.row("zoom/report.pdf") == ["zoom/report.pdf", "1.5", "stored"])
        #expect(settings.stored["zoom/report%2Epdf"] as? Double == 1.5)
        #expect(try await settings("reset", "zoom/report.pdf") == .printed("zoom/report.pdf = 2.0 (stored)"))
        #expect(try await settings.row("zoom/report.pdf") == nil)
    }

    @Test func `set stores several settings, elements, fields, and standard input`() async throws {
        #expect(
            try await settings("set", "fontSize=14", "theme=dark")
                == .printed("fontSize = 14.0 (stored)", "theme = dark (stored)")
        )
        try await settings("set", "recentFiles", "--add", "a.txt")
        #expect(
            try await settings("set", "recentFiles", "--add", "b.txt")
                == .printed(#"recentFiles = ["a.txt","b.txt"] (stored)"#)
        )
        #expect(
            try await settings("set", "recentFiles", "--remove", "a.txt")
                == .printed(#"recentFiles = ["b.txt"] (stored)"#)
        )
        try await settings("set", "lastSession.position", "7")
        #expect(
            try await settings("set", "lastSession.document", "12") == .printed("lastSession.document = 12 (stored)")
        )
        let session = #"{"document":"12","opened":"2001-01-01T00:00:00Z","position":7}"#
        #expect(try await settings("get", "lastSession") == .printed(session))
        #expect(
            try await Shell()("printf 'a\\nb\\n' | settings set username -") == .printed(#"username = "a\nb" (stored)"#)
        )
        #expect(try await settings("set", "username", "-h") == .printed("username = -h (stored)"))
    }
}
#endif
