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
                _ = Editor.third.stringKey
                _ = Terminal.third.stringKey
                _ = Outer.Inner.third.stringKey
            }
            #expect(reports.map(\.code) == [.duplicateKey])
        }

        struct Pair: CustomTestStringConvertible, @unchecked Sendable {
            let first: any TSUD.Type
            let second: any TSUD.Type
            /// How the message names the two.
            var types = ""
            var testDescription: String { "\(first) and \(second)" }
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
            Pair(
                first: nested.self,
                second: Outer.nested.self,
                types: "the types TSUDTests.nested and TSUDTests.Outer.nested"
            ),
            Pair(
                first: Outer.deep.self,
                second: Outer.Inner.deep.self,
                types: "the types TSUDTests.Outer.deep and TSUDTests.Outer.Inner.deep"
            ),
            Pair(
                first: list<Editor.Item>.self,
                second: list<Terminal.Item>.self,
                types: "the types TSUDTests.list<TSUDTests.Editor.Item> and TSUDTests.list<TSUDTests.Terminal.Item>"
            ),
            Pair(
                first: localKey,
                second: otherLocalKey,
                types: "two private or local types called TSUDTests.Names.DuplicateKeyTests.localTwice"
            ),
            Pair(
                first: privateTwice.self,
                second: privateInAnotherFile,
                types: "two private or local types called TSUDTests.privateTwice"
            ),
            Pair(
                first: Panel<Int>.ofValue.self,
                second: Panel<String>.ofValue.self,
                types: "the types TSUDTests.Panel<Swift.Int>.ofValue and TSUDTests.Panel<Swift.String>.ofValue"
            ),
            Pair(
                first: Editor.valueType.self,
                second: Terminal.valueType.self,
                types: "the types TSUDTests.Editor.valueType and TSUDTests.Terminal.valueType"
            ),
            Pair(
                first: Editor.inSharedSuite.self,
                second: Terminal.inSharedSuite.self,
                types: "the types TSUDTests.Editor.inSharedSuite and TSUDTests.Terminal.inSharedSuite"
            ),
        ])
        func `Two types of one name are told apart`(_ pair: Pair) {
            let reports = Reports.during {
                _ = pair.first.stringKey
                _ = pair.second.stringKey
            }
            #expect(reports.map(\.code) == [.duplicateKey])
            #expect(reports.first?.description.contains("is shared by \(pair.types);") == true)
        }

        @Test(arguments: [
            Pair(first: Editor.onPurpose.self, second: Terminal.onPurpose.self),
            Pair(first: Panel<Int>.panelWidth.self, second: Panel<String>.panelWidth.self),
            Pair(first: Panel<(Int) -> Int>.Side<Int>.inset.self, second: Panel<[[Int]]>.Side<String>.inset.self),
            Pair(first: Editor.inTwoSuites.self, second: Terminal.inTwoSuites.self),
            Pair(first: Editor.ofTwoTypes.self, second: Terminal.ofTwoTypes.self),
            Pair(first: Editor.elsewhere.self, second: Terminal.elsewhere.self),
            Pair(first: list<Int>.self, second: list<String>.self),
            Pair(first: nested.self, second: nested.self),
        ])
        func `Types that share on purpose, or share nothing, are not reported`(_ pair: Pair) {
            let reports = Reports.during {
                _ = pair.first.stringKey
                _ = pair.second.stringKey
            }
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
    enum inSharedSuite: Telling {
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
    enum inSharedSuite: Telling {
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
    enum ofValue: Telling { static var defaultValue: String { "\(Content.self)" } }
}

private enum privateTwice: Telling { static let defaultValue = 1 }
