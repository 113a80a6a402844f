import Foundation
import Testing

/// Records the values that an observer gets, on any thread.
package final class Recorder<Value: Equatable>: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Value] = []
    private var isRecording = false

    package init() {}

    package var all: [Value] { lock.withLock { values } }

    package func record(_ value: Value) { lock.withLock { values.append(value) } }

    /// Records a value and runs a closure, and fails if another call has not returned.
    package func recordAlone(_ value: Value, while body: () -> Void) {
        let isAlone = lock.withLock {
            defer { isRecording = true }
            values.append(value)
            return !isRecording
        }
        #expect(isAlone, "Two calls at one time")
        body()
        lock.withLock { isRecording = false }
    }

    /// Waits for the last value, and expects these to be all.
    package func wait(for expected: [Value]) async {
        while all.last != expected.last { await Task.yield() }
        #expect(all == expected)
    }
}
