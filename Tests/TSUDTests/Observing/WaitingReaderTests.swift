import Foundation
import TSUD
import TestSupport
import Testing

/// A reader on the actor of the test, so that it waits whenever the test runs.
@MainActor @Suite(.bothKinds, .timeLimit(.minutes(15))) struct WaitingReaderTests {
    let store = TestStore()

    @Test func `Undoing a direct write is observed`() async throws {
        let watched = Watched(size.in(store.suite).values())
        store.suite.set(14.0, forKey: "size")
        try store.suite.savePlainCalls()
        #expect(await watched.next() == 14)
        let found = try await waiting(for: watched) {
            store.suite.removeObject(forKey: "size")
            try store.suite.savePlainCalls()
        }
        #expect(found == 12)
    }

    @Test(arguments: [false, true])
    func `A reader with initial false waits for the first change`(_ isMember: Bool) async throws {
        size[store.suite] = 14
        let member = size.in(store.suite).of("a")
        let values = isMember ? member.values(initial: false) : size.in(store.suite).values(initial: false)
        #expect(try await waiting(for: Watched(values)) { size[store.suite] = 15 } == 15)
    }

    /// The next value that a waiting reader gets.
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
