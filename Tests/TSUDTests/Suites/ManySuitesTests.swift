import Foundation
import Testing

@testable import TSUD

extension Suites {
    /// A key in more suites, and under more names, than the library keeps.
    @Suite struct ManySuitesTests {
        @Test func `A key reads in each suite what was written there`() {
            let stores = (0..<20).map { _ in TestStore() }
            for (index, store) in stores.enumerated() { number[store.suite] = index }
            for (index, store) in stores.enumerated() { #expect(number[store.suite] == index) }
            number[stores[7].suite] = 70
            #expect(number[stores[7].anotherObject()] == 70)
            number.in(stores[8].suite).reset()
            #expect(stores.map { number[$0.suite] } == Array(0..<7) + [70, -1] + Array(9..<20))
        }

        @Test func `A suite object that is created for each access is the same suite`() {
            let store = TestStore()
            for index in 0..<50 {
                number[store.anotherObject()] = index
                #expect(number[store.anotherObject()] == index)
            }
        }

        @Test func `A key with a different name each time has a value under each name`() {
            let store = TestStore()
            for index in 0..<20 { anyName.$name.withValue("\(index)") { anyName[store.suite] = index } }
            for index in 0..<20 {
                anyName.$name.withValue("\(index)") { #expect(anyName[store.suite] == index) }
                #expect(store.suite.integer(forKey: "\(index)") == index)
            }
        }

        @Test func `A program that writes many suites doesn't synchronize all of them at exit`() {
            let system = FakeSystem()
            let suites = (0...100).map { FakeDefaults.named("unsaved \($0)", in: system) }
            for suite in suites { number[suite] = 5 }
            #expect(!suites[0].appleBackend.noteSaved())
        }
    }
}

private enum number: TSUD { static let defaultValue = -1 }
