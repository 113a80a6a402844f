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

    @Test func `Values without a JSON type are strings, and one that can't be encoded stays alone`() async throws {
        ratio.value = .nan
        let rows = try await commands("list", "--json").output.filter { $0.contains("value") }
        #expect(
            rows.map { $0.trimmingCharacters(in: .whitespaces) } == [
                #""value" : "nan""#, #""value" : "AQL/""#, #""value" : null"#, #""value" : null"#,
                #""value" : "a broken one""#,
            ]
        )
        for (value, text) in [(.infinity, "inf"), (-.infinity, "-inf")] as [(Double, String)] {
            ratio.value = value
            #expect(try await commands("get", "--json", "ratio") == .printed("\"\(text)\""))
        }
        #expect(try await commands("get", "--json", "broken") == .printed(#""a broken one""#))
    }

    @Test(arguments: [
        ("ratio", "a number such as 0.5"), ("blob", "data in base64 such as AQL/"),
        ("count", "a whole number such as 20"),
        ("place", "JSON of Place"), ("broken", "a value such as 'a broken one'"),
    ])
    func `The input of a setting is derived from its type`(_ name: String, valueHelp: String) async throws {
        #expect(try await commands("describe", name).output.last == "takes:    \(valueHelp)")
    }

    @Test func `The example in the help is a setting of the list`() async throws {
        let mixed = Commands(name: "types", keys: { [mode.self, ratio.self] })
        #expect(try await mixed("help").output.last == "types -ratio 20")
        #expect(try await Commands(name: "types", keys: { [] })("help").output.last == "types -NAME TEXT")
        #expect(try await Commands(name: "types", keys: { [mode.self] })("help").output.last == "types '-my mode' slow")
        #expect(try await Commands(name: "types", keys: { [place.self] })("help").output.last == "types -place TEXT")
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
        #expect(try await commands("reset", "--all") == .printed("Nothing was stored."))
        #expect(try await commands("path").status == 1)
    }

    @Test func `The value of a secret is masked, except by get and export`() async throws {
        let commands = Commands(name: "types", keys: { [token.self] })
        #expect(try await commands("set", "token", "abc") == .printed("token = *** (stored)"))
        #expect(try await commands().table == [["token", "***", "stored"]])
        for words in [["list", "--json"], ["list", "-z"], ["describe", "token"], ["help", "set"]] {
            let run = try await commands.run(words)
            #expect(run.status == 0 && !run.output.joined().contains("abc"), "\(words)")
        }
        #expect(try await commands("get", "token") == .printed("abc"))
        #expect(try await commands("export", "--json").output.joined().contains("abc"))
    }

    private enum token: DescribedSetting {
        static let defaultValue = ""
        static let summary = "the key of the server"
        static let isSecret = true
    }

    private enum ratio: TSUD { static let defaultValue = 0.5 }
    private enum part: TSUD {
        static let defaultValue = 1
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
