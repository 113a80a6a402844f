#if os(Linux)
import Foundation

/// Notifies observers of foreign changes one after the other, on a thread that exits when there are none left.
///
/// It is not the thread that saves, because an observer may call `flush`, and a caller may hold a lock that it waits
/// for.
final class ForeignChangeNotifier: @unchecked Sendable {
    // Replaced only in a forked child, while that has a single thread.
    nonisolated(unsafe) static var shared = ForeignChangeNotifier()
    private let lock = NSLock()
    private var waiting: [[Observers]] = []
    private var isRunning = false
    /// A fork waits for this section, so that no thread is inside Foundation at that moment.
    ///
    /// Observers run outside of it.
    let section = SerialSection()

    func notify(_ observers: [Observers]) {
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
            let news = section.run { next.filter { $0.detectChange() } }
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
