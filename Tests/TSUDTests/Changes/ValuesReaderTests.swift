import Foundation
import TSUD
import Testing

extension Changes {
    /// How a reader of a sequence ends.
    @Suite(.bothKinds) struct ValuesReaderTests {
        let store = TestStore()

        @Test(arguments: [false, true])
        func `A sequence ends with its task, also with one that was cancelled before it began`(_ isEarly: Bool) async {
            #expect(await count(of: size.values(in: store.suite), isEarly, cancelledAfter: 1) == (isEarly ? 0 : 1))
            let list: [any TSUD.Type] = [size.self]
            #expect(await count(of: list.changes(in: store.suite), isEarly, cancelledAfter: 0) == 0)
        }

        /// Counts what a task reads that is cancelled early, or after a number of elements.
        private func count<Elements: AsyncSequence & SendableMetatype>(
            of elements: Elements,
            _ isEarly: Bool,
            cancelledAfter number: Int
        ) async -> Int where Elements.Failure == Never, Elements.AsyncIterator: SendableMetatype {
            let elements = Unchecked(elements)
            let (counts, counted) = AsyncStream.makeStream(of: Int.self)
            let reader = Task {
                if isEarly { withUnsafeCurrentTask { $0?.cancel() } }
                var count = 0
                counted.yield(isEarly ? number : count)
                for await _ in elements.value {
                    count += 1
                    counted.yield(count)
                }
                return count
            }
            for await count in counts where count == number { break }
            reader.cancel()
            return await reader.value
        }
    }
}

/// A reader on the actor of the test, so that it waits whenever the test runs.
@MainActor @Suite(.bothKinds, .timeLimit(.minutes(2))) struct WaitingReaderTests {
    let store = TestStore()

    @Test func `The undoing of a plain write that a reader found by itself is heard`() async throws {
        let watched = Watched(size.values(in: store.suite))
        store.suite.set(14.0, forKey: "size")
        #expect(await watched.next() == 14)
        let found = try await waiting(for: watched) {
            store.suite.removeObject(forKey: "size")
            try store.suite.flush()
        }
        #expect(found == 12)
    }

    @Test(arguments: [false, true])
    func `Without the current value a reader waits for the next one`(_ isMember: Bool) async throws {
        size[store.suite] = 14
        let member = size.of("a", in: store.suite)
        let values = isMember ? member.values(initial: false) : size.values(in: store.suite, initial: false)
        #expect(try await waiting(for: Watched(values)) { size[store.suite] = 15 } == 15)
    }

    /// The next value, of which a reader hears while it waits.
    private func waiting(for watched: Watched, _ change: () throws -> Void) async throws -> Double? {
        let reader = Task { await watched.next() }
        await Task.yield()
        try change()
        return await withTaskCancellationHandler {
            await reader.value
        } onCancel: {
            reader.cancel()
        }
    }
}

/// Holds an iterator for a task.
private final class Watched {
    private var values: TSUDValues<size>.Iterator

    init(_ values: TSUDValues<size>) { self.values = values.makeAsyncIterator() }

    func next() async -> Double? { await values.next() }
}

private struct size: TSUD { static let defaultValue = 12.0 }
