import Foundation
import TSUD
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

        @Test(arguments: [
            "", "a.b", "a/b", "@x", "has space", "😀", "nul\0inside", String(repeating: "k", count: 10_000),
        ])
        func `A key of any name is set, read and reset`(_ name: String) {
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
    }
}

private enum Prefs {
    enum Editor { struct fontSize: TSUD { static let defaultValue = 12.0 } }
}

private struct privateKey: TSUD { static let defaultValue = 1 }
private enum caseless: TSUD { static let defaultValue = 1 }
private struct recent<Element>: TSUD { static var defaultValue: Int { 1 } }
private struct Pair<First, Second> {}
private struct `Has Widgets`: TSUD { static let defaultValue = 1 }
private struct größe: TSUD { static let defaultValue = 1 }
private struct 文字サイズ: TSUD { static let defaultValue = 1 }
