import Foundation
import TSUD
import TestSupport
import Testing

extension Laws {
    /// Keys that many threads use at once.
    @Suite(.bothKinds) struct KeyConcurrencyTests {
        let store = TestStore()

        /// A hundred times, and a thousand times in a full trial, because each replaces the file.
        @Test func `Eight threads that add 1 lose nothing`() {
            let count = Extent.isFull ? 1_000 : 100
            onEightThreads { suite, _ in
                for _ in 0..<count { #expect(throws: Never.self) { try outer.in(suite).update { $0 += 1 } } }
            }
            #expect(outer[store.suite] == 8 * count)
        }

        @Test func `Updates that run inside updates of other keys lose nothing`() {
            let count = Extent.isFull ? 500 : 50
            onEightThreads { suite, _ in
                for _ in 0..<count {
                    #expect(throws: Never.self) {
                        try outer.in(suite).update { value in
                            value += 1
                            try inner.in(suite).update { $0 += 1 }
                        }
                    }
                }
            }
            #expect(outer[store.suite] == 8 * count)
            #expect(inner[store.suite] == 8 * count)
        }

        @Test func `Threads that write different keys keep their values`() {
            onEightThreads { suite, thread in
                anyName.$name.withValue("\(thread)") {
                    for number in 100 * thread..<100 * thread + 100 {
                        anyName.set(number, suite)
                        #expect(anyName.get(suite) == number)
                    }
                }
            }
            for thread in 0..<8 {
                anyName.$name.withValue("\(thread)") { #expect(anyName.get(store.suite) == 100 * thread + 99) }
            }
        }

        @Test func `Threads that read and write the same keys find whole values`() {
            onEightThreads { suite, thread in
                for round in 0..<100 {
                    list[suite] = Array(repeating: thread, count: round % 10)
                    #expect(Set(list[suite]).count <= 1)
                    // A structure, because its coding caches data between reads.
                    key<Contact>[suite] = Contact(name: "\(thread)", age: thread)
                    let found = key<Contact>[suite]
                    #expect(found.name == "\(found.age)" || found == .standIn)
                    if round.isMultiple(of: 10) { key<Contact>.in(suite).reset() }
                    _ = key<Contact>.in(suite).origin
                    _ = try? key<Contact>.in(suite).storedValue()
                }
            }
        }

        @Test func `A key type that many threads use first has one name and one state`() {
            onEightThreads { suite, thread in
                #expect(fresh<Int>.stringKey == "fresh<Int>")
                #expect(fresh<[String: [Double]]>.stringKey == "fresh<Dictionary<String, Array<Double>>>")
                fresh<String>[suite] = thread
                _ = fresh<Bool>[suite]
                _ = fresh<Bool>.in(suite).isSet
            }
            #expect((0..<8).contains(fresh<String>[store.suite]))
        }

        private func onEightThreads(_ body: @Sendable (UserDefaults, Int) -> Void) {
            let suite = Unchecked(store.suite)
            DispatchQueue.concurrentPerform(iterations: 8) { body(suite.value, $0) }
        }
    }
}

private enum outer: TSUD { static let defaultValue = 0 }
private enum inner: TSUD { static let defaultValue = 0 }
private enum list: TSUD { static let defaultValue: [Int] = [] }
private enum fresh<Value>: TSUD { static var defaultValue: Int { 0 } }
