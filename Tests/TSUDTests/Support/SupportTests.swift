import TestSupport
import Testing

/// What the other tests rely on.
@Suite struct SupportTests {
    @Test func `A sample has so many rows of a table, in their order, or in a full trial all`() {
        let sample = Extent.sample(5, of: 0..<100)
        #expect(sample.count == (Extent.isFull ? 100 : 5))
        #expect(sample == Set(sample).sorted())
        #expect(Extent.sample(5, of: 0..<100) == sample)
        #expect(Extent.sample(5, of: 0..<3) == [0, 1, 2])
    }

    @Suite(.mayBlock) struct BlockingTests {
        private static let met = Counter()

        @Test(arguments: 0..<6)
        func `More tests than there are shared threads can wait for one another`(_ number: Int) {
            Self.met.increment()
            Self.met.wait(for: 6)
        }

        @Test func `Their child tasks can wait for one another as well`() async {
            let counter = Counter()
            await withTaskGroup { group in
                for _ in 0..<6 {
                    group.addTask {
                        counter.increment()
                        counter.wait(for: 6)
                    }
                }
            }
        }
    }
}
