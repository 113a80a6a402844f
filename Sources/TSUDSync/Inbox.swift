import Foundation

/// The names of the settings that are to be exchanged.
final class Inbox: Sendable {
    /// An element after names were added, for one reader.
    let wakes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let lock = NSLock()
    private nonisolated(unsafe) var names: Set<String> = []

    init() { (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Adds names; those that are to wait for the next ones or for a retry wake nobody.
    func add(_ added: Set<String>, wakes: Bool = true) {
        lock.withLock { names.formUnion(added) }
        if wakes { continuation.yield() }
    }

    func takeAll() -> Set<String> {
        lock.withLock {
            defer { names = [] }
            return names
        }
    }
}
