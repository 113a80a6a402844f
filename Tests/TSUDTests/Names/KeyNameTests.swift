import Foundation
import TSUD
import Testing

extension Names {
    @Suite(.bothKinds) struct KeyNameTests {
        struct Case: CustomTestStringConvertible, @unchecked Sendable {
            let key: any TSUD.Type
            let name: String
            var testDescription: String { name }

            init(_ key: any TSUD.Type, _ name: String) {
                self.key = key
                self.name = name
            }
        }

        private static func local() -> any TSUD.Type {
            struct localKey: TSUD { static let defaultValue = 1 }
            return localKey.self
        }

        @Test(arguments: [
            Case(Settings.Editor.fontSize.self, "fontSize"),
            Case(local(), "localKey"),
            Case(privateKey.self, "privateKey"),
            Case(caseless.self, "caseless"),
            Case(recent<Pair<Int, String>>.self, "recent<Pair<Int, String>>"),
            Case(`Has Widgets`.self, "Has Widgets"),
            Case(recent<`Has Widgets`>.self, "recent<Has Widgets>"),
            Case(größe.self, "größe"),
            Case(文字サイズ.self, "文字サイズ"),
        ])
        func `A key's name is its type's own`(_ this: Case) {
            #expect(this.key.stringKey == this.name)
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
                #expect((try? anyName.storedValue(in: store.suite)) == 2)
                anyName.reset(in: store.suite)
                #expect(!anyName.isSet(in: store.suite))
            }
        }
    }
}

private enum Settings {
    enum Editor {
        struct fontSize: TSUD { static let defaultValue = 12.0 }
    }
}

private struct privateKey: TSUD { static let defaultValue = 1 }
private enum caseless: TSUD { static let defaultValue = 1 }
private struct recent<Element>: TSUD { static var defaultValue: Int { 1 } }
private struct Pair<First, Second> {}
private struct `Has Widgets`: TSUD { static let defaultValue = 1 }
private struct größe: TSUD { static let defaultValue = 1 }
private struct 文字サイズ: TSUD { static let defaultValue = 1 }
