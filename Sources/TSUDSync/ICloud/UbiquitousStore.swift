import Foundation

/// The key-value store that iCloud keeps equal on all devices of a person.
///
/// Write it as `.iCloud`, on Apple systems. It holds 1,024 names of up to 64 bytes, with texts of 1 MB together; what
/// is more is refused, and stays on the device. It works without a network and without an account, and catches up
/// later.
///
/// What is no text there, such as the lists of another library, is never replaced: it is reported to the setting, whose
/// value stays on the device.
///
/// iCloud has no versions. If two devices change a setting at the same time, both end with the value that iCloud
/// received last.
public final class UbiquitousStore: SharedStore, @unchecked Sendable {
    /// The word "iCloud".
    public let identifier = "iCloud"
    private let system: any UbiquitousKeyValues
    private let lock = NSLock()
    /// How much was in the store when iCloud refused that; `nil` since less could be written.
    private var violation: Usage?
    /// Whether iCloud has said so since the last reading.
    private var isViolationNew = false
    /// Whether a download was announced, or changes that come after one.
    private var isDownloaded = false
    /// Until when a store without an identity may be one that has not been downloaded yet; `nil` without a network.
    private var downloadDeadline: ContinuousClock.Instant?
    /// How long a download may take to be announced; shorter in tests.
    @TaskLocal static var downloadTime = Duration.seconds(10)

    init(_ system: any UbiquitousKeyValues) { self.system = system }

    /// Reads names; see ``SharedStore/read(_:)``.
    ///
    /// As long as the first download of a device or an account may be under way, it waits: with a network, up to ten
    /// seconds. Without one it throws an error.
    public func read(_ names: [String]) async throws -> [String: SharedValue] {
        let isViolated = lock.withLock {
            defer { isViolationNew = false }
            return isViolationNew
        }
        if isViolated { throw SharedStoreRejection(Self.quota) }
        try saveMemory()
        try await waitForDownload()
        let foreign = system.foreignSizes.mapValues { _ in SharedValue(nil, version: "no text") }
        return system.texts.mapValues { SharedValue($0, version: $0) }.merging(foreign) { $1 }
    }

    private func waitForDownload() async throws {
        while system.texts[StoreID.name] == nil, !lock.withLock({ isDownloaded }) {
            guard system.hasNetwork else {
                lock.withLock { downloadDeadline = nil }
                throw NoDownload()
            }
            let deadline = lock.withLock {
                downloadDeadline = downloadDeadline ?? .now + Self.downloadTime
                return downloadDeadline ?? .now
            }
            if deadline <= .now { return }
            try await Task.sleep(for: min(.milliseconds(100), Self.downloadTime / 10))
        }
    }

    private static let quota = "this app has more in iCloud than the 1 MB or 1,024 names that it may have"

    /// Writes names; see ``SharedStore/write(_:)``.
    ///
    /// What iCloud has in its memory alone is gone when the process is killed; so the names count as written only when
    /// they are on disk.
    public func write(_ writes: [SharedWrite]) async throws -> [String: String] {
        let foreign = system.foreignSizes
        if writes.contains(where: { foreign[$0.name] != nil }) {
            throw SharedStoreRejection("iCloud has something there that is no text, such as another library's list")
        }
        var texts = system.texts
        let current = writes.filter { texts[$0.name] == $0.version }
        for write in current { texts[write.name] = write.text }
        let usage = Usage(texts, foreign)
        if current.contains(where: { $0.text != nil && $0.name.utf8.count > 64 }) {
            throw SharedStoreRejection("its name is longer than the 64 bytes that iCloud allows")
        }
        if current.contains(where: { $0.text != nil }), let reason = usage.refusal {
            throw SharedStoreRejection(reason)
        }
        if let violation = lock.withLock({ violation }), !(usage < violation) { throw SharedStoreRejection(Self.quota) }
        for write in current { system.set(write.text, forKey: write.name) }
        try saveMemory()
        if !current.isEmpty { lock.withLock { violation = nil } }
        let stored = system.texts
        let written = current.filter { stored[$0.name] == $0.text }
        return Dictionary(uniqueKeysWithValues: written.map { ($0.name, $0.text ?? "") })
    }

    private func saveMemory() throws {
        if system.synchronize() { return }
        throw SharedStoreRejection(
            "iCloud does not save; the app needs the entitlement com.apple.developer.ubiquity-kvstore-identifier, "
                + "and the device an account that may use iCloud"
        )
    }

    /// Reports changes; see ``SharedStore/changes()``.
    public func changes() -> AsyncThrowingStream<SharedChange, any Error> {
        AsyncThrowingStream { continuation in
            let stop = system.observe { [self] reason, names in
                lock.withLock { note(reason) }
                continuation.yield(reason == .serverChange ? .names(names) : .anything)
            }
            continuation.onTermination = { _ in stop() }
            continuation.yield(.anything)
        }
    }

    private func note(_ reason: UbiquitousReason) {
        switch reason {
        case .serverChange, .initialSync: isDownloaded = true
        case .quotaViolation: (violation, isViolationNew) = (Usage(system.texts, system.foreignSizes), true)
        // What the account has may still be under way, as on a new device.
        case .accountChange: (isDownloaded, downloadDeadline) = (false, nil)
        }
    }
}

/// How much is in iCloud's store, of this library and of others.
struct Usage {
    let names: Int
    let bytes: Int

    init(_ texts: [String: String], _ foreign: [String: Int]) {
        names = texts.count + foreign.count
        bytes =
            texts.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
            + foreign.reduce(0) { $0 + $1.key.utf8.count + $1.value }
    }

    /// Why iCloud would not take so much; `nil` if it would.
    var refusal: String? {
        if names > 1024 { return "iCloud holds 1,024 names, and has as many" }
        return bytes > 1_048_576 ? "iCloud holds 1 MB, and it would be \(bytes) bytes" : nil
    }

    /// Whether it is less in some way, and in none more.
    static func < (one: Self, other: Self) -> Bool {
        one.names <= other.names && one.bytes <= other.bytes && (one.names, one.bytes) != (other.names, other.bytes)
    }
}

/// What is in iCloud is not known yet.
private struct NoDownload: LocalizedError {
    var errorDescription: String? { "iCloud has not been downloaded yet, and there is no network" }
}

/// Why iCloud reports a change.
enum UbiquitousReason: Int, Sendable {
    /// `NSUbiquitousKeyValueStoreServerChange` and its siblings have these numbers.
    case serverChange, initialSync, quotaViolation, accountChange
}

/// What only Apple's Foundation can do.
protocol UbiquitousKeyValues: AnyObject, Sendable {
    /// All texts in the store, in the memory of this process.
    var texts: [String: String] { get }
    /// The names of all other objects there, such as the lists that another library keeps, with their sizes in bytes.
    var foreignSizes: [String: Int] { get }
    /// Whether there is a network by which iCloud may be reached.
    var hasNetwork: Bool { get }
    /// Sets or removes a text, in the memory of this process.
    func set(_ text: String?, forKey name: String)
    /// Makes memory and disk equal, and returns whether that was done.
    func synchronize() -> Bool
    /// Calls a closure with the reason and the names of each change by others, until the result is called.
    func observe(_ report: @escaping @Sendable (UbiquitousReason, [String]) -> Void) -> @Sendable () -> Void
}
