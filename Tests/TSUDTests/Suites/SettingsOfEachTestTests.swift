import TSUD
import Testing

#if canImport(XCTest)
import XCTest
#endif

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
    @Suite(OwnSettings()) struct SettingsOfEachTestTests {
        @Test(arguments: 0..<20)
        func `Tests of a suite with the trait run in parallel, each with settings of its own`(_ number: Int) async {
            #expect(!tally.isSet)
            for _ in 0..<10 {
                tally.value += number
                await Task.yield()
            }
            #expect(tally.value == 10 * number)
        }
    }
}

#if canImport(XCTest)
/// The way in which the documentation gives each test of an `XCTestCase` its own settings.
final class XCTestTests: XCTestCase {
    override func invokeTest() {
        withEphemeralSuite { _ in super.invokeTest() }
    }

    override func setUp() {
        XCTAssertFalse(tally.isSet)
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
#endif

private enum tally: TSUD { static let defaultValue = 0 }
