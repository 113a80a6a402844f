import Foundation
import TSUD
import TestSupport
import Testing

extension Names {
    /// Two types of one name store under one key, which is reported unless both give the same `stringKey`.
    @Suite struct DuplicateKeyTests {
        @Test func `Two types with one key are reported once, by their full names`() {
            let reports = Reports.during {
                let suite = sharedStore.suite
                for _ in 0..<3 {
                    _ = Editor.fontSizeOfTwo[suite]
                    _ = Terminal.fontSizeOfTwo[suite]
                    Editor.fontSizeOfTwo[suite] = 2
                    _ = Outer.Inner.fontSizeOfTwo[suite]
                }
            }
            #expect(reports.map(\.code) == [.duplicateKey])
            #expect(reports.first?.key == "fontSizeOfTwo")
            #expect(
                reports.first?.description == """
                    Key 'fontSizeOfTwo' is shared by the types TSUDTests.Editor.fontSizeOfTwo and \
                    TSUDTests.Terminal.fontSizeOfTwo; give one of them its own stringKey, or both the same \
                    stringKey if they are to share it.
                    """
            )
        }

        struct Pair: CustomTestStringConvertible, @unchecked Sendable {
            let first: any TSUD.Type
            let second: any TSUD.Type
            /// How the message names the two.
            let types: String
            var testDescription: String { "\(first) and \(second)" }

            /// With the names of both types, or the only one of two private types.
            init(_ first: any TSUD.Type, _ second: any TSUD.Type, _ names: String...) {
                (self.first, self.second) = (first, second)
                let readable = names.map { "TSUDTests.\($0)" }.joined(separator: " and ")
                types = (names.count == 1 ? "two private or local types called " : "the types ") + readable
            }

            var reports: [TSUDError] {
                Reports.during {
                    for key in [first, second] { use(key) }
                }
            }

            /// Reads a key, in its own suite or in one that takes the place of the standard suite.
            private func use(_ key: any TSUD.Type) {
                _ = key.get(key.suite === UserDefaults.standard ? sharedStore.suite : key.suite)
            }
        }

        private static var localKey: any TSUD.Type {
            enum localTwice: Reporting { static let defaultValue = 1 }
            return localTwice.self
        }
        private static var otherLocalKey: any TSUD.Type {
            enum localTwice: Reporting { static let defaultValue = 1 }
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
            Pair(localKey, otherLocalKey, "Names.DuplicateKeyTests.localTwice"),
            Pair(privateTwice.self, privateInAnotherFile, "privateTwice"),
            Pair(Editor.inOneSuite.self, Terminal.inOneSuite.self, "Editor.inOneSuite", "Terminal.inOneSuite"),
            Pair(
                Panel<Int>.panelWidth.self,
                Panel<String>.panelWidth.self,
                "Panel<Swift.Int>.panelWidth",
                "Panel<Swift.String>.panelWidth"
            ),
            Pair(
                Panel<Int>.Side<Int>.inset.self,
                Panel<Int>.Side<String>.inset.self,
                "Panel<Swift.Int>.Side<Swift.Int>.inset",
                "Panel<Swift.Int>.Side<Swift.String>.inset"
            ),
        ])
        func `Two types with one key are distinguished`(_ pair: Pair) {
            let reports = pair.reports
            #expect(reports.map(\.code) == [.duplicateKey])
            #expect(reports.first?.description.contains("is shared by \(pair.types);") == true)
        }

        @Test(arguments: [
            Pair(Editor.onPurpose.self, Terminal.onPurpose.self),
            Pair(Panel<Int>.own.self, Panel<String>.own.self),
            Pair(Editor.inTwoSuites.self, Terminal.inTwoSuites.self),
            Pair(Editor.ofTwoTypes.self, Terminal.ofTwoTypes.self),
            Pair(Editor.elsewhere.self, Terminal.elsewhere.self),
            Pair(list<Int>.self, list<String>.self),
            Pair(Editor.ownName.self, Terminal.ownName.self),
            Pair(nested.self, nested.self),
        ])
        func `Types that share a key on purpose, or share none, are not reported`(_ pair: Pair) {
            #expect(pair.reports.isEmpty)
        }

        @Test func `Types with one key in different suites are not reported in an ephemeral suite`() {
            let reports = Reports.during {
                withEphemeralSettings { _ in
                    #expect(Editor.bothEphemeral.value == 1)
                    #expect(Terminal.bothEphemeral.value == 2)
                }
            }
            #expect(reports.isEmpty)
        }

        @Test func `The check for duplicate keys calls no code of another type`() {
            let (suite, calls) = (TestStore().suite, Editor.counting.calls)
            _ = Editor.counting[suite]
            let before = calls.total
            let reports = Reports.during { _ = Terminal.counting[suite] }
            #expect(reports.count == 1)
            #expect(calls.total == before)
        }
    }
}

private protocol OnPurpose: Reporting {}
extension OnPurpose { static var stringKey: String { "shared on purpose" } }

private protocol InAnotherSuite: Reporting {}
extension InAnotherSuite { static var suite: UserDefaults { otherSuite } }

nonisolated(unsafe) private let sharedStore = TestStore()
nonisolated(unsafe) private let otherSuite = TestStore().suite

private enum Editor {
    struct Item: Codable {}
    enum fontSizeOfTwo: Reporting { static let defaultValue = 1 }
    enum inTwoSuites: Reporting { static let defaultValue = 1 }
    enum ofTwoTypes: Reporting { static let defaultValue = 1 }
    enum bothEphemeral: Reporting { static let defaultValue = 1 }
    enum elsewhere: Reporting { static let defaultValue = 1 }
    enum onPurpose: OnPurpose { static let defaultValue = 1 }
    enum ownName: Reporting {
        static let defaultValue = 1
        static let stringKey = "ownName"
    }
    enum counting: Reporting {
        static let calls = Counter()
        static var defaultValue: Int {
            calls.increment()
            return 1
        }
        static var suite: UserDefaults {
            calls.increment()
            return otherSuite
        }
    }
    enum inOneSuite: Reporting {
        static let defaultValue = 1
        static var suite: UserDefaults { sharedStore.suite }
    }
}

private enum Terminal {
    struct Item: Codable {}
    enum fontSizeOfTwo: Reporting { static let defaultValue = 1 }
    enum inTwoSuites: InAnotherSuite { static let defaultValue = 2 }
    enum ofTwoTypes: InAnotherSuite { static let defaultValue = "1" }
    enum bothEphemeral: InAnotherSuite { static let defaultValue = 2 }
    enum elsewhere: InAnotherSuite { static let defaultValue = 1 }
    enum onPurpose: OnPurpose { static let defaultValue = 1 }
    enum ownName: Reporting {
        static let defaultValue = 1
        static let stringKey = "ownName"
    }
    enum counting: Reporting { static let defaultValue = 1 }
    enum inOneSuite: Reporting {
        static let defaultValue = 1
        #if canImport(Darwin)
        static var suite: UserDefaults { sharedStore.suite }
        #else
        /// Another `UserDefaults` object at each access.
        static var suite: UserDefaults { sharedStore.anotherObject() }
        #endif
    }
}

private enum nested: Reporting { static let defaultValue = 1 }

private enum Outer {
    enum nested: Reporting { static let defaultValue = 1 }
    enum deep: Reporting { static let defaultValue = 1 }
    enum Inner {
        enum deep: Reporting { static let defaultValue = "1" }
        enum fontSizeOfTwo: Reporting { static let defaultValue = 1 }
    }
}

private enum list<Element>: Reporting { static var defaultValue: [String] { [] } }

/// A key inside a generic type is a different type for each specialization, but one setting.
private enum Panel<Content> {
    enum panelWidth: Reporting { static var defaultValue: Int { 1 } }
    enum Side<Other> {
        enum inset: Reporting { static var defaultValue: Int { 1 } }
    }
    enum own: Reporting {
        static var defaultValue: Int { 1 }
        static var stringKey: String { "\(Content.self)-own" }
    }
}

private enum privateTwice: Reporting { static let defaultValue = 1 }
