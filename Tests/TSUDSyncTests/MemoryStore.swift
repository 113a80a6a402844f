import Foundation
import TSUD

@testable import TSUDSync

/// A store in memory, whose writes are all or none, like etcd's.
@dynamicMemberLookup
final class MemoryStore: FencedStore, @unchecked Sendable {
    private let lock = NSLock()
    private var behavior = Behavior()
    private var values: [String: SharedValue] = [:]
    private var revision = 0
    private var listeners: [AsyncThrowingStream<SharedChange, any Error>.Continuation] = []
    /// The calls of `write` that the network has kept.
    private var held: [[SharedWrite]] = []
    /// The values after each change, for tests that read an earlier state.
    private var history: [Int: [String: SharedValue]] = [:]
    private var reportCount = 0
    private var counts = Counts()
    private let (readings, reader) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    struct Unreachable: Error {}

    struct Counts {
        var reads = 0
        /// How many names each write had.
        var writes: [Int] = []
        var bytes: [Int] = []
        /// How many writes had no setting.
        var fences = 0
    }

    /// The properties that a test can change at any time.
    struct Behavior {
        /// Why a write is refused.
        var refusal: (SharedWrite) -> String? = { _ in nil }
        var isUnreachable = false
        /// Why a read is refused.
        var readRefusal: String?
        /// Whether earlier states can be read.
        var hasHistory = false
        /// Otherwise, the string itself is the version.
        var hasVersions = true
        /// Whether the store takes writes without reporting them.
        var losesAnswersOfWrites = false
        /// Whether the network repeats each write, and only the last response arrives.
        var repeatsWrites = false
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
            for writes in held { _ = store(writes) }
            held = []
        }
    }

    /// An element for each reading, for one test.
    var reads: AsyncStream<Void> { readings }
    /// The stored strings, except the store ID and fences.
    var texts: [String: String] { all.filter { !StoreID.isReserved($0.key) } }
    /// The fences.
    var fences: [String: String] { all.filter { $0.key.hasPrefix(Fence.prefix) } }

    /// Their leases end.
    func expireFences() { lock.withLock { values = values.filter { !$0.key.hasPrefix(Fence.prefix) } } }
    private var all: [String: String] { lock.withLock { values.compactMapValues(\.text) } }
    var identity: String? { all[StoreID.name] }
    /// The requests.
    var requests: Counts { lock.withLock { counts } }

    func put(_ text: String?, to name: String) {
        lock.withLock { set(text.map { SharedValue($0, version: "") }, name) }
    }

    /// Stores a value that is no UTF-8.
    func putData(to name: String) { lock.withLock { set(SharedValue(nil, version: ""), name) } }

    private func set(_ value: SharedValue?, _ name: String, isSame: Bool = false) {
        if !isSame { revision += 1 }
        let version = version(of: value?.text)
        values[name] = value.map { SharedValue($0.text, version: version) }
        if behavior.hasHistory { history[revision] = values }
        let update = SharedUpdate(value?.text, of: name, version: version)
        for listener in listeners { listener.yield(.updates([update])) }
    }

    private func version(of text: String?) -> String { behavior.hasVersions ? "\(revision)" : text ?? "" }

    /// Stores all or none; returns the versions.
    private func store(_ writes: [SharedWrite]) -> [String: String] {
        guard writes.allSatisfy({ values[$0.name]?.version == $0.version }) else { return [:] }
        revision += 1
        for write in writes { set(write.text.map { SharedValue($0, version: "") }, write.name, isSame: true) }
        return Dictionary(uniqueKeysWithValues: writes.map { ($0.name, version(of: $0.text)) })
    }

    /// An operator's snapshot, and its restoration.
    func copy() -> (values: [String: SharedValue], revision: Int) { lock.withLock { (values, revision) } }

    func restore(_ copy: (values: [String: SharedValue], revision: Int)) {
        lock.withLock { (values, revision) = copy }
    }

    /// Ends all watches.
    func endReports() {
        let ended = lock.withLock {
            defer { listeners = [] }
            return listeners
        }
        for listener in ended { listener.finish() }
    }

    /// Loses everything, and reports nothing.
    func wipeInSilence() { lock.withLock { (values, revision) = ([:], revision + 1000) } }

    /// Loses everything, and grows past where it was.
    func wipe(_ texts: [String: String] = [:]) {
        lock.withLock { (values, revision) = ([:], revision + 1000) }
        for (name, text) in texts { put(text, to: name) }
        lock.withLock { for listener in listeners { listener.yield(.anything) } }
    }

    func read(_ names: [String], at number: Int) async throws -> SharedReading {
        let values = lock.withLock { self.history[number] }
        guard let values else { throw SharedStoreRejection("there is no change \(number)") }
        return SharedReading(values.filter { $0.key.owner(among: Set(names)) != nil })
    }

    /// The number of the last change.
    var number: Int { lock.withLock { revision } }

    /// Removes the earlier states.
    func compact() { lock.withLock { history = [:] } }

    func read(_ names: [String]) async throws -> SharedReading {
        reader.yield()
        self.whileReading()
        let found = try lock.withLock {
            counts.reads += 1
            if behavior.isUnreachable { throw Unreachable() }
            if let reason = behavior.readRefusal { throw SharedStoreRejection(reason) }
            let names = Set(names)
            var found = values.filter { name, _ in
                StoreID.isReserved(name) ? names.contains(name) : name.owner(among: names) != nil
            }
            // The moment of the reading.
            if behavior.hasVersions { found[StoreID.name]?.version = "\(revision)" }
            return found
        }
        self.afterReading()
        let all = Set(names)
        let owned = Dictionary(grouping: found.keys) { $0.owner(among: all) }
        return SharedReading(found, incomplete: all.filter { owned[$0]?.count ?? 0 > 1_001 })
    }

    func write(_ writes: [SharedWrite]) async throws -> [String: String] {
        try lock.withLock {
            let own = writes.filter { !$0.name.hasPrefix(Fence.prefix) }
            if own.isEmpty { counts.fences += 1 } else { counts.writes.append(own.count) }
            counts.bytes.append(own.reduce(0) { $0 + $1.name.utf8.count + ($1.text?.utf8.count ?? 0) })
            if behavior.isUnreachable { throw Unreachable() }
            if behavior.holdsWrites, !own.isEmpty {
                held.append(writes)
                throw Unreachable()
            }
            if let reason = own.compactMap(behavior.refusal).first { throw SharedStoreRejection(reason) }
            if behavior.repeatsWrites { _ = store(writes) }
            let versions = store(writes)
            if behavior.losesAnswersOfWrites, !own.isEmpty { throw Unreachable() }
            return versions
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

extension SharedReading {
    subscript(name: String) -> SharedValue? { values[name] }
    var isEmpty: Bool { values.isEmpty }
    var count: Int { values.count }
    var keys: Dictionary<String, SharedValue>.Keys { values.keys }
}

extension SharedStore {
    /// Writes one name.
    func puts(_ text: String?, to name: String, ifVersion version: String?) async throws -> Bool {
        try await write([SharedWrite(text, to: name, ifVersion: version)])[name] != nil
    }
}

extension Collection where Element == any TSUD.Type {
    func sync(
        with store: any SharedStore,
        in suite: UserDefaults,
        pace: Pace,
        isolation: isolated (any Actor)? = #isolation
    ) -> TSUDSynchronization {
        synchronize(with: store, in: suite, isFollowing: false, pace: pace, isolation: isolation)
    }

    func follow(
        _ store: any SharedStore,
        in suite: UserDefaults,
        pace: Pace,
        isolation: isolated (any Actor)? = #isolation
    ) -> TSUDSynchronization {
        synchronize(with: store, in: suite, isFollowing: true, pace: pace, isolation: isolation)
    }
}

extension Pace {
    /// Pauses of milliseconds.
    static let short = Pace(shortest: .milliseconds(1))
}
