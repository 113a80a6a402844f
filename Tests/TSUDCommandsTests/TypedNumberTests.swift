#if os(Linux)
import Foundation
import TSUD
import TSUDCommands
import TSUDTesting
import TSUDText
import TestSupport
import Testing

/// The numbers that a person types.
@Suite(.ephemeralSettings) struct TypedNumberTests {
    private let commands = Commands(
        name: "numbers",
        keys: {
            [
                whole.self, small.self, real.self, single.self, exact.self, wide.self, wholes.self,
                levels.self, reals.self, entries.self, box.self,
            ]
        }
    )

    static let texts: [(text: String, isValid: Bool)] = [
        ("5", true), ("+5", true), ("-5", true), ("05", true), ("5.0", true), ("5e0", true), ("50E-1", true),
        ("0x5", false), ("-0x5", false), ("0b101", false), ("0o5", false), ("5_0", false), ("5,0", false),
        ("true", false), ("5p0", false), ("five", false), ("", false),
    ]

    @Test(arguments: texts)
    func `A number has one form for each type, in each place`(_ text: String, isValid: Bool) async throws {
        let names = ["whole", "small", "real", "single", "exact", "wide", "box.whole", "box.real", "entries.a"]
        var calls = names.map { ["set", $0, "--", text] }
        calls += ["wholes", "levels", "reals"].map { ["set", $0, "--add", "--", text] }
        // Old-style property lists.
        calls += ["wholes", "reals"].map { ["set", $0, "--", "(\"\(text)\", 1)"] }
        calls.append(["set", "entries", "--", "{ a = \"\(text)\"; }"])
        for words in calls {
            let run = try await commands.run(words)
            #expect(run.status == (isValid ? 0 : 64), "\(words) \(run.errors)")
        }
        for name in ["whole", "real", "single", "exact", "wide"] {
            var arguments = ["--\(name)=\(text)"]
            try? commands.keys().applyArguments(&arguments)
            #expect(arguments.isEmpty == isValid, "\(name) \(text)")
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 0.5, 1e300])
    func `The string of a number of any type is read as the same one`(_ number: Double) throws {
        for text in ["\(number)", wide.text(of: CGFloat(number)), real.text(of: number)].compactMap({ $0 }) {
            let (one, other) = try (Double(wide.parse(text)), real.parse(text))
            #expect(one == number || one.isNaN && number.isNaN)
            #expect(other == number || other.isNaN && number.isNaN)
        }
    }

    @Test func `A boolean in a typed property list is no number`() async throws {
        for list in ["<array><true/></array>", "<array><string>0x10</string></array>"] {
            #expect(try await commands("set", "reals", list).status == 64)
        }
        #expect(try await commands("set", "reals", "<array><real>1.5</real></array>").status == 0)
    }

    private enum whole: TSUD { static let defaultValue = 0 }
    private enum small: TSUD { static let defaultValue: Int8? = nil }
    private enum real: TSUD { static let defaultValue = 0.0 }
    private enum single: TSUD { static let defaultValue: Float = 0 }
    private enum exact: TSUD { static let defaultValue = Decimal(0) }
    private enum wide: TSUD { static let defaultValue = CGFloat(0) }
    private enum wholes: TSUD { static let defaultValue: [Int] = [] }
    private enum levels: TSUD { static let defaultValue: Set<Int> = [] }
    private enum reals: TSUD { static let defaultValue: [Double] = [] }
    private enum entries: TSUD { static let defaultValue: [String: Double] = [:] }
    private enum box: TSUD { static let defaultValue = Box() }
    private struct Box: Codable { var (whole, real) = (0, 0.0) }
}
#endif
