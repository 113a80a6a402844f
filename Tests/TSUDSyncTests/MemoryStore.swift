import Foundation

@testable import TSUDSync

/// A store in memory.
final class MemoryStore: SharedStore, @unchecked Sendable {
    private let lock = NSLock()
    private var values: [String: SharedValue] = [:]
    private var revision = 0
    private var listeners: [AsyncThrowingStream<SharedChange, any Error>.Continuation] = []
    private var hasRefused: String?
    private var isAway = false
    private let (readings, reader) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    struct Unreachable: Error {}

    init(_ identifier: String = "memory") { self.identifier = identifier }

    let identifier: String
    var refusal: String? {
        get { lock.withLock { hasRefused } }
        set { lock.withLock { hasRefused = newValue } }
    }
    var isUnreachable: Bool {
        get { lock.withLock { isAway } }
        set { lock.withLock { isAway = newValue } }
    }
    /// An element for each reading, for one test.
    var reads: AsyncStream<Void> { readings }
    var texts: [String: String] { lock.withLock { values.compactMapValues(\.text) } }

    func put(_ text: String?, to name: String) {
        lock.withLock {
            revision += 1
            values[name] = text.map { SharedValue($0, version: "\(revision)") }
            for listener in listeners { listener.yield(.names([name])) }
        }
    }

    func read(_ names: [String]) async throws -> SharedContents {
        reader.yield()
        if isUnreachable { throw Unreachable() }
        return lock.withLock { SharedContents(values.filter { names.contains($0.key) }, revision: revision) }
    }

    func write(_ text: String?, to name: String, ifVersion version: String?) async throws -> Bool {
        if let refusal { throw SharedStoreRefusal(refusal) }
        guard lock.withLock({ values[name]?.version == version }) else { return false }
        put(text, to: name)
        return true
    }

    func changes() -> AsyncThrowingStream<SharedChange, any Error> {
        AsyncThrowingStream { continuation in
            lock.withLock { listeners.append(continuation) }
            continuation.yield(.anything)
        }
    }
}
