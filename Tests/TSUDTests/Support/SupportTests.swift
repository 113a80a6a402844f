import TestSupport
import Testing

/// The support for the other tests.
@Suite struct SupportTests {
    @Test func `A sample has the given number of rows in their order, or all in a full trial`() {
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

        @Test func `Child tasks of tests that may block can wait for one another`() async {
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
