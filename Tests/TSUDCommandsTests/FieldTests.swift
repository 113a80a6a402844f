#if os(Linux)
import Foundation
import TSUD
import TSUDCommands
import TSUDTesting
import TestSupport
import Testing

/// Fields of structures and entries of dictionaries, as in "remote.port".
@Suite(.ephemeralSettings) struct FieldTests {
    private let commands = Commands(
        name: "fields",
        keys: {
            [
                remote.self, platform.self, widths.self, window.self, login.self, secret.self, note.self, ratio.self,
                levels.self, address.self,
            ]
        }
    )

    static let values: [(String, name: String, text: String, shown: String)] = [
        ("a number", "remote.port", "9", "9"),
        ("a number with a sign", "remote.port", "+9", "9"),
        ("a string that looks like a number", "remote.host", "12", "12"),
        ("a quoted string", "remote.host", #""null""#, #""null""#),
        ("a boolean", "remote.isSecure", "on", "true"),
        ("a duration", "remote.timeout", "5m", "5m"),
        ("a date", "remote.since", "2026-01-31", "2026-01-31T00:00:00Z"),
        ("a case of an enum", "remote.mode", "fast", "fast"),
        ("a case without a raw value", "remote.plain", "slow", #"{"slow":{}}"#),
        ("an array", "remote.tags", #"["a","b"]"#, #"["a","b"]"#),
        ("a field of a field", "remote.proxy.port", "3", "3"),
        ("an optional that is nil", "remote.note", "hello", "hello"),
        ("an entry", "widths.name", "80", "80"),
        ("an entry whose name has a dot", "widths.report.pdf", "80.5", "80.5"),
        ("an entry of a dictionary in a structure", "remote.limits.a", "3", "3"),
        ("a field of a member", "window/main.width", "7", "7"),
        ("a member with a dot in its name", "ratio/report.pdf", "1.5", "1.5"),
    ]

    @Test(arguments: values)
    func `A field or an entry is set, printed, and reset`(
        _: String,
        name: String,
        text: String,
        shown: String
    ) async throws {
        let before = try await commands("get", name)
        #expect(try await commands("set", name, text) == .printed("\(name) = \(shown) (stored)"))
        #expect(try await commands("get", name) == .printed(shown))
        #expect(try await commands("list", name) == .printed("\(name)\t\(shown)\tstored"))
        #expect(try await commands("describe", name).output.contains("value:    \(shown)"))
        #expect(try await commands("reset", name).status == 0)
        #expect(try await commands("get", name) == before)
        #expect(try await commands("set", "\(name)=\(text)") == .printed("\(name) = \(shown) (stored)"))
    }

    static let mistakes: [(String, words: [String], error: String)] = [
        ("an empty field", ["get", "remote..host"], "'remote' has no field ''. Valid fields: fallback, host, "),
        (
            "no such field of a field", ["get", "remote.proxy.prt"],
            "'remote.proxy' has no field 'prt'. Valid fields: port."
        ),
        (
            "no such field of a structure that is nil", ["get", "remote.fallback.prt"],
            "'remote.fallback' has no field 'prt'. Valid fields: port."
        ),
        (
            "no such field of a setting that is nil", ["get", "platform.arch"],
            "'platform' has no field 'arch'. Valid fields: architecture."
        ),
        (
            "no such field", ["set", "remote.color", "red"],
            "'remote' has no field 'color'. Valid fields: fallback, host, isSecure, level, limits, and 8 more."
        ),
        ("no field", ["get", "remote."], "Unknown setting 'remote.'. Did you mean remote?"),
        ("no setting", ["get", ".port"], "Unknown setting '.port'."),
        ("no structure", ["set", "ratio.a", "1"], "'ratio' has no field 'a'"),
        ("a nil structure", ["set", "platform.architecture", "arm64"], "'platform' is nil"),
        ("a nil structure in another one", ["set", "remote.fallback.port", "1"], "'remote.fallback' is nil"),
        (
            "another type", ["set", "remote.port", "x"],
            "Text for key 'remote.port': 'x' is not a number.\nExpected a number such as 8080."
        ),
        (
            "a number that is too large", ["set", "remote.port", "99999999999999999999"],
            "Text for key 'remote.port': '99999999999999999999' is too large.\nExpected a number such as 8080."
        ),
        ("a pattern", ["set", "widths.*", "1"], "'widths.*' is a pattern, but only a name can be set"),
        (
            "null for a field that is not optional", ["set", "remote.host", "null"],
            "Text for key 'remote.host': 'null' is not a value.\nExpected a value such as localhost."
        ),
        (
            "a date", ["set", "remote.since", "yesterday"],
            "Text for key 'remote.since': 'yesterday' is not a date.\nExpected a date such as 2001-01-01T00:00:00Z."
        ),
        (
            "another case of an enum", ["set", "remote.level", "top"],
            "Text for key 'remote.level': 'top' is not valid.\nExpected one of low, high."
        ),
        (
            "another case of an enum in a dictionary", ["set", "levels.a", "top"],
            "Text for key 'levels.a': 'top' is not valid.\nExpected one of low, high."
        ),
        ("no element", ["set", "remote.host", "--add", "a"], "'remote.host' is neither an array nor a set"),
        (
            "two fields", ["set", "remote.port=x", "widths.a=y"],
            "Text for key 'remote.port': 'x' is not a number.\nExpected a number such as 8080.\n"
                + "Text for key 'widths.a': 'y' is not valid.\nExpected a string, a number, or JSON."
        ),
        ("the name of an unknown setting", ["set", "remot.port=1"], "Unknown setting 'remot'. Did you mean remote?"),
        ("a secret", ["set", "secret.pin", "seesaw"], "Text for key 'secret.pin': the value is not valid."),
        ("an entry to reset", ["reset", "remote.color"], "'remote' has no field 'color'."),
        ("a name to watch", ["watch", "remote.color"], "'remote' has no field 'color'."),
    ]

    @Test(arguments: Row.table(mistakes) { $0.0 })
    func `A mistake about a field is reported, and stores nothing`(
        _ row: Row<(String, words: [String], error: String)>
    ) async throws {
        let (_, words, error) = row.content
        let run = try await commands.run(words)
        #expect(run.status == 64 && run.errors.hasPrefix("fields: \(error)"), "\(run.errors)")
        #expect(!run.errors.contains("seesaw"))
        #expect(commands.stored.isEmpty)
    }

    @Test func `null clears an optional field, also one that is nil`() async throws {
        #expect(try await commands("set", "remote.note", "null") == .printed("remote.note = null (stored)"))
        try await commands("set", "remote.note", "a")
        try await commands("set", "remote.note", "null")
        #expect(remote.value.note == nil)
        #expect(try await commands("get", "remote.note") == Run(status: 1, output: [], errors: ""))
        #expect(try await commands("get", "--json", "remote.note") == .printed("null"))
    }

    @Test func `Several names of each kind are set in one transaction`() async throws {
        let run = try await commands("set", "remote.host=a", "remote.port=3", "ratio/a=2", "ratio/b=c=4", "widths.x=1")
        #expect(run.status == 64 && commands.stored.isEmpty)
        let done = try await commands("set", "remote.host=a", "remote.port=3", "ratio/a=2", "widths.x=1", "note=a=b")
        #expect(
            done
                == .printed(
                    "remote.host = a (stored)",
                    "remote.port = 3 (stored)",
                    "ratio/a = 2.0 (stored)",
                    "widths.x = 1 (stored)",
                    "note = a=b (stored)"
                )
        )
        #expect(remote.value.host == "a" && remote.value.port == 3 && ratio["a"] == 2 && widths.value == ["x": 1])
        // The name of a member may contain an equals sign.
        #expect(try await commands("set", "ratio/a=b", "5") == .printed("ratio/a=b = 5.0 (stored)"))
    }

    @Test func `Elements of an array in a structure are added and removed`() async throws {
        #expect(try await commands("set", "remote.tags", "--add", "a") == .printed(#"remote.tags = ["a"] (stored)"#))
        try await commands("set", "remote.tags", "--add", "12")
        try await commands("set", "remote.tags", "--remove", "a")
        #expect(remote.value.tags == ["12"])
    }

    @Test func `A whole number that a field rounds has a note`() async throws {
        let run = try await commands("set", "widths.a", "9007199254740993")
        #expect(run.output == ["widths.a = 9007199254740992 (stored)"])
        #expect(run.errors == "fields: '9007199254740993' is rounded to 9007199254740992\n")
        #expect(try await commands("set", "remote.port", "9007199254740993").errors.isEmpty)
    }

    @Test func `Fields that are nil are completed, and match a pattern`() async throws {
        #expect(try await commands("completion", "bash", "--", "get", "remote.").output.contains("remote.note"))
        #expect(try await commands("list", "remote.n*") == .printed("remote.note\tnull\tdefault"))
    }

    @Test func `A reset of a field restores the default's, and stores nothing if nothing was stored`() async throws {
        try await commands("reset", "remote.port")
        #expect(commands.stored.isEmpty)
        try await commands("set", "remote.port=1", "remote.host=a")
        #expect(try await commands("reset", "remote.port") == .printed("remote.port = 8080 (stored)"))
        #expect(remote.value.port == 8080 && remote.value.host == "a")
        try await commands("set", "widths.a=1", "widths.b=2")
        try await commands("reset", "widths.a")
        #expect(widths.value == ["b": 2])
    }

    @Test func `A field is changed in the stored structure, never in an override`() async throws {
        remote.value.host = "stored"
        var arguments = [
            "--remote",
            #"{"host":"override","port":1,"isSecure":false,"timeout":"1s","since":"2026-01-31","mode":"slow","plain":{"slow":{}},"tags":[],"proxy":{"port":1},"limits":{}}"#,
        ]
        try commands.keys().applyArguments(&arguments)
        #expect(
            try await commands("set", "remote.port", "9")
                == .printed("remote.port = 1 (option --remote), and 9 is stored")
        )
        #expect(try await commands("reset", "remote.isSecure").status == 0)
        #expect(
            try await commands("set", "remote.tags", "--add", "a")
                == .printed(#"remote.tags = [] (option --remote), and ["a"] is stored"#)
        )
        let stored = try await commands("export").output.map { $0.trimmingCharacters(in: [" ", ","]) }
        #expect(stored.contains(#""host": "stored""#) && stored.contains(#""port": 9"#))
        #expect(try await commands("get", "remote.host") == .printed("override"))
    }

    @Test func `A value that can't be read stays if a field of it is set`() async throws {
        commands.write(["remote": "banana"])
        let run = try await commands("set", "remote.port", "1")
        #expect(run.status == 65 && run.errors.contains("Value for key 'remote' is a String"))
        #expect(commands.stored["remote"] as? String == "banana")
    }

    @Test(arguments: [
        (#"{"host":"a"}"#, nil), (#"{"name":"a"}"#, nil),
        (#"{"host":"a","name":"b"}"#, "Unknown field 'name' of 'address'. Valid fields: host."),
        (#"{"name":"a","nmae":"b"}"#, "Unknown field 'nmae' of 'address'. Did you mean name?"),
    ])
    func `Only a field for which decoding the input doesn't look is unknown`(
        _ text: String,
        _ error: String?
    ) async throws {
        let run = try await commands("set", "address", text)
        #expect(run.status == (error == nil ? 0 : 64) && run.errors == (error.map { "fields: \($0)\n" } ?? ""))
        #expect(address.isSet == (error == nil))
    }

    @Test func `A field of a secret is masked`() async throws {
        #expect(try await commands("set", "secret.pin", "7") == .printed("secret.pin = *** (stored)"))
        #expect(try await commands("describe", "secret.pin").output.allSatisfy { !$0.contains("7") })
        #expect(try await commands("get", "secret.pin") == .printed("7"))
    }

    @Test func `Commands that change fields of one value at the same time lose nothing`() async throws {
        let commands = commands
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { try await commands("set", "widths.k\(number)", "\(number)") }
                group.addTask { try await commands("set", "window/w\(number).width=1", "window.height=\(number)") }
                group.addTask { try await commands("set", "remote.tags", "--add", "t\(number)") }
            }
            try await group.waitForAll()
        }
        #expect(widths.value.count == 20 && remote.value.tags.count == 20 && window.members().count == 20)
    }

    @Test func `Pairs of processes that change two fields lose no change`() async throws {
        let count = Extent.isFull ? 40 : 8
        let script = """
            for number in $(seq \(count)); do
                editor config set lastSession.position $number > first & first=$!
                editor config set lastSession.document d$number > second & second=$!
                wait $first && wait $second || echo failed
                editor config get lastSession.position lastSession.document
            done
            """
        let run = try await Shell()(script)
        #expect(run.errors.isEmpty)
        #expect(
            run.output == (1...count).flatMap { ["lastSession.position\t\($0)", "lastSession.document\td\($0)"] }
        )
    }

    private enum remote: TSUD { static let defaultValue = Remote() }
    private enum platform: TSUD { static let defaultValue: Platform? = nil }
    private enum widths: TSUD { static let defaultValue: [String: Double] = [:] }
    private enum window: DescribedSetting {
        static let defaultValue = Window()
        static let summary = "a window"
        static let hasMembers = true
    }
    private enum login: TSUD { static let defaultValue: [String: [String: Int]] = [:] }
    private enum secret: TSUD {
        static let defaultValue = Secret()
        static let isSecret = true
    }
    private enum note: TSUD { static let defaultValue = "" }
    private enum ratio: DescribedSetting {
        static let defaultValue = 1.0
        static let summary = "a ratio"
        static let hasMembers = true
    }

    private struct Remote: Codable {
        var host = "localhost"
        var port = 8080
        var isSecure = false
        var timeout = Duration.seconds(1)
        var since = Date(timeIntervalSinceReferenceDate: 0)
        var mode = Mode.slow
        var plain = Plain.fast
        var tags: [String] = []
        var note: String?
        var proxy = Proxy()
        var fallback: Proxy?
        var limits: [String: Int] = [:]
        var level: Level? = Level.low
    }
    private struct Proxy: Codable { var port = 1 }
    private struct Platform: Codable { var architecture: String }
    private struct Window: Codable { var (width, height) = (1, 2) }
    private struct Secret: Codable { var pin = 1 }
    /// A value that an older version wrote with another field.
    private enum address: TSUD { static let defaultValue = Address() }
    private struct Address: Codable {
        var host = ""

        init() {}
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            let name = container.contains(AnyKey(stringValue: "host")) ? "host" : "name"
            host = try container.decode(String.self, forKey: AnyKey(stringValue: name))
        }
    }
    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
    private enum levels: TSUD { static let defaultValue: [String: Level] = [:] }
    private enum Level: String, Codable, CaseIterable { case low, high }
    private enum Mode: String, Codable { case slow, fast }
    private enum Plain: Codable { case slow, fast }
}
#endif
