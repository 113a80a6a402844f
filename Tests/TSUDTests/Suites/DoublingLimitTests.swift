import Testing

@testable import TSUD

@Suite struct DoublingLimitTests {
    @Test(arguments: [(0, 64), (32, 64), (33, 66), (500, 1_000)])
    func `The limit is twice the number of entries that are left, and at least 64`(_ left: Int, _ next: Int) {
        var limit = DoublingLimit()
        #expect(limit.isReached(by: 64) && !limit.isReached(by: 63))
        limit.reset(to: left)
        #expect(limit.isReached(by: next) && !limit.isReached(by: next - 1))
    }
}
