import Foundation
import TSUD
import TSUDTesting
import TSUDText
import TestSupport
import Testing

/// Settings restored from JSON.
@Suite(.ephemeralSettings) struct DocumentTests {
    private let settings: [any TSUD.Type] = [
        size.self, nick.self, zoom.self, isShown.self, lasts.self, renamed.self,
    ]

    private func restore(
        _ json: String,
        keepingAbsent: Bool = false,
        skippingInvalid: Bool = false
    ) throws
        -> TSUDRestoration
    {
        try settings.restore(
            from: Data(json.utf8),
            keepingAbsent: keepingAbsent,
            skippingInvalid: skippingInvalid
        )
    }

    @Test func `restore reads an object of names and values`() throws {
        zoom["old"] = 3
        let restored = try restore(
            """
            {"$schema": "x", "size": 14, "nick": "Ann", "zoom/report.pdf": 2, "isShown/CPU": false, "lasts": "5m"}
            """
        )
        #expect(restored.stored == ["CPU_state", "lasts", "nick", "size", "zoom/report%2Epdf"])
        #expect(restored.reset == ["zoom/old"] && restored.unknown.isEmpty)
        #expect(size.value == 14 && nick.value == "Ann" && zoom["report.pdf"] == 2 && lasts.value == .seconds(300))
        #expect(!isShown["CPU"] && isShown.members().map(\.member) == ["CPU"])
    }

    @Test(arguments: ["zoom/report.pdf", "zoom/report%2Epdf"])
    func `A member has its name as it is typed, or its key`(_ name: String) throws {
        _ = try restore("{\"\(name)\": 2}")
        #expect(zoom.members().map(\.member) == ["report.pdf"])
    }

    @Test(arguments: ["isShown/CPU", "CPU_state"])
    func `An independent member has the name of its setting, or its key`(_ name: String) throws {
        #expect(try restore("{\"\(name)\": false, \"size\": 1}").stored == ["CPU_state", "size"])
        #expect(!isShown["CPU"])
    }

    @Test func `A value under a former key is restored under the current one`() throws {
        #expect(try restore(#"{"oldName": "a"}"#).stored == ["renamed"])
        #expect(renamed.value == "a")
    }

    @Test func `null is nil for an optional, a String? included, and otherwise an error`() throws {
        nick.value = "Ann"
        _ = try restore(#"{"nick": null}"#, keepingAbsent: true)
        #expect(nick.value == nil)
        let error = #expect(throws: TSUDError.self) { try restore(#"{"size": null}"#) }
        #expect(error?.code == .unreadable && error?.key == "size")
    }

    @Test func `restore lists all invalid values in one error, or skips them`() throws {
        size.value = 1
        let json = #"{"size": "banana", "isShown/CPU": 7, "nick": "Bob", "color": 1}"#
        let error = #expect(throws: TSUDError.self) { try restore(json) }
        #expect(error?.description.contains("'banana'") == true && error?.description.contains("CPU_state") == true)
        #expect(nick.value == nil)
        let restored = try restore(json, skippingInvalid: true)
        #expect(restored.stored == ["nick"] && restored.skipped == ["CPU_state", "size"])
        #expect(restored.unknown == ["color"] && size.value == 1)
    }

    static let mistakes = [
        ("{\"size\": 1\n \"nick\": \"a\"}", "line 2, column 2: expected ',' or '}', found '\"'"),
        ("{\"size\": 1, // no\n}", "line 2, column 1: expected a name in quotation marks, found '}'"),
        ("{\"size\": 1", "line 1, column 11: expected ',' or '}', found the end"),
        ("{\"size\": 1, \"size\": 2}", "line 1, column 13: the name 'size' is repeated"),
        ("[1]", "line 1, column 1: expected an object of names and values"),
    ]

    @Test(arguments: Row.table(mistakes) { $0.0 })
    func `An error in JSON has its place and its reason`(_ row: Row<(String, String)>) throws {
        let (json, reason) = row.content
        let error = #expect(throws: TSUDError.self) { try restore(json) }
        #expect(error?.description == "The settings in the data can't be read: \(reason).")
        #expect(error?.code == .unreadable)
    }

    @Test func `Two spellings of a name are exported and restored as two`() throws {
        let list: [any TSUD.Type] = [composed.self, decomposed.self]
        (composed.value, decomposed.value) = (1, 2)
        let exported = try list.exported()
        list.reset()
        #expect(try list.restore(from: exported).stored.count == 2)
        #expect(composed.value == 1 && decomposed.value == 2)
        composed.reset()
        #expect(try list.restore(from: list.exported()).stored.map { $0.utf8.count } == [3])
        #expect(!composed.isSet && decomposed.value == 2)
        #expect(try list.restore(from: Data("{\"\u{E9}\": 3, \"e\u{301}\": 4}".utf8)).stored.count == 2)
        #expect(composed.value == 3 && decomposed.value == 4)
    }

    @Test func `Two spellings of a name in different suites are no repeated key`() throws {
        let list: [any TSUD.Type] = [composed.self, Elsewhere.decomposed.self]
        #expect(try list.restore(from: Data("{\"\u{E9}\": 3, \"e\u{301}\": 4}".utf8)).stored.count == 2)
        #expect(composed.value == 3 && Elsewhere.decomposed.value == 4)
    }

    @Test func `Two spellings of an independent member's name are two members`() throws {
        let names = ["\u{E9}", "e\u{301}"]
        let json = "{\"isShown/\(names[0])\": false, \"\(names[1])_state\": false}"
        #expect(try restore(json).stored.count == 2)
        #expect(isShown.members().map { $0.member?.utf8.count } == [3, 2])
    }

    @Test(.mayBlock) func `Restoring a setting from JSON takes as long among many as among few`() throws {
        let times = try [1, 16].map { groups in
            let list = numberedSettings(groups)
            let names = list.flatMap { setting in
                ["\(setting.stringKey)", "\(setting.stringKey)/a", "old\(setting.stringKey)", "no\(setting.stringKey)"]
            }
            let json = Data("{\(names.map { "\"\($0)\":1" }.joined(separator: ","))}".utf8)
            return try withEphemeralSettings { suite in
                try (0..<3).map { _ in
                    list.reset(in: suite)
                    return try processorTime { try list.restore(from: json, in: suite) } / Double(list.count)
                }.min() ?? 0
            }
        }
        #expect(times[1] < 4 * times[0], "\(times)")
    }

    @Test func `Two settings with one key in different suites can't be restored`() throws {
        let twice: [any TSUD.Type] = [size.self, Elsewhere.size.self]
        let error = #expect(throws: TSUDError.self) { try twice.restore(from: Data(#"{"size": 1}"#.utf8)) }
        #expect(error?.code == .duplicateKey && error?.key == "size")
        try withEphemeralSettings { suite throws in
            let restored = try twice.restore(from: Data(#"{"size": 1}"#.utf8), in: suite)
            #expect(restored.stored.first == "size")
        }
    }
}

private protocol Digit { static var digit: Int { get } }
private enum D0: Digit { static let digit = 0 }
private enum D1: Digit { static let digit = 1 }
private enum D2: Digit { static let digit = 2 }
private enum D3: Digit { static let digit = 3 }

private enum numbered<A: Digit, B: Digit, C: Digit, D: Digit>: TSUD {
    static var defaultValue: Int { 0 }
    static var stringKey: String { "number\(A.digit)\(B.digit)\(C.digit)\(D.digit)" }
    static var formerKeys: [String] { ["old" + stringKey] }
}

/// Groups of sixteen settings.
private func numberedSettings(_ groups: Int) -> [any TSUD.Type] {
    let digits: [any Digit.Type] = [D0.self, D1.self, D2.self, D3.self]
    func settings<A: Digit, B: Digit>(_: A.Type, _: B.Type) -> [any TSUD.Type] {
        func setting<C: Digit, D: Digit>(_: C.Type, _: D.Type) -> any TSUD.Type { numbered<A, B, C, D>.self }
        return digits.flatMap { third in digits.map { setting(third, $0) } }
    }
    return Array(digits.flatMap { first in digits.map { (first, $0) } }.prefix(groups)).flatMap { settings($0, $1) }
}

private enum size: TSUD { static let defaultValue = 12.0 }
private enum nick: TSUD { static let defaultValue: String? = nil }
private enum zoom: TSUD { static let defaultValue = 1.0 }
private enum lasts: TSUD { static let defaultValue = Duration.zero }
private enum isShown: TSUD {
    static let defaultValue = true
    static let memberKey = "*_state"
}
private enum renamed: TSUD {
    static let defaultValue = ""
    static let formerKeys = ["oldName"]
}
private enum Elsewhere {
    enum size: TSUD {
        static let defaultValue = 1.0
        static let suiteName = "elsewhere"
    }
    enum decomposed: TSUD {
        static let defaultValue = 0
        static let stringKey = "e\u{301}"
        static let suiteName = "elsewhere"
    }
}
