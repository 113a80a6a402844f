import Foundation
import TSUD
import Testing

@Suite struct UpdateConcurrencyTests {
    let store = TestStore()

    @Test func `Eight threads that add 1 a thousand times make 8000`() {
        let suite = Unchecked(store.suite)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1000 { _ = try? number.update(in: suite.value) { $0 += 1 } }
        }
        #expect(number[store.suite] == 8000)
    }

    @Test func `Threads that read and write keys for the first time all find the same`() {
        let suite = Unchecked(store.suite)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<200 {
                other[suite.value] = round
                _ = fresh<Int>[suite.value]
                _ = fresh<String>.stringKey
                fresh<Double>[suite.value] = Double(thread)
                _ = list[suite.value]
                list[suite.value] = [thread, round]
            }
        }
        #expect(other[store.suite] == 199)
        #expect(fresh<String>.stringKey == "fresh<String>")
        #expect(list[store.suite].count == 2)
    }
}

private enum number: TSUD { static let defaultValue = 0 }
private enum other: TSUD { static let defaultValue = 0 }
private enum list: TSUD { static let defaultValue: [Int] = [] }
private enum fresh<Value>: TSUD { static var defaultValue: Double { 0 } }
