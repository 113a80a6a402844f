import Foundation
import Testing

/// What an observer has heard, on any thread, one call after the other.
final class Heard<Value: Equatable>: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Value] = []
    private var isNoting = false

    var all: [Value] { lock.withLock { values } }

    /// Notes a value, and fails where another call has not ended.
    func note(_ value: Value, _ body: () -> Void = {}) {
        let isAlone = lock.withLock {
            defer { isNoting = true }
            values.append(value)
            return !isNoting
        }
        #expect(isAlone, "Two calls at one time")
        body()
        lock.withLock { isNoting = false }
    }

    /// Waits until the last value is heard, and expects these to be all.
    func wait(for expected: [Value]) async {
        while all.last != expected.last { await Task.yield() }
        #expect(all == expected)
    }
}
