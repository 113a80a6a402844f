import Foundation
import TSUD
import Testing

/// The trait with which the documentation gives each test of a suite its own settings.
struct OwnSettings: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withEphemeralSuite { _ in try await function() }
    }
}

extension Suites {
    @Suite(OwnSettings()) struct EphemeralTraitTests {
        @Test(arguments: 0..<20)
        func `Tests of a suite with the trait run in parallel, each with settings of its own`(_ number: Int) async {
            #expect(!tally.isSet())
            for _ in 0..<10 {
                tally.value += number
                await Task.yield()
            }
            #expect(tally.value == 10 * number)
        }
    }
}

extension Suites {
    @Suite struct DetachedWorkTests {
        @Test func `Child tasks and tasks use the ephemeral suite, and all else the key's own`() async {
            await withEphemeralSuite { _ in
                detached.value = 1
                async let child = detached.value
                #expect(await child == 1)
                #expect(await Task { detached.value }.value == 1)
                #expect(await Task.detached { detached.value }.value == 0)
                let queued = await withCheckedContinuation { answer in
                    DispatchQueue.global().async { answer.resume(returning: detached.value) }
                }
                #expect(queued == 0)
                let threaded = await withCheckedContinuation { answer in
                    Thread.detachNewThread { answer.resume(returning: detached.value) }
                }
                #expect(threaded == 0)
            }
        }

        @Test func `Detached work that is given the suite uses it`() async {
            await withEphemeralSuite { suite in
                let suite = Unchecked(suite)
                await Task.detached { detached[suite.value] = 3 }.value
                #expect(detached.value == 3)
            }
        }
    }
}

/// An object with a suite of its own, which it names at each access.
private struct Workspace {
    let settings: UserDefaults

    var width: Int {
        get { tally[settings] }
        nonmutating set { tally[settings] = newValue }
    }
}

extension Suites {
    @Suite struct WorkspaceTests {
        let first = TestStore()
        let second = TestStore()

        @Test func `Each instance has a suite of its own`() throws {
            let left = Workspace(settings: first.suite)
            let right = Workspace(settings: second.suite)
            left.width = 2
            right.width += 3
            try tally.update(in: left.settings) { $0 *= 10 }
            #expect(left.width == 20)
            #expect(right.width == 3)
            tally.reset(in: left.settings)
            #expect(left.width == 0)
            #expect(right.width == 3)
        }
    }
}

private enum detached: TSUD {
    static let defaultValue = 0
    static let stringKey = "detached work of a test"
    static var suite: UserDefaults { own }
    nonisolated(unsafe) private static let own = TestStore().suite
}

private enum tally: TSUD {
    static let defaultValue = 0
    static let stringKey = "tally of a test"
}
