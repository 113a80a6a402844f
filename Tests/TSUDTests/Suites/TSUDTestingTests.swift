import TSUD
import TSUDTesting
import Testing

#if canImport(XCTest)
import XCTest
#endif

extension Suites {
    /// The trait that gives each test its own settings.
    @Suite(.ephemeralSettings { tally.value = 1000 }) struct TSUDTestingTests {
        @Test(arguments: 0..<20)
        func `Each test case has its own settings, and begins with the suite's values`(_ number: Int) async {
            #expect(tally.value == 1000)
            for _ in 0..<10 {
                tally.value += number
                await Task.yield()
            }
            #expect(tally.value == 1000 + 10 * number)
        }

        @Test(.ephemeralSettings { second.value = tally.value + 1 }, arguments: 0..<3)
        func `The first values of a test override those of its suite`(_ number: Int) {
            #expect(tally.value == 1000)
            #expect(second.value == 1001)
            second.value += 1
        }

        @Test func `A test without its own first values doesn't read those of others`() {
            #expect(tally.value == 1000)
            #expect(!second.isSet)
        }

        @Suite struct Inner {
            @Test func `A nested suite inherits the trait`() { #expect(tally.value == 1000) }
        }

        @Test func `withEphemeralSettings begins empty in a test with the trait`() {
            withEphemeralSettings { _ in #expect(!tally.isSet) }
            #expect(tally.value == 1000)
        }

        @Test func `If the first values can't be stored, the test fails and does not run`() async throws {
            let trait = EphemeralSettingsTrait.ephemeralSettings { throw CancellationError() }
            let test = try #require(Test.current)
            await #expect(throws: CancellationError.self) {
                try await trait.provideScope(for: test, testCase: .current) { Issue.record("It runs.") }
            }
        }
    }

    @Suite struct TestsWithoutSettings {
        @Test(.ephemeralSettings) func `The trait of a single test applies to that test`() {
            #expect(!tally.isSet)
            tally.value = 1
        }

        @Test(
            .ephemeralSettings {
                await Task.yield()
                tally.value = 2
            },
            arguments: 0..<5
        )
        func `Each case of a test with the trait begins with its values`(_ number: Int) {
            #expect(tally.value == 2)
            tally.value += 1
        }
    }
}

#if canImport(XCTest)
/// The way in which the documentation gives each test of an `XCTestCase` its own settings.
final class XCTestTests: XCTestCase {
    override func invokeTest() { withEphemeralSettings { _ in super.invokeTest() } }

    override func setUp() {
        XCTAssertFalse(tally.isSet)
        tally.value = 5
    }

    override func tearDown() { XCTAssertEqual(tally.value, 6) }

    func testFirst() { tally.value += 1 }

    func testSecond() async {
        tally.value += 1
        await Task.yield()
        XCTAssertEqual(tally.value, 6)
    }
}
#endif

private enum tally: TSUD { static let defaultValue = 0 }
private enum second: TSUD { static let defaultValue = 0 }
