import Foundation
import TestSupport
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

        @Test func `A key is bound once in each of two hundred suites that the program retains`() async {
            await #expect(processExitsWith: .success) {
                let stores = (0..<200).map { _ in TestStore() }
                BoundKeyCache.setLimit(64)
                // The number of suites grows in the first two rounds.
                let keys = (0..<3).map { _ in stores.map { ObjectIdentifier(number.in($0.suite).key) } }
                #expect(keys[1] == keys[2])
            }
        }

        @Test func `Suites that the program has released are released`() async {
            await #expect(processExitsWith: .success) {
                struct Weak { weak var suite: UserDefaults? }
                let store = TestStore()
                BoundKeyCache.setLimit(64)
                let suites = (0..<1_000).map { _ in
                    let suite = store.anotherObject()
                    _ = (number[suite], number.in(suite)["member"])
                    return Weak(suite: suite)
                }
                #expect(suites.count { $0.suite != nil } <= 64)
            }
        }

        @Test func `A suite that the program retains keeps the names of its settings`() async {
            await #expect(processExitsWith: .success) {
                for kind in SuiteKind.allCases {
                    SuiteKind.$current.withValue(kind) {
                        let store = TestStore()
                        BoundKeyCache.setLimit(64)
                        _ = number[store.suite]
                        for _ in 0..<200 { _ = number[TestStore().suite] }
                        #expect(store.suite.usedSettings.map { $0.stringKey } == ["number"])
                    }
                }
            }
        }

        @Test func `A handle with a given suite keeps its bound key`() {
            let store = TestStore()
            let handle = number.in(store.suite)
            let key = handle.key
            for _ in 0..<200 { _ = number[TestStore().suite] }
            #expect(handle.key === key)
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
            #expect(!system.unsaved.remove(suites[0].appleBackend))
        }
    }
}

private enum number: TSUD { static let defaultValue = -1 }
