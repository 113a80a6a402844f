import Foundation
package import Testing

/// Runs tests on threads that they may block, because all others share two threads.
///
/// A suite whose tests wait for processes, locks or files has the trait: `@Suite(.mayBlock)`. Its tests, with their
/// child tasks and tasks, then run on separate threads, a few tests at a time. Tests that wait for ten seconds or more,
/// such as for a server's pauses, have `.mayBlockForLong`. They begin at once, and no test waits for their end.
package struct BlockingThreadsTrait: SuiteTrait, TestTrait, TestScoping {
    @TaskLocal private static var hasTurn = false

    fileprivate let turns: Turns

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return try await function() }
        // A nested suite has the trait twice. With two turns for each test, all could wait for another one's.
        if Self.hasTurn { return try await function() }
        // The suite's own trait is after that of the suite around it.
        let turns = test.traits.compactMap { $0 as? Self }.last?.turns ?? turns
        await turns.begin()
        defer { turns.end() }
        try await Self.$hasTurn.withValue(true) {
            try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
        }
    }
}

extension Trait where Self == BlockingThreadsTrait {
    package static var mayBlock: Self { BlockingThreadsTrait(turns: shortTurns) }
    package static var mayBlockForLong: Self { BlockingThreadsTrait(turns: longTurns) }
}

/// As many threads as there is work, since each may be blocked until another has done something.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class BlockingThreads: TaskExecutor {
    static let shared = BlockingThreads()

    private let condition = NSCondition()
    nonisolated(unsafe) private var jobs: [UnownedJob] = []
    nonisolated(unsafe) private var idle = 0

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = condition.withLock {
            jobs.append(job)
            condition.signal()
            return jobs.count > idle
        }
        if needsThread { Thread.detachNewThread { self.work() } }
    }

    private func work() {
        while true {
            condition.lock()
            idle += 1
            while jobs.isEmpty { condition.wait() }
            idle -= 1
            let job = jobs.removeFirst()
            condition.unlock()
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}

/// The turns of the tests that may block.
private let shortTurns = Turns(12)
private let longTurns = Turns(12)

/// Whether the current thread is shared by all tests, because it runs a task without its own threads.
var isOnSharedThread: Bool {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), !Thread.isMainThread else { return false }
    return withUnsafeCurrentTask { $0.map { $0.unownedTaskExecutor == nil } ?? false }
}
