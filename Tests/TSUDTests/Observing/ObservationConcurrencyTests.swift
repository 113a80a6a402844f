import Foundation
import TSUD
import TestSupport
import Testing

extension Changes {
    /// Races, of which a full trial has five times as many.
    @Suite(.bothKinds) struct ObservationConcurrencyTests {
        let store = TestStore()

        @Test func `A reader that starts while writers run misses no final value`() async {
            for round in 1...(Extent.isFull ? 50 : 10) {
                let suite = Unchecked(store.suite)
                let writer = Task.detached {
                    for value in 1...(round * 20) { number[suite.value] = value }
                }
                var last = 0
                for await number in number.in(suite.value).values() {
                    last = number
                    if number == round * 20 { break }
                }
                await writer.value
                #expect(last == round * 20)
                number.in(store.suite).reset()
            }
        }

        @Test func `A thousand readers of one key all get its final value`() async {
            let suite = Unchecked(store.suite)
            let finals = await withTaskGroup(of: Int?.self) { group in
                for _ in 0..<1000 {
                    group.addTask {
                        for await number in number.in(suite.value).values() where number == 100 { return number }
                        return nil
                    }
                }
                for value in 1...100 { number[suite.value] = value }
                return await group.reduce(into: [Int?]()) { $0.append($1) }
            }
            #expect(finals == Array(repeating: 100, count: 1000))
        }

        @Test func `Readers that are cancelled in the middle of changes end`() async {
            let suite = Unchecked(store.suite)
            for round in 0..<200 {
                let reader = Task { @concurrent in
                    for await _ in number.in(suite.value).values() {}
                }
                let writer = Task { @concurrent in
                    for value in 0..<20 { number[suite.value] = round * 20 + value }
                }
                reader.cancel()
                await reader.value
                await writer.value
            }
            #expect(number[store.suite] == 3999)
        }

        @Test(.mayBlock) func `An observer may be released while another thread writes`() {
            let suite = Unchecked(store.suite)
            let done = Counter()
            let count = Extent.isFull ? 10_000 : 1_000
            Thread.detachNewThread {
                for value in 1...count { number[suite.value] = value }
                done.increment()
            }
            for _ in 0..<count {
                let values = number.in(suite.value).values().makeAsyncIterator()
                withExtendedLifetime(values) {}
                observing { _ = number[suite.value] }
            }
            done.wait(for: 1)
            #expect(number[store.suite] == count)
        }

        @Test(.mayBlock) func `Observers that update one another's keys don't wait for each other`() {
            let suite = Unchecked(store.suite)
            let done = Counter()
            let rounds = Extent.isFull ? 200 : 40
            for round in 0..<rounds {
                let update = { @Sendable in _ = try? other.in(suite.value).update { $0 += 1 } }
                let updateNumber = { @Sendable in _ = try? number.in(suite.value).update { $0 += 1 } }
                let notified = [
                    observing({ _ = number[suite.value] }, onChange: update),
                    observing({ _ = thirdNumber[suite.value] }, onChange: updateNumber),
                ]
                let updates: [@Sendable () -> Void] = [
                    { _ = try? number.in(suite.value).update { $0 = round } },
                    { _ = try? thirdNumber.in(suite.value).update { $0 = round } },
                ]
                for update in updates {
                    Thread.detachNewThread {
                        update()
                        done.increment()
                    }
                }
                for one in notified { one.wait(for: 1) }
            }
            done.wait(for: 2 * rounds)
        }
    }
}

private struct number: TSUD { static let defaultValue = 0 }
private struct other: TSUD { static let defaultValue = 0 }
private struct thirdNumber: TSUD { static let defaultValue = -1 }
