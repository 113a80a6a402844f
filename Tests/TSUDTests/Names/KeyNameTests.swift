import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

extension Names {
    @Suite(.bothKinds) struct KeyNameTests {
        private static func local() -> any TSUD.Type {
            struct localKey: TSUD { static let defaultValue = 1 }
            return localKey.self
        }

        @Test(
            arguments: [
                (Prefs.Editor.fontSize.self, "fontSize"), (local(), "localKey"), (privateKey.self, "privateKey"),
                (caseless.self, "caseless"), (recent<Pair<Int, String>>.self, "recent<Pair<Int, String>>"),
                (`Has Widgets`.self, "Has Widgets"), (recent<`Has Widgets`>.self, "recent<Has Widgets>"),
                (größe.self, "größe"), (文字サイズ.self, "文字サイズ"),
            ].map { (row: (any TSUD.Type, String)) in Unchecked(row) }
        )
        func `The name of a key is its type's own name`(_ row: Unchecked<(any TSUD.Type, String)>) {
            let (key, name) = row.value
            #expect(key.stringKey == name)
        }

        @Test(
            arguments: [
                "", "a.b", "a/b", "@x", "has space", "😀", "nul\0inside", "\u{FEFF}mark", "mark\u{FEFF}",
                String(repeating: "k", count: 10_000),
            ].map { Row($0.debugDescription, $0) }
        )
        func `A key of any name is set, read and reset`(_ row: Row<String>) {
            let name = row.content
            let store = TestStore()
            anyName.$name.withValue(name) {
                #expect(anyName[store.suite] == 1)
                anyName[store.suite] = 2
                #expect(anyName[store.suite] == 2)
                #expect(store.suite.integer(forKey: name) == 2)
                #expect((try? anyName.in(store.suite).storedValue()) == 2)
                anyName.in(store.suite).reset()
                #expect(!anyName.in(store.suite).isSet)
            }
        }

        @Test func `A key is used as it is spelled, in handles too`() {
            let store = TestStore()
            let (handle, member) = (anyName.in(store.suite), anyName.in(store.suite).of("a"))
            for name in ["\u{E9}", "e\u{301}", "\u{E9}"] {
                anyName.$name.withValue(name) {
                    #expect(Array(handle.stringKey.utf8) == Array(name.utf8))
                    #expect(Array(member.stringKey.utf8) == Array("\(name)/a".utf8))
                }
            }
        }

        @Test(.ephemeralSettings) func `Two spellings of a key have their own values`() {
            let names = ["\u{E9}", "e\u{301}"]
            for (value, name) in names.enumerated() { anyName.$name.withValue(name) { anyName.value = value + 5 } }
            for (value, name) in names.enumerated() {
                anyName.$name.withValue(name) { #expect(anyName.value == value + 5) }
            }
            anyName.$name.withValue(names[0]) { anyName.reset() }
            for name in names { anyName.$name.withValue(name) { #expect(anyName.isSet == (name.utf8.count == 3)) } }
        }

        @Test func `A transaction changes two spellings of a key, each with its own value`() throws {
            let store = TestStore()
            let names = ["\u{E9}", "e\u{301}"]
            let handles = names.map { spelled.in(store.suite).of($0) }
            try updateSettings { settings in
                for (value, handle) in handles.enumerated() { settings[handle] = value + 5 }
                #expect(handles.map { settings[$0] } == [5, 6])
            }
            #expect(handles.map(\.value) == [5, 6])
            try updateSettings { $0.reset(handles[0]) }
            #expect(handles.map(\.value) == [0, 6])
        }
    }
}

private enum Prefs {
    enum Editor { struct fontSize: TSUD { static let defaultValue = 12.0 } }
}

private enum spelled: TSUD {
    static let defaultValue = 0
    static let memberKey = "*_spelled"
}
private struct privateKey: TSUD { static let defaultValue = 1 }
private enum caseless: TSUD { static let defaultValue = 1 }
private struct recent<Element>: TSUD { static var defaultValue: Int { 1 } }
private struct Pair<First, Second> {}
private struct `Has Widgets`: TSUD { static let defaultValue = 1 }
private struct größe: TSUD { static let defaultValue = 1 }
private struct 文字サイズ: TSUD { static let defaultValue = 1 }
