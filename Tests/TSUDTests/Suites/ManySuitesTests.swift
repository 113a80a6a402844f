import Foundation
import TSUD
import Testing

extension Suites {
    /// A key in more suites, and under more names, than the library caches.
    @Suite struct ManySuitesTests {
        @Test func `A key reads in each suite what was written there`() {
            let stores = (0..<20).map { _ in TestStore() }
            for (index, store) in stores.enumerated() { number[store.suite] = index }
            for (index, store) in stores.enumerated() { #expect(number[store.suite] == index) }
            number[stores[7].suite] = 70
            #expect(number[stores[7].anotherObject()] == 70)
            #expect(stores.map { number[$0.suite] } == Array(0..<7) + [70] + Array(8..<20))
        }

        @Test func `A suite that is made anew for each access is the same suite`() {
            let store = TestStore()
            for index in 0..<50 {
                number[store.anotherObject()] = index
                #expect(number[store.anotherObject()] == index)
            }
        }

        @Test func `A key that calls itself otherwise each time has a value under each name`() {
            let store = TestStore()
            for index in 0..<20 {
                changing.name = "number \(index)"
                changing[store.suite] = index
            }
            for index in 0..<20 {
                changing.name = "number \(index)"
                #expect(changing[store.suite] == index)
                #expect(store.suite.integer(forKey: "number \(index)") == index)
            }
        }
    }
}

private enum number: TSUD {
    static let defaultValue = -1
    static let stringKey = "number of many suites"
}

private enum changing: TSUD {
    static let defaultValue = -1
    /// Changed by only one test.
    nonisolated(unsafe) static var name = ""
    static var stringKey: String { name }
}
