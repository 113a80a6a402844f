#if os(Linux)
import Foundation

/// Tells observers of foreign changes, one after the other, on a thread that lasts as long as there is something to tell.
///
/// Not on the thread that saves: observers may flush, and the caller may hold what they wait for.
final class Announcer: @unchecked Sendable {
    // Replaced in a forked child alone, when it has one thread.
    nonisolated(unsafe) static var shared = Announcer()
    private let lock = NSLock()
    private var waiting: [[Observers]] = []
    private var isRunning = false
    /// What a fork waits for, so that nobody is inside of Foundation then.
    ///
    /// Observers run outside of it.
    let section = SerialSection()

    func tell(_ observers: [Observers]) {
        guard !observers.isEmpty else { return }
        let needsThread = lock.withLock {
            waiting.append(observers)
            defer { isRunning = true }
            return !isRunning
        }
        if needsThread, !BackgroundThread.start({ [self] in work() }) { work() }
    }

    private func work() {
        while let next = next() {
            let news = section.run { next.filter { $0.isNews() } }
            for observers in news { observers.announce() }
        }
    }

    private func next() -> [Observers]? {
        lock.withLock {
            isRunning = !waiting.isEmpty
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
    }
}
#endif
