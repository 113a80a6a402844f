import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

extension TextAndLists {
    /// A list returns the used settings that are not in it.
    @Suite(.bothKinds) struct UnlistedTests {
        let store = TestStore()
        private let all: [any TSUD.Type] = [listed.self, inPanel<Int>.inset.self]

        /// The used settings that are missing in the list after a use.
        typealias Use = (missing: [String], use: @Sendable (UserDefaults) -> Void)

        static let uses: [Row<Use>] = [
            Row("nothing", ([], { _ in })),
            Row("a listed one", ([], { listed.in($0).value = 1 })),
            Row("a read", (["forgotten"], { _ = forgotten.in($0).value })),
            Row("a write", (["forgotten"], { forgotten.in($0).value = 1 })),
            Row("a member", (["forgotten"], { _ = forgotten.in($0).of("a").value })),
            Row("a property", (["forgotten"], { _ = Stored(forgotten.in($0)).wrappedValue })),
            Row("a transaction", (["forgotten"], { suite in try? updateSettings { $0[forgotten.in(suite)] = 1 } })),
            Row("a key of the library", ([], { ofTheLibrary.in($0).value = 1 })),
            Row("another specialization", ([], { _ = inPanel<String>.inset.in($0).value })),
            Row(
                "several settings",
                (
                    ["another", "forgotten"],
                    { suite in for _ in 0..<2 { _ = (forgotten.in(suite).value, another.in(suite).value) } }
                )
            ),
            Row("another suite", ([], { _ in _ = forgotten.in(TestStore().suite).value })),
            Row(
                "a suite before many others",
                (
                    ["forgotten"],
                    { suite in
                        _ = (listed.in(suite).value, forgotten.in(suite).value)
                        for _ in 0..<10 { _ = forgotten.in(TestStore().suite).value }
                    }
                )
            ),
        ]

        @Test(arguments: uses)
        func `unlisted returns each used setting that the list lacks`(_ row: Row<Use>) {
            let (missing, use) = row.content
            use(store.suite)
            #expect(all.unlisted(in: store.suite).map { $0.stringKey } == missing)
        }

        @Test func `Without a given suite, unlisted looks at the suites of the list's settings`() {
            withEphemeralSettings { _ in
                #expect(all.unlisted().isEmpty)
                _ = forgotten.value
                #expect(all.unlisted().map { $0.stringKey } == ["forgotten"])
                #expect((all + [forgotten.self]).unlisted().isEmpty)
                #expect([any TSUD.Type]().unlisted().isEmpty)
            }
        }

        @Test func `unlisted ignores direct calls and which object of the suite is given`() {
            _ = forgotten.in(store.suite).value
            store.suite.set(1, forKey: "plain")
            #expect(all.unlisted(in: store.suite).map { $0.stringKey } == ["forgotten"])
            #if os(Linux)
            if SuiteKind.current == .native {
                #expect(all.unlisted(in: store.anotherObject()).map { $0.stringKey } == ["forgotten"])
            }
            #endif
        }
    }
}

private enum listed: TSUD { static let defaultValue = 0 }
private enum forgotten: TSUD { static let defaultValue = 0 }
private enum ofTheLibrary: LibraryKey { static let defaultValue = 0 }
private enum another: TSUD { static let defaultValue = 0 }
private enum inPanel<Content> {
    enum inset: TSUD { static var defaultValue: Int { 0 } }
}
