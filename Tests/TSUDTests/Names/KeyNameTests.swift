import Foundation
import TSUD
import Testing

extension Names {
    @Suite struct KeyNameTests {
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
            Case(dotted.self, "com.example.a.b"),
            Case(at.self, "@x"),
            Case(spaced.self, "has space"),
        ])
        func `A key's name is its type's own`(_ this: Case) {
            #expect(this.key.stringKey == this.name)
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

private struct dotted: TSUD {
    static let defaultValue = 1
    static let stringKey = "com.example.a.b"
}

private struct at: TSUD {
    static let defaultValue = 1
    static let stringKey = "@x"
}

private struct spaced: TSUD {
    static let defaultValue = 1
    static let stringKey = "has space"
}
