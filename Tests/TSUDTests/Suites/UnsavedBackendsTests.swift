import Foundation
import Testing

@testable import TSUD

extension Suites {
    @Suite struct UnsavedBackendsTests {
        @Test func `A program that writes many suites has not all of them to synchronize when it exits`() {
            let system = StandInSystem()
            let suites = (0...100).map { StandInDefaults.named("unsaved \($0)", in: system) }
            for suite in suites { key<Int>.set(5, suite) }
            #expect(UnsavedBackends.shared?.remove(suites[0].appleBackend) == false)
        }
    }
}
