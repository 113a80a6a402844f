#if os(Linux)
import Foundation

/// Tells observers of foreign changes, on a thread that ends when there is nothing left to do.
///
/// It is not the thread that saves, because an observer may take long, or call `flush`.
final class Announcer: @unchecked Sendable {
    // Replaced only in a forked child, while that has a single thread.
    nonisolated(unsafe) static var shared = Announcer()
    private let lock = NSLock()
    private var waiting: [KeyObservations] = []
    private var isRunning = false

    /// Compares the keys that somebody observes with what was announced last.
    func check(_ observations: KeyObservations) {
        guard !observations.listening.isEmpty else { return }
        let isFirst = lock.withLock {
            if !waiting.contains(where: { $0 === observations }) { waiting.append(observations) }
            defer { isRunning = true }
            return !isRunning
        }
        if isFirst, !BackgroundThread.start({ [self] in work() }) { work() }
    }

    private func work() {
        while let next = next() {
            for observation in next.listening { observation.announceForeign() }
        }
    }

    private func next() -> KeyObservations? {
        lock.withLock {
            isRunning = !waiting.isEmpty
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
    }
}
#endif
