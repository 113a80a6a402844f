#if canImport(XCTest)
import TSUD
import XCTest

/// The way in which the documentation gives each test of an `XCTestCase` its own settings.
final class XCTestTests: XCTestCase {
    override func invokeTest() {
        withEphemeralSuite { _ in super.invokeTest() }
    }

    override func setUp() {
        XCTAssertFalse(tally.isSet())
        tally.value = 5
    }

    override func tearDown() {
        XCTAssertEqual(tally.value, 6)
    }

    func testFirst() {
        tally.value += 1
    }

    func testSecond() async {
        tally.value += 1
        await Task.yield()
        XCTAssertEqual(tally.value, 6)
    }
}

private enum tally: TSUD {
    static let defaultValue = 0
    static let stringKey = "tally of an XCTestCase"
}
#endif
