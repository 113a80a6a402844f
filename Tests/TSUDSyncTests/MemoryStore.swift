import Foundation

@testable import TSUDSync

/// A store in memory.
@dynamicMemberLookup
final class MemoryStore: SharedStore, @unchecked Sendable {
    private let lock = NSLock()
    private var behavior = Behavior()
    private var values: [String: SharedValue] = [:]
    private var revision = 0
    private var listeners: [AsyncThrowingStream<SharedChange, any Error>.Continuation] = []
    private var held: [SharedWrite] = []
    private var reportCount = 0
    private var counts = Counts()
    private let (readings, reader) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    struct Unreachable: Error {}

    struct Counts {
        var reads = 0
        /// How many names each write had.
        var writes: [Int] = []
        var bytes: [Int] = []
    }

    /// The properties that a test can change at any time.
    struct Behavior {
        /// Why a write is refused.
        var refusal: (SharedWrite) -> String? = { _ in nil }
        var isUnreachable = false
        /// Whether the store takes writes without reporting them.
        var losesAnswersOfWrites = false
        /// Runs while the response to a read is under way.
        var whileReading: () -> Void = {}
        /// Runs when the response to a read is complete, before it arrives.
        var afterReading: () -> Void = {}
        /// Whether the network delays writes beyond their deadline.
        var holdsWrites = false
        /// Why no changes are reported, and whether a report ends after its beginning.
        var reportFailure: (any Error)?
        var endsReports = false
        /// Runs when a watch begins.
        var whenListening: () -> Void = {}
    }

    init(_ identifier: String = "memory") { self.identifier = identifier }

    let identifier: String

    subscript<Value>(dynamicMember path: WritableKeyPath<Behavior, Value>) -> Value {
        get { lock.withLock { behavior[keyPath: path] } }
        set { lock.withLock { behavior[keyPath: path] = newValue } }
    }

    /// How many watches have begun.
    var reports: Int { lock.withLock { reportCount } }

    /// Delivers the delayed writes.
    func arrive() {
        lock.withLock {
            for write in held where values[write.name]?.version == write.version {
                set(write.text.map { SharedValue($0, version: "") }, write.name)
            }
            held = []
        }
    }

    /// An element for each reading, for one test.
    var reads: AsyncStream<Void> { readings }
    /// The stored strings, except the store ID.
    var texts: [String: String] { all.filter { $0.key != CommonGround.reservedName } }
    private var all: [String: String] { lock.withLock { values.compactMapValues(\.text) } }
    var identity: String? { all[CommonGround.reservedName] }
    /// The requests.
    var requests: Counts { lock.withLock { counts } }

    func put(_ text: String?, to name: String) {
        lock.withLock { set(text.map { SharedValue($0, version: "") }, name) }
    }

    private func set(_ value: SharedValue?, _ name: String) {
        revision += 1
        values[name] = value.map { SharedValue($0.text, version: "\(revision)") }
        for listener in listeners { listener.yield(.names([name])) }
    }

    /// Loses everything, and grows past where it was.
    func wipe(_ texts: [String: String] = [:]) {
        lock.withLock { (values, revision) = ([:], revision + 1000) }
        for (name, text) in texts { put(text, to: name) }
        lock.withLock { for listener in listeners { listener.yield(.anything) } }
    }

    func read(_ names: [String]) async throws -> [String: SharedValue] {
        reader.yield()
        self.whileReading()
        let found = try lock.withLock {
            counts.reads += 1
            if behavior.isUnreachable { throw Unreachable() }
            let names = Set(names)
            return values.filter { SyncedName.owner(of: $0.key, among: names) != nil }
        }
        self.afterReading()
        return found
    }

    func write(_ writes: [SharedWrite]) async throws -> Set<String> {
        try lock.withLock {
            counts.writes.append(writes.count)
            counts.bytes.append(writes.reduce(0) { $0 + $1.name.utf8.count + ($1.text?.utf8.count ?? 0) })
            if behavior.isUnreachable { throw Unreachable() }
            if behavior.holdsWrites {
                held += writes
                throw Unreachable()
            }
            if let reason = writes.compactMap(behavior.refusal).first { throw SharedStoreRejection(reason) }
            let current = writes.filter { values[$0.name]?.version == $0.version }
            for write in current { set(write.text.map { SharedValue($0, version: "") }, write.name) }
            if behavior.losesAnswersOfWrites { throw Unreachable() }
            return Set(current.map(\.name))
        }
    }

    func changes() -> AsyncThrowingStream<SharedChange, any Error> {
        AsyncThrowingStream { continuation in
            self.whenListening()
            lock.withLock { reportCount += 1 }
            if let failure = self.reportFailure { return continuation.finish(throwing: failure) }
            lock.withLock { listeners.append(continuation) }
            continuation.yield(.anything)
            if self.endsReports { continuation.finish() }
        }
    }
}

extension SharedStore {
    /// Writes one name.
    func puts(_ text: String?, to name: String, ifVersion version: String?) async throws -> Bool {
        try await write([SharedWrite(text, to: name, ifVersion: version)]).contains(name)
    }
}
