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
    /// Whether iCloud has said so since the last reading.
    private var isOverQuota = false
    /// Until when a store without an identity may be one that has not been downloaded yet.
    private var downloadDeadline: ContinuousClock.Instant?
    /// How long a download may take to be announced; shorter in tests.
    @TaskLocal static var downloadTime = Duration.seconds(10)

    init(_ system: any UbiquitousKeyValues) { self.system = system }

    /// Reads names; see ``SharedStore/read(_:)``.
    ///
    /// As long as the first download of a device may be under way, it waits: up to ten seconds.
    public func read(_ names: [String]) async throws -> [String: SharedValue] {
        if lock.withLock({ isOverQuota }) {
            lock.withLock { isOverQuota = false }
            throw SharedStoreRefusal("this app has more in iCloud than the 1 MB or 1,024 names that it may have")
        }
        try saveMemory()
        lock.withLock { downloadDeadline = downloadDeadline ?? .now + Self.downloadTime }
        while system.texts[CommonGround.reservedName] == nil, lock.withLock({ downloadDeadline ?? .now > .now }) {
            try await Task.sleep(for: min(.milliseconds(100), Self.downloadTime / 10))
        }
        let foreign = system.foreignNames.map { ($0, SharedValue(nil, version: "no text")) }
        return system.texts.mapValues { SharedValue($0, version: $0) }.merging(foreign) { $1 }
    }

    /// Writes names; see ``SharedStore/write(_:)``.
    ///
    /// What iCloud has in its memory alone is gone when the process is killed; so the names count as written only when
    /// they are on disk.
    public func write(_ writes: [SharedWrite]) async throws -> Set<String> {
        var texts = system.texts
        let current = writes.filter { texts[$0.name] == $0.version }
        if !system.foreignNames.isDisjoint(with: writes.map(\.name)) {
            throw SharedStoreRefusal("iCloud has something there that is no text, such as another library's list")
        }
        for write in current { texts[write.name] = write.text }
        for write in current where write.text != nil {
            if let reason = Self.refusal(of: write.name, in: texts) { throw SharedStoreRefusal(reason) }
        }
        for write in current { system.set(write.text, forKey: write.name) }
        try saveMemory()
        let stored = system.texts
        return Set(current.filter { stored[$0.name] == $0.text }.map(\.name))
    }

    private func saveMemory() throws {
        if system.synchronize() { return }
        throw SharedStoreRefusal(
            "iCloud does not save; the app needs the entitlement com.apple.developer.ubiquity-kvstore-identifier, "
                + "and the device an account that may use iCloud"
        )
    }

    /// Reports changes; see ``SharedStore/changes()``.
    public func changes() -> AsyncThrowingStream<SharedChange, any Error> {
        AsyncThrowingStream { continuation in
            let stop = system.observe { [self] reason, names in
                lock.withLock {
                    if reason == .quotaViolation { isOverQuota = true } else { downloadDeadline = .now }
                }
                continuation.yield(reason == .serverChange ? .names(names) : .anything)
            }
            continuation.onTermination = { _ in stop() }
            continuation.yield(.anything)
        }
    }

    /// Why iCloud would not take a name among some texts; `nil` if it would.
    static func refusal(of name: String, in texts: [String: String]) -> String? {
        if name.utf8.count > 64 { return "its name is longer than the 64 bytes that iCloud allows" }
        if texts.count > 1024 { return "iCloud holds 1,024 names, and has as many" }
        let size = texts.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        return size > 1_048_576 ? "iCloud holds 1 MB, and it would be \(size) bytes" : nil
    }
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
    /// The names of all other objects there, such as the lists that another library keeps.
    var foreignNames: Set<String> { get }
    /// Sets or removes a text, in the memory of this process.
    func set(_ text: String?, forKey name: String)
    /// Makes memory and disk equal, and returns whether that was done.
    func synchronize() -> Bool
    /// Calls a closure with the reason and the names of each change by others, until the result is called.
    func observe(_ report: @escaping @Sendable (UbiquitousReason, [String]) -> Void) -> @Sendable () -> Void
}
