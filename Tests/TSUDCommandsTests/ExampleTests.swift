#if os(Linux)
import Foundation
import TSUD
import TSUDCommands
import TSUDTesting
import TestSupport
import Testing

/// The examples of valid input that commands print.
@Suite(.ephemeralSettings) struct ExampleTests {
    private static var keys: [any TSUD.Type] {
        [
            key<Bool>.self, key<Int8>.self, key<UInt>.self, key<Double>.self, key<Decimal?>.self, key<String>.self,
            key<Date>.self, key<Duration>.self, key<Data>.self, key<UUID?>.self, key<URL?>.self, key<Mode>.self,
            key<[Mode]>.self, key<[[String]]>.self, key<[Duration]>.self, key<[Date]>.self, key<[Data]>.self,
            key<Set<Mode>>.self, key<Set<Int>>.self, key<[String: Duration]>.self, key<[String: [Int]]>.self,
            key<[Bool]?>.self, key<[UUID]>.self, key<[URL]>.self, key<Place>.self, key<[String: Mode]>.self,
        ]
    }
    private let commands = Commands(name: "types", keys: { keys })

    @Test func `Every example in the help is valid input`() async throws {
        for key in Self.keys {
            let help = try #require(
                try await commands("describe", key.stringKey).output.first { $0.hasPrefix("takes:") }
            )
            let words =
                help.firstRange(of: " such as ").map { String(help[$0.upperBound...]) }
                ?? help.firstRange(of: "one of ").map { String(help[$0.upperBound...].prefix { $0 != "," }) }
                ?? "on"
            var example = words.replacing(", or the path of a file", with: "")
            if example.hasPrefix("'") { example = String(example.dropFirst().dropLast()) }
            let run = try await commands("set", key.stringKey, example)
            #expect(run.status == 0, "\(key.stringKey): \(help), \(run.errors)")
        }
    }

    @Test func `The help of a list of cases names the cases`() async throws {
        let name = key<[Mode]>.stringKey
        let help = try await commands("describe", name).output.first { $0.hasPrefix("takes:") }
        #expect(help == #"takes:    a list of slow, fast, such as '["slow"]'"#)
    }

    @Test(arguments: [
        ("2026-02-30", key<Date>.stringKey, "a date such as 2026-01-31T09:30:00Z"),
        ("a,b", key<[[String]]>.stringKey, #"a list such as [["Ann"]]"#),
        ("x", key<Data>.stringKey, "base64 such as AQL/"),
        ("blue", key<Mode>.stringKey, "one of slow, fast"),
    ])
    func `An error about a value describes valid input in a second line`(
        _ text: String,
        name: String,
        input: String
    ) async throws {
        let run = try await commands("set", name, text)
        #expect(run.status == 64 && run.errors.hasSuffix("\nExpected \(input).\n"))
        #expect(!run.errors.replacing(name, with: "").contains("Array<"))
    }

    /// A setting whose default is empty or zero.
    private enum key<Value: Empty>: TSUD {
        static var defaultValue: Value { Value() }
    }

    private enum Mode: String, CaseIterable, Empty {
        case slow, fast
        init() { self = .slow }
    }
    private struct Place: Empty { var (name, width) = ("here", 1.5) }
}

private protocol Empty: Codable { init() }
extension Bool: Empty {}
extension Int8: Empty {}
extension UInt: Empty {}
extension Int: Empty {}
extension Double: Empty {}
extension String: Empty {}
extension Date: Empty {}
extension Duration: Empty { fileprivate init() { self = .zero } }
extension Data: Empty {}
extension Array: Empty where Element: Codable {}
extension Set: Empty where Element: Codable {}
extension Dictionary: Empty where Key: Codable, Value: Codable {}
extension Optional: Empty where Wrapped: Codable { fileprivate init() { self = nil } }
#endif
