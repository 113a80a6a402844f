#if os(Linux)
import Foundation
import TSUDTesting
import TestSupport
import Testing

@Suite(.ephemeralSettings) struct ValueTests {
    let editor = Commands.editor

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
        ("hasWidgets", "YES", "true", "true"),
        ("hasWidgets", "0", "false", "false"),
        ("hasWidgets", "on", "true", "true"),
        ("hasWidgets", "Off", "false", "false"),
        ("username", "Ann", "Ann", #""Ann""#),
        ("username", "-Ann", "-Ann", #""-Ann""#),
        ("username", "14", "14", #""14""#),
        ("username", "(Ann", "(Ann", #""(Ann""#),
        ("username", #""(Ann)""#, "(Ann)", #""(Ann)""#),
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
        #expect(try await editor("set", name, text) == .printed("\(name) = \(shown) (stored)"))
        #expect(try await editor.row(name) == [name, shown, "stored"])
        #expect(try await editor("get", name) == .printed(shown))
        #expect(try await editor("get", name, "--json") == .printed(json))
        #expect(try await editor("get", "--json", name) == .printed(json))
        // Parsing the text stored nothing else.
        #expect(Array(editor.stored.keys) == [name])
    }

    @Test(arguments: [
        ("fontSize", "12.0"), ("hasWidgets", "on"), ("username", "Ann"), ("theme", "dark"),
        ("recentFiles", #"["Ann"]"#),
        ("lastSession", #"{"document":"welcome.txt","opened":"2001-01-01T00:00:00Z","position":0}"#),
        ("homepage", "https://swift.org"),
    ])
    func `set accepts the strings that the program suggests`(_ name: String, text: String) async throws {
        #expect(try await editor("set", name).errors.contains(text))
        #expect(try await editor("describe", name).output.contains { $0.hasPrefix("takes:") && $0.contains(text) })
        #expect(try await editor("set", name, text).status == 0)
        #expect(try await editor.row(name)?.last == "stored")
    }

    @Test(arguments: [
        ["set", "username", "--", "--help"], ["set", "--", "username", "--help"],
        ["--", "set", "username", "--help"],
    ])
    func `A word after two dashes is not an option`(_ words: [String]) async throws {
        #expect(try await editor.run(words) == .printed("username = --help (stored)"))
        #expect(try await editor("get", "username", "--json") == .printed(#""--help""#))
    }

    @Test func `path prints the paths of the settings' files`() async throws {
        let shell = try Shell()
        try await shell("editor config set theme dark; service config set port 80; service config set quota 2")
        #expect(try await shell("editor config path") == .printed(shell.home.path("editor.plist")))
        let paths = ["service.plist", "service.shared.plist"].map(shell.home.path)
        #expect(try await shell("service config path").output == paths)
        #expect(shell.home.names == ["editor.plist", "service.plist", "service.shared.plist"])
    }

    @Test(arguments: [
        ("HOME=/h XDG_CONFIG_HOME=", "/h/.config"), ("HOME=/h/ XDG_CONFIG_HOME=x", "/h/.config"),
        ("HOME=/h XDG_CONFIG_HOME=/x//y/../z/", "/x/z"), ("HOME= XDG_CONFIG_HOME=", "/.config"),
    ])
    func `path follows the environment's variables`(_ environment: String, _ directory: String) async throws {
        #expect(try await Shell()("\(environment) editor config path") == .printed("\(directory)/editor.plist"))
    }

    @Test func `path prints the file's path if HOME is relative`() async throws {
        let shell = try Shell()
        let home = shell.home.path("home")
        let script = "mkdir '\(home)'; cd '\(home)/..'; unset XDG_CONFIG_HOME; export HOME=home"
        let run = try await shell("\(script); editor config set theme dark; editor config path; ls home/.config")
        #expect(run.output == ["theme = dark (stored)", "\(home)/.config/editor.plist", "editor.plist"])
    }

    @Test func `get prints a string as it is, and exits with 1 for nil`() async throws {
        editor.write(["username": "a\nb"])
        #expect(try await editor("get", "username") == .printed("a", "b"))
        #expect(try await editor("get", "username", "--json") == .printed(#""a\nb""#))
        try await editor("reset", "username")
        #expect(try await editor("get", "username") == Run(status: 1, output: [], errors: ""))
        #expect(try await editor("get", "username", "--json") == .printed("null"))
    }

    @Test func `set stores values like direct UserDefaults calls, and keeps other programs' values`() async throws {
        let others: [String: Any] = ["theme": "blue", "window": ["x": 1, "y": 2]]
        editor.write(others)
        try await editor("set", "fontSize", "14")
        try await editor("set", "hasWidgets", "YES")
        try await editor("set", "recentFiles", "(a.txt)")
        try await editor("set", "lineWidth", "100")
        try await editor("reset", "lineWidth")
        let own: [String: Any] = ["fontSize": 14.0, "hasWidgets": true, "recentFiles": ["a.txt"]]
        let all = others.merging(own) { $1 }
        #expect(NSDictionary(dictionary: editor.stored) == NSDictionary(dictionary: all))
    }

    @Test(arguments: [
        ("a\\r\\n", "\"a\""), ("a\\n", "\"a\""), ("a\\n\\n", "\"a\\n\""), ("a\\r\\n\\r\\n", "\"a\\r\\n\""),
        ("a", "\"a\""),
        ("\\n", "\"\""),
    ])
    func `One final line break of standard input is removed`(_ input: String, json: String) async throws {
        let run = try await Shell()(
            "printf '\(input)' | editor config set username - >&2; editor config get --json username"
        )
        #expect(run.output == [json])
    }

    @Test(arguments: [
        ("null", "null", nil), ("\"null\"", "\"null\"", "null"), ("nil", "\"nil\"", "nil"),
        ("\"nil\"", "\"nil\"", "nil"),
        ("\"a\\\"b\"", "a\"b", "a\"b"), ("\"\\\"\"", "\"\\\"\"", "\""), ("Null", "Null", "Null"), ("\"\"", "\"\"", ""),
    ])
    func `Nil is null, and a text that would mean something else is a JSON string`(
        _ typed: String,
        printed: String,
        value: String?
    ) async throws {
        try await editor("set", "username", "before")
        #expect(try await editor("set", "username", typed).output.first?.hasPrefix("username = \(printed) (") == true)
        #expect(editor.stored["username"] as? String == value)
        // A person can type the printed text.
        try await editor("set", "username=\(printed)")
        #expect(editor.stored["username"] as? String == value)
        if let value, !value.isEmpty { #expect(try await editor("get", "username") == .printed(printed)) }
    }

    @Test func `A text that begins with a quotation mark and is no JSON string is an error`() async throws {
        let run = try await editor("set", "username", "\"Ann\" Bee")
        #expect(
            run.status == 64 && run.errors.contains(#"Expected a JSON string"#)
                && run.errors.contains(#"'"\"Ann\" Bee"'"#)
        )
    }

    @Test func `A path that begins with a tilde is in HOME`() async throws {
        let run = try await Shell()(
            "HOME=/h editor config set homepage '~/a b'; HOME=/h editor config set homepage '~'"
        )
        #expect(run.output == ["homepage = file:///h/a%20b (stored)", "homepage = file:///h (stored)"])
    }

    @Test func `A whole number that a Double rounds has a note`() async throws {
        let run = try await editor("set", "fontSize", "9007199254740993")
        #expect(run.output == ["fontSize = 9007199254740992.0 (stored)"] && run.status == 0)
        #expect(run.errors == "editor config: '9007199254740993' is rounded to 9007199254740992.0\n")
        for text in ["9007199254740992", "-0012", "+7", "0.1", "1e3", "0", "-0"] {
            #expect(try await editor("set", "fontSize=\(text)").errors.isEmpty)
        }
        #expect(try await editor("set", "username=9007199254740993").errors.isEmpty)
    }

    @Test func `A setting that was reset has its default, and no stored value`() async throws {
        #expect(try await editor("reset", "hasWidgets") == .printed("hasWidgets = false (default)"))
        #expect(editor.stored.isEmpty)
        try await editor("set", "fontSize", "14")
        try await editor("set", "theme", "dark")
        #expect(try await editor("reset", "fontSize") == .printed("fontSize = 12.0 (default)"))
        #expect(try await editor.row("fontSize") == ["fontSize", "12.0", "default"])
        #expect(try await editor.row("theme") == ["theme", "dark", "stored"])
        #expect(Array(editor.stored.keys) == ["theme"])
    }

    @Test func `A document's value is set, shown and reset like a setting`() async throws {
        #expect(try await editor("set", "zoom/report.pdf", "1.5") == .printed("zoom/report.pdf = 1.5 (stored)"))
        #expect(try await editor("get", "zoom/report.pdf") == .printed("1.5"))
        #expect(try await editor("get", "zoom/other.pdf") == .printed("1.0"))
        #expect(try await editor("set", "zoom", "2") == .printed("zoom = 2.0 (stored)"))
        #expect(try await editor.row("zoom") == ["zoom", "2.0", "stored"])
        #expect(try await editor.row("zoom/report.pdf") == ["zoom/report.pdf", "1.5", "stored"])
        #expect(editor.stored["zoom/report%2Epdf"] as? Double == 1.5)
        #expect(try await editor("reset", "zoom/report.pdf") == .printed("zoom/report.pdf = 2.0 (stored)"))
        #expect(try await editor.row("zoom/report.pdf") == nil)
    }

    @Test func `set stores several settings, elements, fields, and standard input`() async throws {
        #expect(
            try await editor("set", "fontSize=14", "theme=dark")
                == .printed("fontSize = 14.0 (stored)", "theme = dark (stored)")
        )
        #expect(
            try await editor("set", "recentFiles", "--add", "a.txt", "b.txt")
                == .printed(#"recentFiles = ["a.txt","b.txt"] (stored)"#)
        )
        #expect(
            try await editor("set", "recentFiles", "--remove", "a.txt")
                == .printed(#"recentFiles = ["b.txt"] (stored)"#)
        )
        try await editor("set", "lastSession.position", "7")
        #expect(
            try await editor("set", "lastSession.document", "12") == .printed("lastSession.document = 12 (stored)")
        )
        let session = #"{"document":"12","opened":"2001-01-01T00:00:00Z","position":7}"#
        #expect(try await editor("get", "lastSession") == .printed(session))
        #expect(
            try await Shell()("printf 'a\\nb\\n' | editor config set username -")
                == .printed(#"username = "a\nb" (stored)"#)
        )
        #expect(try await editor("set", "username", "-h") == .printed("username = -h (stored)"))
    }
}
#endif
