#if os(Linux)
import TestSupport
import Testing
import XCTest

@testable import TSUD

extension Suites {
    /// The warning about a test that writes the real settings, from tests that run in their own process.
    @Suite struct IsolationWarningTests {
        static let swiftTesting = ["--testing-library", "swift-testing", "--filter"]

        typealias Case = (name: String, arguments: [String], environment: [String: String], isWarned: Bool)

        static let cases: [Case] = [
            ("Swift Testing", swiftTesting + ["Forgotten/write"], [:], true),
            ("XCTest", ["TSUDTests.ForgottenInXCTest/testWrite"], [:], true),
            ("only read", swiftTesting + ["Forgotten/read"], [:], false),
            ("own settings first", swiftTesting + ["Forgotten/own"], [:], true),
            ("a thread of an isolated test", swiftTesting + ["Forgotten/thread"], [:], true),
            ("a preview", swiftTesting + ["Forgotten/write"], ["XCODE_RUNNING_FOR_PREVIEWS": "1"], false),
        ]

        @Test(arguments: cases)
        func `TSUD logs the first write of a test to a real setting, even if some tests are isolated`(
            _ given: Case
        ) async throws {
            let directory = try TemporaryDirectory()
            let tests = try Program.path(of: "TSUDPackageTests.xctest")
            let environment = given.environment.merging(["TSUD_FORGOTTEN": "1"]) { $1 }
            let program = try Program(tests, given.arguments, in: directory, environment: environment)
            #expect(program.finish() == .exited(0))
            let lines = program.log.split(separator: "\n").filter { $0.hasPrefix("TSUD:") }
            let warning = """
                TSUD: A test writes the real setting 'forgotten'. Give each test its own settings: use the trait \
                .ephemeralSettings of TSUDTesting, or withEphemeralSettings in XCTest, or useEphemeralSettings() for the \
                whole process. A detached task, thread or queue doesn't have the settings of its test.
                """
            #expect(lines == (given.isWarned ? [Substring(warning)] : []), "\(program.log)")
            // It really ran, and its write is saved.
            let isWritten = directory.names.contains { $0.hasSuffix(".plist") }
            #expect(isWritten == !given.arguments[given.arguments.count - 1].hasSuffix("/read"))
        }

        @Test func `A program that runs no tests logs no warning about isolation`() throws {
            let directory = try TemporaryDirectory()
            #expect(try directory.run("set a 1", "flush").isEmpty)
            #expect(try directory.numbers() == ["a": 1])
        }

        @Test func `An app that hosts tests is recognized before they are loaded`() throws {
            let directory = try TemporaryDirectory()
            let helper = try Helper(directory, "set a 1", environment: ["XCTestConfigurationFilePath": "/x"])
            helper.end()
            #expect(helper.log.hasPrefix("TSUD: A test writes the real setting 'a'. "))
        }

        @Test(arguments: UnisolatedTests.symbols)
        func `Each test library is recognized by one of its symbols`(_ symbol: String) {
            // Apple's is a class of Objective-C.
            #expect(UnisolatedTests.isLoaded(symbol) == !symbol.hasPrefix("OBJC"))
        }
    }
}

private let isForgotten = ProcessInfo.processInfo.environment["TSUD_FORGOTTEN"] != nil

@Suite(.enabled(if: isForgotten)) struct Forgotten {
    @Test func write() {
        forgotten.value = 1
        forgotten.reset()
        forgotten.value = 2
    }

    @Test func read() { #expect(forgotten.value == 0) }

    @Test func thread() {
        withEphemeralSettings { _ in
            let isDone = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                forgotten.value = 1
                isDone.signal()
            }
            isDone.wait()
        }
    }

    @Test func own() {
        withEphemeralSettings { _ in forgotten.value = 1 }
        forgotten.value = 2
    }
}

final class ForgottenInXCTest: XCTestCase {
    func testWrite() {
        guard isForgotten else { return }
        forgotten.value = 1
        forgotten.value = 2
    }
}

private enum forgotten: TSUD { static let defaultValue = 0 }
#endif
