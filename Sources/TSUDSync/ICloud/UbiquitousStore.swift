import Foundation

/// The key-value store that iCloud keeps equal on all devices of a person.
///
/// Write it as `.iCloud`, on Apple systems. It holds 1,024 names of up to 64 bytes, with texts of 1 MB together; what
/// is more is refused, and stays on the device. It works without a network and without an account, and catches up
/// later.
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

    init(_ system: any UbiquitousKeyValues) { self.system = system }

    /// Reads names; see ``SharedStore/read(_:)``.
    public func read(_ names: [String]) async throws -> SharedContents {
        if lock.withLock({ isOverQuota }) {
            lock.withLock { isOverQuota = false }
            throw SharedStoreRefusal("this app has more in iCloud than the 1 MB or 1,024 names that it may have")
        }
        let values = system.texts.mapValues { SharedValue($0, version: $0) }
        return SharedContents(values, account: String(system.generation))
    }

    /// Writes a name; see ``SharedStore/write(_:to:ifVersion:)``.
    public func write(_ text: String?, to name: String, ifVersion version: String?) async throws -> Bool {
        let texts = system.texts
        guard texts[name] == version else { return false }
        if let text, let reason = Self.refusal(of: text, to: name, in: texts) { throw SharedStoreRefusal(reason) }
        system.set(text, forKey: name)
        return true
    }

    /// Reports changes; see ``SharedStore/changes()``.
    public func changes() -> AsyncThrowingStream<SharedChange, any Error> {
        AsyncThrowingStream { continuation in
            let stop = system.observe { [self] reason, names in
                if reason == .quotaViolation { lock.withLock { isOverQuota = true } }
                // In the first download the system discards what was set before it. Another account has other values.
                if reason == .initialSync || reason == .accountChange { system.generation += 1 }
                continuation.yield(reason == .serverChange ? .names(names) : .anything)
            }
            continuation.onTermination = { _ in stop() }
            continuation.yield(.anything)
        }
    }

    /// Why iCloud would not take a text; `nil` if it would.
    static func refusal(of text: String, to name: String, in texts: [String: String]) -> String? {
        if name.utf8.count > 64 { return "its name is longer than the 64 bytes that iCloud allows" }
        if texts[name] == nil, texts.count >= 1024 { return "iCloud holds 1,024 names, and has as many" }
        var sizes = texts.mapValues(\.utf8.count)
        sizes[name] = text.utf8.count
        let size = sizes.reduce(0) { $0 + $1.key.utf8.count + $1.value }
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
    /// All texts in the store.
    var texts: [String: String] { get }
    /// How often the history has ended; kept between runs.
    var generation: Int { get set }
    /// Sets or removes a text.
    func set(_ text: String?, forKey name: String)
    /// Calls a closure with the reason and the names of each change by others, until the result is called.
    func observe(_ report: @escaping @Sendable (UbiquitousReason, [String]) -> Void) -> @Sendable () -> Void
}
