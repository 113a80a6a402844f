import Foundation

/// Lets only so many tasks go on at a time.
///
/// Waiting tasks are suspended, since most tests share two threads.
package final class Turns: @unchecked Sendable {
    private let lock = NSLock()
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(_ count: Int) { free = count }

    package func begin() async {
        await withCheckedContinuation { continuation in
            let isFree = lock.withLock {
                if free == 0 { waiting.append(continuation) } else { free -= 1 }
                return waiting.isEmpty
            }
            if isFree { continuation.resume() }
        }
    }

    package func end() {
        let next = lock.withLock {
            if waiting.isEmpty { free += 1 }
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
        next?.resume()
    }
}
