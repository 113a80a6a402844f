#if os(Linux)
import Foundation
import TSUD
import TSUDCommands
import TSUDTesting
import TestSupport
import Testing

/// The output of commands for values of any type.
@Suite(.ephemeralSettings) struct ValueTypeTests {
    private let commands = Commands(
        name: "types",
        keys: { [ratio.self, blob.self, count.self, place.self, broken.self] }
    )

    @Test func `Values without a JSON type are strings, and one that can't be encoded is its description`() async throws
    {
        ratio.value = .nan
        let rows = try await commands("list", "--json").output.filter { $0.contains("value") }
        #expect(
            rows.map { $0.trimmingCharacters(in: .whitespaces) } == [
                #""value": "nan""#, #""value": "AQL/""#, #""value": null"#, #""value": null"#,
                #""value": "a broken one""#,
            ]
        )
        for (value, text) in [(.infinity, "inf"), (-.infinity, "-inf")] as [(Double, String)] {
            ratio.value = value
            #expect(try await commands("get", "--json", "ratio") == .printed("\"\(text)\""))
        }
        #expect(try await commands("get", "--json", "broken") == .printed(#""a broken one""#))
    }

    @Test(arguments: [
        ("ratio", "a number such as 0.5"), ("blob", "base64 such as AQL/"),
        ("count", "a whole number such as 20"),
        ("place", #"JSON such as '{"name":""}'"#), ("broken", "a value such as 'a broken one'"),
    ])
    func `The input of a setting is derived from its type`(_ name: String, valueHelp: String) async throws {
        #expect(try await commands("describe", name).output.contains("takes:    \(valueHelp)"))
    }

    @Test func `A member belongs to the setting with the longest matching name`() async throws {
        let commands = Commands(name: "types", keys: { [ratio.self, part.self] })
        try await commands("set", "ratio/part/a", "7")
        #expect(try await commands("get", "ratio/part/a") == .printed("7"))
        #expect(part.members().compactMap(\.member) == ["a"])
    }

    @Test func `The table of an empty list has no rows`() async throws {
        let commands = Commands(name: "types", keys: { [] })
        #expect(try await commands() == .printed())
        #expect(try await commands("reset", "--all", "--yes") == .printed("No value was stored."))
        #expect(try await commands("path").status == 1)
    }

    @Test func `set adds elements to a set, and removes them`() async throws {
        let commands = Commands(name: "types", keys: { [levels.self] })
        try await commands("set", "levels", "--add", "1")
        try await commands("set", "levels", "--add", "[2, 3]")
        #expect(levels.value == [1, 2, 3])
        try await commands("set", "levels", "--remove", "2")
        #expect(levels.value == [1, 3])
        #expect(
            try await commands("set", "levels", "--add", "x")
                == .failed(
                    64,
                    "Text for key 'levels': 'x' is not valid.\nExpected an element of a list such as '[20]'.",
                    of: "types"
                )
        )
    }

    @Test func `An element is typed like a whole string`() async throws {
        let commands = Commands(name: "types", keys: { [tags.self, aliases.self, levels.self] })
        try await commands("set", "tags", "--add", "a", #""null""#, #""\"b""#, "nil", "null")
        #expect(tags.value == ["a", "null", "\"b", "nil", "null"])
        try await commands("set", "tags", "--remove", #""null""#, #""nil""#)
        #expect(tags.value == ["a", "\"b"])
        #expect(try await commands("set", "tags", "--add", #""b"#).status == 64)
        try await commands("set", "aliases", "--add", "null", #""null""#)
        #expect(aliases.value == [nil, "null"])
        var arguments = ["--aliases", "null", "--aliases", #""a""#]
        try commands.keys().applyArguments(&arguments)
        #expect(aliases.value == [nil, "a"])
        let error = "Text for key 'levels': '1e400' is too large.\nExpected an element of a list such as '[20]'."
        #expect(try await commands("set", "levels", "--add", "1e400") == .failed(64, error, of: "types"))
    }

    private enum tags: TSUD { static let defaultValue: [String] = [] }
    private enum aliases: TSUD { static let defaultValue: [String?] = [] }

    @Test(arguments: [
        ("timeout", "90", "1m30s", "a duration such as 5s"), ("timeout", "PT90S", "1m30s", "a duration such as 5s"),
        ("id", uuid, uuid, "a UUID such as 123E4567-E89B-12D3-A456-426614174000"),
        ("price", "9.99", "9.99", "a number such as 1.5"), ("plain", "fast", "fast", "a value such as slow"),
        ("levels", "[2]", "[2]", "a list such as '[20]'"),
    ])
    func `Simple values are plain strings, and describe has an example`(
        _ name: String,
        _ text: String,
        _ shown: String,
        _ help: String
    ) async throws {
        let commands = Commands(name: "types", keys: { [timeout.self, id.self, price.self, plain.self, levels.self] })
        #expect(try await commands("describe", name).output.contains("takes:    \(help)"))
        #expect(try await commands("set", name, text) == .printed("\(name) = \(shown) (stored)"))
        let isJSON = ["price", "levels"].contains(name)
        #expect(try await commands("get", "--json", name) == .printed(isJSON ? shown : "\"\(shown)\""))
        let exported = try await commands("export")
        #expect(exported.output.contains { $0.contains(shown) || isJSON })
    }

    @Test(arguments: [
        ["set", "pin", "seesaw"], ["set", "pin=seesaw"], ["set", "pin", "1", "seesaw"], ["set", "pin", "--seesaw"],
        ["set", "pin=seesaw", "x"], ["set", "pin.field", "seesaw"], ["set", "pin", "--add", "seesaw"],
        ["set", "pin", "1", "--seesaw"],
    ])
    func `An error does not quote a secret`(_ words: [String]) async throws {
        let commands = Commands(name: "types", keys: { [pin.self] })
        let run = try await commands.run(words)
        #expect(run.status == 64 && !run.errors.contains("seesaw") && !run.errors.isEmpty)
    }

    @Test func `An error of a stored or imported secret does not quote it`() async throws {
        let commands = Commands(name: "types", keys: { [pin.self, count.self] })
        let home = try TemporaryDirectory()
        try home.write([UInt8](#"{"pin": "seesaw", "count": "banana"}"#.utf8), to: "json")
        let run = try await commands("import", home.path("json"))
        let masked = "The value for key 'pin' is invalid. It is a secret, so it is not shown."
        #expect(run.errors.contains(masked) && run.errors.contains("'banana'") && !run.errors.contains("seesaw"))
        commands.write(["pin": "seesaw"])
        for words in [["list"], ["get", "pin"], ["list", "--json"]] {
            #expect(try await commands.run(words).errors == "types: \(masked)\n")
        }
        var arguments = ["--pin", "seesaw"]
        let error = #expect(throws: TSUDError.self) { try commands.keys().applyArguments(&arguments) }
        #expect(error?.description == masked)
    }

    private static let uuid = "00000000-0000-0000-0000-000000000001"

    @Test func `The value of a secret is masked, except by get and export`() async throws {
        let commands = Commands(name: "types", keys: { [token.self] })
        #expect(try await commands("set", "token", "abc") == .printed("token = *** (stored)"))
        #expect(try await commands().table == [["token", "***", "stored"]])
        for words in [["list", "--json"], ["describe", "token"], ["help", "set"]] {
            let run = try await commands.run(words)
            #expect(run.status == 0 && !run.output.joined().contains("abc"), "\(words)")
        }
        #expect(try await commands("get", "token") == .printed("abc"))
        #expect(try await commands("export").output.joined().contains("abc"))
        try await commands("reset", "token")
        #expect(try await commands("list", "--json").output.contains { $0.hasSuffix(#""value": """#) })
    }

    private enum token: DescribedSetting {
        static let defaultValue = ""
        static let summary = "the key of the server"
        static let isSecret = true
    }

    private enum pin: DescribedSetting {
        static let defaultValue = 0
        static let summary = "the code of the door"
        static let isSecret = true
    }

    private enum timeout: TSUD { static let defaultValue = Duration.seconds(5) }
    private enum id: TSUD { static let defaultValue: UUID? = nil }
    private enum price: TSUD { static let defaultValue: Decimal? = nil }
    private enum plain: TSUD { static let defaultValue = Plain.slow }
    private enum Plain: Codable { case slow, fast }
    private enum levels: TSUD { static let defaultValue: Set<Int> = [] }

    private enum ratio: TSUD { static let defaultValue = 0.5 }
    private enum part: DescribedSetting {
        static let defaultValue = 1
        static let summary = "a part"
        static let hasMembers = true
        static let stringKey = "ratio/part"
    }
    private enum blob: TSUD { static let defaultValue = Data([1, 2, 255]) }
    private enum count: TSUD { static let defaultValue: Int? = nil }
    private enum place: TSUD { static let defaultValue: Place? = nil }
    private enum broken: TSUD { static let defaultValue = Broken() }
    private enum mode: TSUD {
        static let defaultValue = Mode.slow
        static let stringKey = "my mode"
    }

    private enum Mode: String, Codable { case slow, fast }

    private struct Place: Codable { var name: String }

    private struct Broken: Codable, CustomStringConvertible {
        var description: String { "a broken one" }
        func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
}
#endif
