import Foundation
import TSUD
import Testing

extension Names {
    /// Two types of one name store under one key, which is reported unless both give the same `stringKey`.
    @Suite struct DuplicateKeyTests {
        @Test func `Two types of one name in different types are reported once, by their full names`() {
            let reports = Reports.during {
                withEphemeralSuite { _ in
                    for _ in 0..<3 {
                        _ = Editor.fontSizeOfTwo.value
                        _ = Terminal.fontSizeOfTwo.value
                        Editor.fontSizeOfTwo.value = 2
                        _ = Terminal.fontSizeOfTwo.stringKey
                    }
                }
            }
            #expect(reports.map(\.code) == [.duplicateKey])
            #expect(reports.first?.key == "fontSizeOfTwo")
            #expect(
                reports.first?.description == """
                    Key 'fontSizeOfTwo' is shared by the types TSUDTests.Editor.fontSizeOfTwo and \
                    TSUDTests.Terminal.fontSizeOfTwo; give one of them a stringKey of its own, or both the same \
                    stringKey if they are to share it.
                    """
            )
        }

        @Test func `A third type of the name is not reported again`() {
            let reports = Reports.during {
                _ = (Editor.third.stringKey, Terminal.third.stringKey, Outer.Inner.third.stringKey)
            }
            #expect(reports.map(\.code) == [.duplicateKey])
        }

        struct Pair: CustomTestStringConvertible, @unchecked Sendable {
            let first: any TSUD.Type
            let second: any TSUD.Type
            /// How the message names the two.
            let types: String
            var testDescription: String { "\(first) and \(second)" }

            init(_ first: any TSUD.Type, _ second: any TSUD.Type, bothCalled name: String = "") {
                (self.first, self.second) = (first, second)
                types = "two private or local types called TSUDTests.\(name)"
            }

            init(_ first: any TSUD.Type, _ second: any TSUD.Type, _ one: String, _ other: String) {
                (self.first, self.second) = (first, second)
                types = "the types TSUDTests.\(one) and TSUDTests.\(other)"
            }
        }

        private static var localKey: any TSUD.Type {
            enum localTwice: Telling { static let defaultValue = 1 }
            return localTwice.self
        }
        private static var otherLocalKey: any TSUD.Type {
            enum localTwice: Telling { static let defaultValue = 1 }
            return localTwice.self
        }

        @Test(arguments: [
            Pair(nested.self, Outer.nested.self, "nested", "Outer.nested"),
            Pair(Outer.deep.self, Outer.Inner.deep.self, "Outer.deep", "Outer.Inner.deep"),
            Pair(
                list<Editor.Item>.self,
                list<Terminal.Item>.self,
                "list<TSUDTests.Editor.Item>",
                "list<TSUDTests.Terminal.Item>"
            ),
            Pair(localKey, otherLocalKey, bothCalled: "Names.DuplicateKeyTests.localTwice"),
            Pair(privateTwice.self, privateInAnotherFile, bothCalled: "privateTwice"),
            Pair(Panel<Int>.own.self, Panel<String>.own.self, "Panel<Swift.Int>.own", "Panel<Swift.String>.own"),
            Pair(Editor.valueType.self, Terminal.valueType.self, "Editor.valueType", "Terminal.valueType"),
            Pair(Editor.inOneSuite.self, Terminal.inOneSuite.self, "Editor.inOneSuite", "Terminal.inOneSuite"),
        ])
        func `Two types of one name are told apart`(_ pair: Pair) {
            let reports = Reports.during { _ = (pair.first.stringKey, pair.second.stringKey) }
            #expect(reports.map(\.code) == [.duplicateKey])
            #expect(reports.first?.description.contains("is shared by \(pair.types);") == true)
        }

        @Test(arguments: [
            Pair(Editor.onPurpose.self, Terminal.onPurpose.self),
            Pair(Panel<Int>.panelWidth.self, Panel<String>.panelWidth.self),
            Pair(Panel<(Int) -> Int>.Side<Int>.inset.self, Panel<[[Int]]>.Side<String>.inset.self),
            Pair(Editor.inTwoSuites.self, Terminal.inTwoSuites.self),
            Pair(Editor.ofTwoTypes.self, Terminal.ofTwoTypes.self),
            Pair(Editor.elsewhere.self, Terminal.elsewhere.self),
            Pair(list<Int>.self, list<String>.self),
            Pair(nested.self, nested.self),
        ])
        func `Types that share on purpose, or share nothing, are not reported`(_ pair: Pair) {
            let reports = Reports.during { _ = (pair.first.stringKey, pair.second.stringKey) }
            #expect(reports.isEmpty)
        }

        @Test func `Keys of one name in different suites are not reported in an ephemeral suite either`() {
            let reports = Reports.during {
                withEphemeralSuite { _ in
                    #expect(Editor.bothEphemeral.value == 1)
                    #expect(Terminal.bothEphemeral.value == 2)
                }
            }
            #expect(reports.isEmpty)
        }

        @Test func `Keys that share a stringKey share the value`() {
            withEphemeralSuite { _ in
                Editor.onPurpose.value = 5
                #expect(Terminal.onPurpose.value == 5)
            }
        }
    }
}

nonisolated(unsafe) private let sharedStore = TestStore()

private enum Editor {
    struct Item: Codable {}
    enum fontSizeOfTwo: Telling { static let defaultValue = 1 }
    enum third: Telling { static let defaultValue = 1 }
    enum valueType: Telling { static let defaultValue = 1 }
    enum inTwoSuites: Telling { static let defaultValue = 1 }
    enum ofTwoTypes: Telling { static let defaultValue = 1 }
    enum bothEphemeral: Telling { static let defaultValue = 1 }
    enum inOneSuite: Telling {
        static let defaultValue = 1
        static var suite: UserDefaults { sharedStore.suite }
    }
    enum elsewhere: Telling { static let defaultValue = 1 }
    enum onPurpose: Telling {
        static let defaultValue = 1
        static let stringKey = "shared on purpose"
    }
}

private enum Terminal {
    struct Item: Codable {}
    enum fontSizeOfTwo: Telling { static let defaultValue = 1 }
    enum third: Telling { static let defaultValue = 1 }
    enum valueType: Telling { static let defaultValue = "1" }
    enum inTwoSuites: Telling {
        static let defaultValue = 2
        static var suite: UserDefaults { otherSuite }
    }
    enum ofTwoTypes: Telling {
        static let defaultValue = "1"
        static var suite: UserDefaults { otherSuite }
    }
    enum bothEphemeral: Telling {
        static let defaultValue = 2
        static var suite: UserDefaults { otherSuite }
    }
    enum inOneSuite: Telling {
        static let defaultValue = 1
        #if canImport(Darwin)
        static var suite: UserDefaults { sharedStore.suite }
        #else
        /// Another `UserDefaults` object at each access.
        static var suite: UserDefaults { sharedStore.anotherObject() }
        #endif
    }
    enum elsewhere: Telling {
        static let defaultValue = 1
        static var suite: UserDefaults { otherSuite }
    }
    enum onPurpose: Telling {
        static let defaultValue = 1
        static let stringKey = "shared on purpose"
    }

    nonisolated(unsafe) private static let otherSuite = TestStore().suite
}

private enum nested: Telling { static let defaultValue = 1 }

private enum Outer {
    enum nested: Telling { static let defaultValue = 1 }
    enum deep: Telling { static let defaultValue = 1 }
    enum Inner {
        enum deep: Telling { static let defaultValue = 1 }
        enum third: Telling { static let defaultValue = 1 }
    }
}

private enum list<Element>: Telling { static var defaultValue: [String] { [] } }

/// A key inside a generic type is a different type for each specialization, but one setting.
private enum Panel<Content> {
    enum panelWidth: Telling { static var defaultValue: Int { 1 } }
    enum Side<Other> {
        enum inset: Telling { static var defaultValue: Int { 1 } }
    }
    enum own: Telling { static var defaultValue: String { "\(Content.self)" } }
}

private enum privateTwice: Telling { static let defaultValue = 1 }
