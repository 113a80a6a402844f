import Foundation
import Observation
import TSUD
import TestSupport
import Testing

extension Changes {
    @Suite(.bothKinds, .mayBlock) struct SwiftObservationTests {
        let store = TestStore()

        static let reads: [Access<Void>] =
            size.reads.map { read in Access(read.testDescription, { _ = try read.content($0) }) } + [
                Access("the subscript of an instance", { _ = size()[$0] }),
                Access("isSet", { _ = size.in($0).isSet }),
                Access("origin", { _ = size.in($0).origin }),
            ]
        static let writes: [Access<Void>] =
            size.writes(of: 3) + [
                Access("a reset", { size.in($0).reset() }),
                Access("another key type of the name", { size2[$0] = 5 }),
            ]

        @Test(arguments: reads, writes)
        func `Every way to read is tracked, and every way to write notifies`(
            _ read: Access<Void>,
            _ write: Access<Void>
        ) throws {
            size[store.suite] = 2
            // The repeated notification of that write, on the main queue, is over then.
            waitForMainActor()
            let notified = observing { #expect(throws: Never.self) { try read.content(store.suite) } }
            try write.content(store.suite)
            #expect(notified.total == 1)
        }

        @Test func `A write through another object of the suite notifies observers`() {
            let notified = observing { _ = size[store.suite] }
            size[store.anotherObject()] = 4
            // On Apple systems it is an external change.
            notified.wait(for: 1)
        }

        @Test func `A write of another key, or in another suite, notifies no observer`() throws {
            let other = TestStore()
            let notified = observing { _ = size[store.suite] }
            height[store.suite] = 3
            size[other.suite] = 3
            for suite in [store.suite, other.suite] { try suite.saveAndNotify() }
            #expect(notified.total == 0)
        }

        @Test(
            arguments: [
                false, 1, Int.min, Int8(-8), Int64.max, UInt(7), UInt64.max, 0.5, -0.0, Double.nan, Float(0.1),
                "a", "e\u{301}", Date(timeIntervalSinceReferenceDate: 0.5), Data([1]), [1, 2], ["a": 0.5],
                URL(fileURLWithPath: "/x"),
                Contact(name: "Ann", age: 1), Int?.some(5),
            ] as [any Defaulted & Sendable]
        )
        func `A save doesn't notify observers of a key's write again, for any type`(
            _ value: any Defaulted & Sendable
        ) throws {
            func check<Value: Defaulted>(_ value: Value) throws {
                // There is no observer during the first write, and one during the third.
                for _ in 0..<2 {
                    key<Value>.set(value, store.suite)
                    waitForMainActor()
                    let notified = observing { _ = key<Value>.get(store.suite) }
                    try store.suite.saveAndNotify()
                    #expect(notified.total == 0)
                    key<Value>.set(.standIn, store.suite)
                    #expect(notified.total == 1)
                }
            }
            try check(value)
        }

        // MARK: Observers

        @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
        @Test func `Observations delivers a value computed from several settings`() async {
            let suite = Unchecked(store.suite)
            var sums = Observations { size[suite.value] + height[suite.value] }.makeAsyncIterator()
            #expect(await sums.next() == 14)
            size[store.suite] = 20
            #expect(await sums.next() == 22)
            height[store.suite] = 3
            #expect(await sums.next() == 23)
        }

        @Test func `An observer reads the new value, and may write the key that it observes`() {
            let suite = Unchecked(store.suite)
            observing {
                _ = size[store.suite]
            } onChange: {
                // The observer's write notifies it, too.
                if size[suite.value] == 100 { return }
                #expect(size[suite.value] == 500)
                size[suite.value] = 100
            }
            size[store.suite] = 500
            #expect(size[store.suite] == 100)
        }

        static let writesOfTheSame: [Row<(UserDefaults) -> Void>] = [
            Row("value") { size[$0] = 500 },
            Row("store") { try? size.in($0).store(500) },
            Row("update") { _ = try? size.in($0).update { $0 = 500 } },
            Row("a transaction") { suite in try? updateSettings { $0[size.in(suite)] = 500 } },
            Row("another key type of the name") { size2[$0] = 500 },
        ]

        @Test(arguments: writesOfTheSame, [false, true])
        func `An observer that stores the stored value does not notify itself`(
            _ row: Row<(UserDefaults) -> Void>,
            _ isExternal: Bool
        ) throws {
            let suite = Unchecked(store.suite)
            let calls = Counter()
            observing {
                _ = size[suite.value]
            } onChange: {
                calls.increment()
                // Ends a recursion before the stack overflows.
                if calls.total < 20 { row.content(suite.value) }
            }
            if isExternal {
                store.suite.set(500.0, forKey: "size")
                try store.suite.savePlainCalls()
                waitForMainActor()
            } else {
                size[store.suite] = 500
            }
            #expect(calls.total == 1)
        }

        @Test func `An observer may read other keys, and update them`() throws {
            let suite = Unchecked(store.suite)
            let update = { @Sendable in _ = try? height.in(suite.value).update { $0 = size[suite.value] / 2 } }
            observing({ _ = size[store.suite] }, onChange: update)
            try size.in(store.suite).update { $0 = 40 }
            #expect(height[store.suite] == 20)
        }
    }
}

private struct size: TSUD { static let defaultValue = 12.0 }
private struct height: TSUD { static let defaultValue = 2.0 }

private struct size2: TSUD {
    static let defaultValue = 12.0
    static let stringKey = "size"
}
