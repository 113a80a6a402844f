import Foundation
import TSUD
import Testing

extension Changes {
    /// How a reader of values ends, and waits.
    @Suite(.bothKinds) struct ValuesReaderTests {
        let store = TestStore()

        @Test func `The sequence ends with its task`() async {
            let suite = Unchecked(store.suite)
            let (started, hasStarted) = AsyncStream.makeStream(of: Void.self)
            let reader = Task {
                var count = 0
                for await _ in size.values(in: suite.value) {
                    count += 1
                    hasStarted.yield()
                }
                return count
            }
            for await _ in started { break }
            reader.cancel()
            #expect(await reader.value == 1)
        }

        @Test func `A reader that is cancelled before it begins gets nothing`() async {
            let suite = Unchecked(store.suite)
            let reader = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                var count = 0
                for await _ in size.values(in: suite.value) { count += 1 }
                return count
            }
            #expect(await reader.value == 0)
        }

        @Test func `Nothing is kept of a reader once its iterator is gone`() async {
            weak var kept: Watched?
            do {
                let watched = Watched(values: size.values(in: store.suite).makeAsyncIterator())
                kept = watched
                #expect(await watched.next() == 12)
            }
            #expect(kept == nil)
            size[store.suite] = 14
        }
    }
}

/// A reader on the actor of the test, so that it waits whenever the test runs.
@MainActor @Suite(.bothKinds) struct WaitingReaderTests {
    let store = TestStore()

    @Test(.timeLimit(.minutes(2)))
    func `The undoing of a plain write that a reader found by itself is heard`() async throws {
        let watched = Watched(values: size.values(in: store.suite).makeAsyncIterator())
        store.suite.set(14.0, forKey: "size")
        #expect(await watched.next() == 14)
        let reader = Task { await watched.next() }
        await Task.yield()
        store.suite.removeObject(forKey: "size")
        try store.suite.flush()
        await withTaskCancellationHandler {
            #expect(await reader.value == 12)
        } onCancel: {
            reader.cancel()
        }
    }
}

/// Holds an iterator, so that its release can be observed.
private final class Watched {
    private var values: TSUDValues<size>.Iterator

    init(values: TSUDValues<size>.Iterator) {
        self.values = values
    }

    func next() async -> Double? { await values.next() }
}

private struct size: TSUD { static let defaultValue = 12.0 }
