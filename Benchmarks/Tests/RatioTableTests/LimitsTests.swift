import RatioTable
import Testing

@Suite struct LimitsTests {
    @Test func `Every operation has one limit`() {
        #expect(Set(limits.map(\.work)).count == limits.count)
    }

    /// In file names, underscores replace spaces and slashes, so names contain neither underscores nor slashes.
    @Test func `The name of an operation is the same after a round trip through a file name`() throws {
        for limit in limits {
            #expect(!limit.work.contains("_") && !limit.work.contains("/"))
            let file = "Current_run.Pairs.\(limit.work.replacing(" ", with: "_")),_TSUD"
            let (work, implementation) = try names(in: file + ".wallClock.histogram.percentiles.tsv")
            #expect(work == limit.work)
            #expect(implementation == "TSUD")
        }
    }

    @Test func `Every limit is a number between 0.01 and 10`() {
        #expect(limits.compactMap(\.ratio).allSatisfy { $0 > 0.01 && $0 < 10 })
    }
}
