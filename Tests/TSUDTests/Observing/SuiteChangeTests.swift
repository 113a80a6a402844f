import Foundation
import Testing

@testable import TSUD

extension Changes {
    /// The changes of an update, of which observers are notified at its end.
    @Suite struct SuiteChangeTests {
        private let observations = SuiteObservers()

        @Test func `Changes of one suite and origin become one, with each name once, in order`() {
            var change = SuiteChange(of: ["b", "a"], in: observations, .own)
            let isAdded = change.add(SuiteChange(of: ["c", "a", "c"], in: observations, .own))
            #expect(isAdded)
            #expect(change.names.inOrder == ["b", "a", "c"])
            let others = [
                SuiteChange(of: ["d"], in: observations, .external), SuiteChange(of: ["d"], in: SuiteObservers(), .own),
            ]
            for other in others {
                let isAdded = change.add(other)
                #expect(!isAdded)
            }
            #expect(change.names.inOrder == ["b", "a", "c"])
        }

        /// Searching all names for each new one would make the second number sixteen times the first.
        @Test func `The cost of a change in an update doesn't grow with the number of changes before it`() {
            let times = [1_000, 16_000].map { count in
                (0..<3).map { _ in processorTime(ofAdding: count) / Double(count) }.min() ?? 0
            }
            #expect(times[1] < 6 * times[0], "\(times)")
        }

        private func processorTime(ofAdding count: Int) -> Double {
            var change = SuiteChange(of: [], in: observations, .own)
            let changes = (0..<count).map { SuiteChange(of: ["document \($0)"], in: observations, .own) }
            var (start, end) = (timespec(), timespec())
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
            for other in changes { _ = change.add(other) }
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
            return Double(end.tv_sec - start.tv_sec) * 1e9 + Double(end.tv_nsec - start.tv_nsec)
        }
    }
}
