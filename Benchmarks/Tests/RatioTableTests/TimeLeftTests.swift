import RatioTable
import Testing

@Suite struct TimeLeftTests {
    @Test(arguments: [
        ([], 0, "8 min left"),
        ([], 200, "7 min left"),
        ([90], 0, "11 min left"),
        ([90, 30], 0, "6 min left"),
        ([60, 60, 60, 60, 60, 60, 60], 30, "less than a minute left"),
        ([60, 60, 60, 60, 60, 60, 60], 90, "less than a minute left"),
    ])
    func `The time left follows the finished rounds`(_ finished: [Double], seconds: Double, text: String) {
        var timeLeft = TimeLeft(rounds: 8, operations: 40)
        timeLeft.finished = finished
        #expect(timeLeft.text(after: seconds) == text)
    }
}
