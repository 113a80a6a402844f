#if os(Linux)
import Foundation
import TSUD
import TSUDCommands
import TSUDTesting
import TestSupport
import Testing

private enum flag: TSUD { static let defaultValue = false }
private enum count: TSUD { static let defaultValue = 1 }
private enum small: TSUD { static let defaultValue: Int8 = 1 }
private enum size: TSUD { static let defaultValue: UInt64 = 1 }
private enum ratio: DescribedSetting {
    static let defaultValue = 1.5
    static let summary = "the ratio"
    static let hasMembers = true
}
private enum scale: TSUD { static let defaultValue: Float = 1.5 }
private enum price: TSUD { static let defaultValue = Decimal(1) }
private enum title: DescribedSetting {
    static let defaultValue = "a"
    static let summary = "the title"
    static let valueHelp = "at most one line"
    static let formerKeys = ["heading"]
}
private enum note: TSUD { static let defaultValue: String? = nil }
private enum limit: TSUD { static let defaultValue: Int? = nil }
private enum day: TSUD { static let defaultValue = Date(timeIntervalSinceReferenceDate: 0) }
private enum blob: TSUD { static let defaultValue = Data() }
private enum page: TSUD { static let defaultValue = URL(filePath: "/") }
private enum id: TSUD { static let defaultValue = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
private enum someID: TSUD { static let defaultValue: UUID? = nil }
private enum delay: TSUD { static let defaultValue = Duration.seconds(90) }
private enum someDelay: TSUD { static let defaultValue: Duration? = nil }
private enum delays: TSUD { static let defaultValue: [Duration] = [.seconds(90)] }
private enum mode: TSUD { static let defaultValue = Mode.light }
private enum grade: TSUD { static let defaultValue: Grade? = nil }
private enum shape: TSUD { static let defaultValue = Shape.round }
private enum shapes: TSUD { static let defaultValue: [Shape?] = [] }
private enum extent: TSUD { static let defaultValue = Size.number(1) }
private enum extents: TSUD { static let defaultValue: [String: Size] = [:] }
private enum named: TSUD { static let defaultValue: Named? = nil }
private enum sizes: TSUD { static let defaultValue: [Int] = [] }
private enum primes: TSUD { static let defaultValue: Set<Int> = [7, 3, 2, 5] }
private enum modes: TSUD { static let defaultValue: [Mode] = [] }
private enum widths: TSUD { static let defaultValue: [String: Double] = [:] }
private enum window: TSUD { static let defaultValue = Window() }
private enum windows: TSUD { static let defaultValue: [Window] = [] }
private enum tree: TSUD { static let defaultValue = Tree(name: "root", children: []) }
private enum shown: TSUD {
    static let defaultValue = true
    static let memberKey = "*_shown"
}

private enum Mode: String, Codable, CaseIterable { case light, dark }
private enum Grade: Int, Codable, CaseIterable {
    case one = 1
    case two
}
private enum Shape: Codable, CaseIterable { case round, square }
/// A number or a word.
private enum Size: Codable {
    case number(Double)
    case automatic

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if try container.decode(String.self) == "auto" {
            self = .automatic
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "neither a number nor auto")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .automatic: try container.encode("auto")
        }
    }
}
/// A string, or a structure.
private struct Named: Codable {
    var name: String

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {
            name = try container.decode(String.self, forKey: .name)
        } else {
            name = try decoder.singleValueContainer().decode(String.self)
        }
    }
}
private struct Window: Codable {
    var width: UInt16 = 1
    var title: String?
    var opened = Date(timeIntervalSinceReferenceDate: 0)
    var mode = Mode.light
    var proxy = Proxy()
    struct Proxy: Codable { var port = 80 }
}
private struct Tree: Codable {
    var name: String
    var children: [Tree]
}

/// The JSON Schema, beside the doctor.
@Suite(.ephemeralSettings) struct SchemaTests {
    private static var settings: [any TSUD.Type] {
        [
            flag.self, count.self, small.self, size.self, ratio.self, scale.self, price.self, title.self, note.self,
            limit.self, day.self, blob.self, page.self, id.self, someID.self, delay.self, someDelay.self, delays.self,
            mode.self, grade.self, shape.self, shapes.self, extent.self, extents.self, named.self, sizes.self,
            primes.self, modes.self, widths.self, window.self,
            windows.self, tree.self, shown.self,
        ]
    }

    /// Values in JSON by the names of settings, and whether they are valid.
    private static let values: [(name: String, valid: [String], invalid: [String])] = [
        ("$schema", [#""settings.schema.json""#], []),
        (
            "flag", ["true", "false"],
            ["1", "0", #""on""#, #""true""#, "2", "null", #""yellow""#, "[]", "-1"]
        ),
        (
            "count",
            ["5", "-5", "5.0", "1e3", "9223372036854775807", "-9223372036854775808"],
            [
                "true", #""5""#, #""+05""#, "1.5", "9223372036854775808", "null", #""five""#, #""9223372036854775808""#,
                "[1]", #""""#,
            ]
        ),
        ("small", ["127", "-128"], [#""-128""#, "128", "-129", #""128""#, #""-129""#, "1000"]),
        ("size", ["0", "18446744073709551615"], [#""18446744073709551615""#, "-1", "18446744073709551616", #""-1""#]),
        (
            "ratio", ["1", "-1.5e300", #""inf""#, #""-inf""#, #""nan""#],
            ["true", "false", #""1.5""#, #"".5""#, #""0x10""#, #""INF""#, "1e999", #""1,5""#, "null", "{}"]
        ),
        ("scale", ["1.5", "1e38"], [#""1.5""#, "true", "1e39", "-1e39", #""x""#]),
        ("price", ["1.25", "-3"], [#""1.25""#, #""x""#, "true", "null"]),
        ("title", [#""a""#, #""""#, #""14""#, #""true""#], ["14", "1.5", "true", "null", "[]", "{}"]),
        ("heading", [], [#""a""#]),
        ("note", ["null", #""null""#, #""a""#], ["false", "[1]"]),
        ("limit", ["null", "3"], [#""null""#, #""3""#, "true", #""none""#, "1.5", "{}"]),
        (
            "day", [#""2026-01-31""#, #""2024-02-29""#, #""2026-01-31T09:30:00.5+01:00""#, #""2000-02-29T00:00:00Z""#],
            [
                #""2026-02-30""#, #""2026-02-29""#, #""1900-02-29""#, #""2026-01-31T25:00:00Z""#, #""tomorrow""#, "5",
                "true",
            ]
        ),
        ("blob", [#""""#, #""AQI=""#, #""AQ==""#, #""AQID\nBAUG""#], [#""A""#, #""a-b_""#, "1234", "true", "[1]"]),
        ("page", [#""https://swift.org/a?b""#, #""/etc/hosts""#, #""~/x""#], [#""swift""#, #""""#, "1", "true"]),
        (
            "id", [#""123E4567-E89B-12D3-A456-426614174000""#, #""123e4567-e89b-12d3-a456-426614174000""#],
            [#""123E4567""#, "1", "null"]
        ),
        ("someID", ["null", #""123E4567-E89B-12D3-A456-426614174000""#], [#""x""#, "[]"]),
        (
            "delay",
            [
                #""5m""#, #""1m30s""#, #""PT90S""#, #""90""#, #""1.5""#, #""-1.5h""#, #"" 5 m ""#, #""250ms""#,
                "[0, 1000000000000000000]",
            ],
            ["90", "1.5", #""soon""#, #""""#, "true", #""5x""#, #""P""#, "[1]", "null", #""1s1m""#]
        ),
        ("someDelay", ["null", #""5m""#, #""1d""#], [#""x""#, "false"]),
        ("delays", ["[]", #"["1s", "2"]"#], [#"["1s", 2]"#, #""1s""#, #"["x"]"#, "[null]", "[true]"]),
        ("mode", [#""dark""#], [#""blue""#, "1", "null", #""DARK""#]),
        ("grade", ["1", "2", "null"], [#""2""#, "true", "3", #""3""#, #""one""#]),
        (
            "shape", [#""round""#, #""square""#, #"{"square": {}}"#],
            ["{}", "null", "[]", #""oval""#, "1", #"{"oval": {}}"#]
        ),
        ("shapes", ["[]", #"["round", null]"#, #"[{"square": {}}]"#], [#"["oval"]"#, "[1]", #""round""#]),
        ("extent", ["2", #""auto""#], []), ("extents", [#"{"a": 2, "b": "auto"}"#, "{}"], ["[]", "null"]),
        ("named", [#""a""#, #"{"name": "a"}"#, "null"], []),
        (
            "sizes", ["[1, 2]", "[]", "[1.0, -2e1]"],
            [#"["3"]"#, #""[1, 2]""#, "[true]", #""(1, 2)""#, #"["a"]"#, "[1.5]", "1", "[null]", #"{"a": 1}"#]
        ),
        ("primes", ["[2, 3]", "[]"], ["[true]", "null", #"["a"]"#, #"["3"]"#, "3"]),
        ("modes", [#"["dark"]"#, "[]"], ["[null]", "[1]", #"["blue"]"#, #""dark""#]),
        (
            "widths", [#"{"a": 1}"#, "{}", #"{"a": "nan", "b": -1}"#],
            [#"{"a": "1.5"}"#, #"{"a": true}"#, #""{}""#, #"{"a": "x"}"#, "[]", #"{"a": null}"#]
        ),
        (
            "window",
            [
                #"{"width": 1, "opened": "2026-01-31", "mode": "dark", "proxy": {"port": 1}}"#,
                #"{"width": 1, "title": null, "opened": "2026-01-31", "mode": "dark", "proxy": {"port": 1}}"#,
            ],
            [
                #"{"width": 1}"#, #"{"width": 70000, "opened": "2026-01-31", "mode": "dark", "proxy": {"port": 1}}"#,
                #"{"width": 1, "opened": "2026-01-31", "mode": "blue", "proxy": {"port": 1}}"#,
                #"{"width": 1, "opened": "2026-01-31", "mode": "dark", "proxy": {}}"#,
                #"{"width": 1, "title": 5, "opened": "2026-01-31", "mode": "dark", "proxy": {"port": 1}}"#, "[]", "1",
            ]
        ),
        (
            "windows", ["[]", #"[{"width": 1, "opened": "2026-01-31", "mode": "dark", "proxy": {"port": 1}}]"#],
            [#"[{"width": 1}]"#, "[1]", "{}"]
        ),
        ("tree", [#"{"name": "a", "children": []}"#], [#"{"name": "a"}"#, #"{"name": 1, "children": []}"#]),
        ("ratio/a.b", ["2"], [#""2""#, #""x""#, "[]"]),
        ("ratio/a%2Eb", ["2"], [#""x""#]),
        ("shown/CPU", ["true"], ["2"]),
        ("CPU_shown", ["true"], ["2"]),
        ("unknown", [], ["1"]), ("count/a", [], ["1"]), ("ratio/", [], ["1"]), ("title/", [], [#""a""#]),
    ]

    private struct Trial: Encodable {
        let document: String
        let isValid: Bool
    }

    private static var trials: [Trial] {
        values.flatMap { name, valid, invalid in
            valid.map { Trial(document: #"{"\#(name)": \#($0)}"#, isValid: true) }
                + invalid.map { Trial(document: #"{"\#(name)": \#($0)}"#, isValid: false) }
        }
    }

    private func run(_ words: String...) async throws -> Run {
        let streams = try Streams()
        let (output, errors) = (streams.output, streams.errors)
        return try streams.run(await Self.settings.runCommand(words, named: "test", output: output, errors: errors))
    }

    @Test func `The doctor accepts the valid values of each type, and no others`() async throws {
        let directory = try TemporaryDirectory()
        for trial in Self.trials {
            try directory.write(Array(trial.document.utf8), to: "a.json")
            let run = try await run("doctor", directory.path("a.json"))
            #expect(run.status == (trial.isValid ? 0 : 65), "\(trial.document) \(run.output)")
        }
    }

    @Test func `The doctor rejects a field that decoding ignores, at each depth`() async throws {
        let directory = try TemporaryDirectory()
        let window = #""width": 1, "opened": "2026-01-31", "mode": "dark""#
        let messages = [
            #"{"window": {\#(window), "proxy": {"port": 1, "prot": 2}}}"#:
                "Unknown field 'prot' of 'window.proxy'. Did you mean port?",
            #"{"windows": [{\#(window), "proxy": {"port": 1}, "witdh": 2}]}"#:
                "Unknown field 'witdh' of 'windows.0'. Did you mean width?",
        ]
        for (document, message) in messages {
            try directory.write(Array(document.utf8), to: "a.json")
            #expect(try await run("doctor", directory.path("a.json")).output.first?.hasSuffix(message) == true)
        }
    }

    @Test(.enabled(if: Shell.hasSchemas, "jsonschema of PyPI is not installed"))
    func `The schema accepts the values that the doctor accepts, and no others`() async throws {
        let shell = try Shell()
        try shell.home.write(Array(try await run("schema").output.joined(separator: "\n").utf8), to: "schema")
        try shell.home.write(Array(JSONEncoder().encode(Self.trials)), to: "trials")
        let run = try await shell(
            """
            cd "$HOME"; python3 - << 'END'
            import json, jsonschema
            schema = json.load(open("schema"))
            jsonschema.Draft202012Validator.check_schema(schema)
            validator = jsonschema.Draft202012Validator(schema)
            for trial in json.load(open("trials")):
                if validator.is_valid(json.loads(trial["document"])) != trial["isValid"]: print(trial["document"])
            END
            """
        )
        #expect(run == .printed())
    }

    @Test func `The schema describes the input, required fields, and former keys`() async throws {
        let text = try await run("schema").output.joined(separator: "\n")
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        #expect(properties["title"]?["description"] as? String == "the title; at most one line")
        #expect(properties["heading"]?["deprecated"] as? Bool == true)
        #expect(properties["delay"]?["default"] as? String == "1m30s")
        #expect(properties["primes"]?["default"] as? [Int] == [2, 3, 5, 7])
        let alternatives = properties["window"]?["anyOf"] as? [[String: Any]]
        #expect(alternatives?.first?["required"] as? [String] == ["mode", "opened", "proxy", "width"])
        #expect(try await run("schema").output.joined(separator: "\n") == text)
    }
}

extension Shell {
    /// Whether Python has the validator, as in continuous integration: `python3 -m pip install jsonschema`.
    static let hasSchemas: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: path(of: "python3") ?? "/bin/false")
        process.arguments = ["-c", "import jsonschema; jsonschema.Draft202012Validator"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
#endif
