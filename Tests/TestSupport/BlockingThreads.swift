import Foundation
import TSUD
package import Testing

/// Runs tests on threads that they may block, because all others share two threads.
///
/// A suite whose tests wait for processes, locks or files has the trait: `@Suite(.mayBlock)`. Its tests, with their
/// child tasks and tasks, then run on separate threads, a few tests at a time. Tests that wait for ten seconds or more,
/// such as for a server's pauses, have `.mayBlockForLong`. They begin at once, and no test waits for their end.
package struct BlockingThreadsTrait: SuiteTrait, TestTrait, TestScoping {
    @TaskLocal private static var isRunning = false

    fileprivate let semaphore: TaskSemaphore

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        WaitLimit.raise()
        #if !canImport(os)
        // The child process of a test that checks the lines doesn't run this.
        Log.isSilent.withLock { $0 = true }
        #endif
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return try await function() }
        // A nested suite has the trait twice. If a test acquired the semaphore twice, all tests could wait for each other.
        if Self.isRunning { return try await function() }
        // The suite's own trait is after that of the suite around it.
        let semaphore = test.traits.compactMap { $0 as? Self }.last?.semaphore ?? semaphore
        await semaphore.wait()
        defer { semaphore.signal() }
        try await Self.$isRunning.withValue(true) {
            try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
        }
    }
}

extension Trait where Self == BlockingThreadsTrait {
    package static var mayBlock: Self { BlockingThreadsTrait(semaphore: short) }
    package static var mayBlockForLong: Self { BlockingThreadsTrait(semaphore: long) }
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

/// They limit the tests that may block at one time.
private let short = TaskSemaphore(12)
private let long = TaskSemaphore(12)

/// Whether the current thread is shared by all tests, because it runs a task without its own threads.
var isOnSharedThread: Bool {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), !Thread.isMainThread else { return false }
    return withUnsafeCurrentTask { $0.map { $0.unownedTaskExecutor == nil } ?? false }
}
