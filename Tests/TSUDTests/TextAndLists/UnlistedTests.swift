import Foundation
import TSUD
import Testing

extension TextAndLists {
    /// A list tells which settings it lacks.
    @Suite(.bothKinds) struct UnlistedTests {
        let store = TestStore()
        private let all: [any TSUD.Type] = [listed.self, inPanel<Int>.inset.self]

        /// A use of a setting, and the names of those that the list lacks then.
        static let uses: [(name: String, missing: [String], use: @Sendable (UserDefaults) -> Void)] = [
            ("nothing", [], { _ in }),
            ("a listed one", [], { listed.in($0).value = 1 }),
            ("a read", ["forgotten"], { _ = forgotten.in($0).value }),
            ("a write", ["forgotten"], { forgotten.in($0).value = 1 }),
            ("a member", ["forgotten"], { _ = forgotten.in($0).of("a").value }),
            ("a property", ["forgotten"], { _ = Stored(forgotten.in($0)).wrappedValue }),
            ("a transaction", ["forgotten"], { suite in try? updateSettings { $0[forgotten.in(suite)] = 1 } }),
            ("a key of the library", [], { ofTheLibrary.in($0).value = 1 }),
            ("another specialization", [], { _ = inPanel<String>.inset.in($0).value }),
            (
                "several", ["another", "forgotten"],
                { suite in for _ in 0..<2 { _ = (forgotten.in(suite).value, another.in(suite).value) } }
            ),
            ("another suite", [], { _ in _ = forgotten.in(TestStore().suite).value }),
            (
                "a suite that many others followed", ["forgotten"],
                { suite in
                    _ = (listed.in(suite).value, forgotten.in(suite).value)
                    for _ in 0..<10 { _ = forgotten.in(TestStore().suite).value }
                }
            ),
        ]

        @Test(arguments: uses.indices)
        func `A setting that was used and is not in the list is returned`(_ index: Int) {
            let (_, missing, use) = Self.uses[index]
            use(store.suite)
            #expect(all.unlisted(in: store.suite).map { $0.stringKey } == missing)
        }

        @Test func `Without a suite those of the list's settings are looked at`() {
            withEphemeralSettings { _ in
                #expect(all.unlisted().isEmpty)
                _ = forgotten.value
                #expect(all.unlisted().map { $0.stringKey } == ["forgotten"])
                #expect((all + [forgotten.self]).unlisted().isEmpty)
                #expect([any TSUD.Type]().unlisted().isEmpty)
            }
        }

        @Test func `A plain key and another object of the suite`() {
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
