import Foundation
import TSUD
import TSUDText
import TestSupport
import Testing

extension Changes {
    /// The sequence of a list's settings that change.
    @Suite(.bothKinds) struct ListChangesTests {
        let store = TestStore()

        private var all: [any TSUD.Type] { [size.self, name.self, count.self] }

        @Test func `Each change delivers its setting, and the initial values deliver nothing`() async throws {
            size[store.suite] = 14
            var changes = all.changes(in: store.suite).makeAsyncIterator()
            name[store.suite] = "Ann"
            #expect(await changes.next()?.stringKey == "name")
            size[store.suite] = 15
            #expect(await changes.next()?.stringKey == "size")
            size.in(store.suite).reset()
            #expect(await changes.next()?.stringKey == "size")
            try count.in(store.suite).update { $0 += 1 }
            #expect(await changes.next()?.stringKey == "count")
        }

        @Test func `Changes between the call and the first iteration are not missed`() async throws {
            let changes = all.changes(in: store.suite)
            name[store.suite] = "Ann"
            store.suite.set(7, forKey: "count")
            var iterator = changes.makeAsyncIterator()
            size[store.suite] = 15
            var names: Set<String> = []
            for _ in 0..<3 { names.insert(try #require(await iterator.next()).stringKey) }
            #expect(names == ["size", "name", "count"])
        }

        @Test func `Changes of one setting are coalesced, and a change that is undone is not delivered`() async {
            var changes = all.changes(in: store.suite).makeAsyncIterator()
            for step in 1...100 { size[store.suite] = Double(step) }
            name[store.suite] = "Ann"
            name.in(store.suite).reset()
            count[store.suite] = 1
            #expect(await changes.next()?.stringKey == "size")
            #expect(await changes.next()?.stringKey == "count")
        }

        @Test func `A setting that changes all the time does not delay the others`() async {
            var changes = all.changes(in: store.suite).makeAsyncIterator()
            count[store.suite] = 1
            var names: [String?] = []
            for step in 1...4 {
                size[store.suite] = Double(step)
                names.append(await changes.next()?.stringKey)
            }
            #expect(Set(names.prefix(2)) == ["size", "count"])
        }

        @Test func `A saved direct write is observed, and so is undoing it`() async throws {
            count[store.suite] = 1
            try store.suite.flush()
            var changes = all.changes(in: store.suite).makeAsyncIterator()
            store.suite.set(7, forKey: "count")
            try store.suite.savePlainCalls()
            #expect(await changes.next()?.stringKey == "count")
            store.suite.set(1, forKey: "count")
            try store.suite.savePlainCalls()
            #expect(await changes.next()?.stringKey == "count")
        }

        @Test func `Observers are notified once for each restored setting, after all are stored`() async throws {
            size[store.suite] = 14
            count[store.suite] = 7
            let data = try all.exported(in: store.suite)
            all.reset(in: store.suite)
            var changes = all.changes(in: store.suite).makeAsyncIterator()
            let suite = Unchecked(store.suite)
            let notified = observing({ _ = size[store.suite] }, onChange: { #expect(count[suite.value] == 7) })
            try all.restore(from: data, in: store.suite)
            #expect(notified.total == 1)
            #expect(await changes.next()?.stringKey == "size")
            #expect(await changes.next()?.stringKey == "count")
        }
    }
}

private enum size: TSUD { static let defaultValue = 12.0 }
private enum name: TSUD { static let defaultValue: String? = nil }
private enum count: TSUD { static let defaultValue = 0 }
