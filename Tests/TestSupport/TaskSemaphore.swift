import Foundation

/// A semaphore for tasks, which suspends waiting tasks, because most tests share two threads.
package final class TaskSemaphore: @unchecked Sendable {
    private let lock = NSLock()
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(_ count: Int) { free = count }

    package func wait() async {
        await withCheckedContinuation { continuation in
            let isFree = lock.withLock {
                if free == 0 { waiting.append(continuation) } else { free -= 1 }
                return waiting.isEmpty
            }
            if isFree { continuation.resume() }
        }
    }

    package func signal() {
        let next = lock.withLock {
            if waiting.isEmpty { free += 1 }
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
        next?.resume()
    }
}
