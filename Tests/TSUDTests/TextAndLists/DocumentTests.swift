import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

extension TextAndLists {
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

        @Test(arguments: [
            ("{\"size\": 1\n \"nick\": \"a\"}", "line 2, column 2: expected ',' or '}', found '\"'"),
            ("{\"size\": 1, // no\n}", "line 1, column 13: expected a name in quotation marks, found a comment"),
            ("{\"size\": 1", "line 1, column 11: expected ',' or '}', found the end"),
            ("{\"size\": 1, \"size\": 2}", "line 1, column 13: the name 'size' is repeated"),
            ("[1]", "line 1, column 1: expected rows with a name and a value"),
        ])
        func `An error in JSON has its place and its reason`(_ json: String, _ reason: String) throws {
            let error = #expect(throws: TSUDError.self) { try restore(json) }
            #expect(error?.description == "The data is not JSON of settings: \(reason).")
            #expect(error?.code == .unreadable)
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
}
