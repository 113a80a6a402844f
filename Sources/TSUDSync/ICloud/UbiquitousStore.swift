import Foundation
import TSUD

/// The key-value store that iCloud keeps equal on all of a person's devices.
///
/// Write it as `.iCloud`, on Apple systems. It stores at most 1,024 names of up to 64 bytes, and 1 MB in all. If a
/// value exceeds these limits, TSUDSync reports this, and the value stays on the device. The store works without a
/// network and without an account, and synchronizes later.
///
/// TSUDSync never replaces an object that is not a string, such as another library's array. It reports that object to
/// the setting, whose value stays on the device.
///
/// iCloud has no versions. If two devices change a setting at the same time, both receive the value that iCloud has
/// received last.
public final class UbiquitousStore: SharedStore {
    /// The word "iCloud".
    public let identifier = "iCloud"
    private let system: any UbiquitousKeyValues
    let state: Locked<State>

    struct State {
        /// How long to wait until iCloud reports the first download.
        var downloadTime: Duration
        /// The usage when iCloud reported an exceeded quota; `nil` after a write has reduced it.
        var violation: Usage?
        /// Whether iCloud has reported this since the last reading.
        var isViolationNew = false
        /// Whether iCloud has reported the first download, or a later change.
        var isDownloaded = false
        /// The time until which a missing store ID may mean a missing download; `nil` without a network.
        var downloadDeadline: ContinuousClock.Instant?
    }

    init(_ system: any UbiquitousKeyValues, downloadTime: Duration = .seconds(10)) {
        self.system = system
        state = Locked(State(downloadTime: downloadTime))
    }

    /// Reads all values; see ``SharedStore/read(_:)``.
    ///
    /// If the first download of a device or an account may be under way, it waits for up to ten seconds. Without a
    /// network, it throws an error instead.
    ///
    /// - Parameter names: The names, which it ignores.
    /// - Returns: All values in iCloud. The version of a string is the string itself.
    /// - Throws: ``SharedStoreRejection`` if the app has exceeded its quota, or if iCloud doesn't save. Any other error
    ///   means that the first download has not arrived.
    public func read(_ names: [String]) async throws -> SharedReading {
        let isViolated = state.withLock { state in
            defer { state.isViolationNew = false }
            return state.isViolationNew
        }
        if isViolated { throw SharedStoreRejection(Self.quota) }
        try saveMemory()
        try await waitForDownload()
        let foreign = system.foreignSizes.mapValues { _ in SharedValue(nil, version: "no text") }
        return SharedReading(system.texts.mapValues { SharedValue($0, version: $0) }.merging(foreign) { $1 })
    }

    /// Whether iCloud has rejected values that are still on this device.
    var isOverQuota: Bool {
        let usage = Usage(system.texts, system.foreignSizes)
        return state.withLock { $0.violation.map { !(usage < $0) } ?? false }
    }

    private func waitForDownload() async throws {
        while system.texts[StoreID.name] == nil, !state.withLock(\.isDownloaded) {
            guard system.hasNetwork else {
                state.withLock { $0.downloadDeadline = nil }
                throw NoDownload()
            }
            let (deadline, time) = state.withLock { state in
                let deadline = state.downloadDeadline ?? .now + state.downloadTime
                state.downloadDeadline = deadline
                return (deadline, state.downloadTime)
            }
            if deadline <= .now { return }
            try await Task.sleep(for: min(.milliseconds(100), time / 10))
        }
    }

    private static let quota = "the app has exceeded its iCloud quota of 1 MB and 1,024 names"

    /// Writes each name whose value is still the last read one; see ``SharedStore/write(_:)``.
    ///
    /// If the process is killed, iCloud loses the values that are only in its memory. This method therefore returns
    /// after the values are on disk.
    ///
    /// - Parameter writes: The names, with their new and last read strings.
    /// - Returns: The new versions of the written names, which are the strings themselves.
    /// - Throws: ``SharedStoreRejection`` if a name is too long or has another kind of object, if the app has exceeded
    ///   its quota, or if iCloud doesn't save.
    public func write(_ writes: [SharedWrite]) async throws -> [String: String] {
        let foreign = system.foreignSizes
        if writes.contains(where: { foreign[$0.name] != nil }) {
            throw SharedStoreRejection(
                "iCloud has another kind of object under this name, such as another library's array"
            )
        }
        var texts = system.texts
        let current = writes.filter { texts[$0.name] == $0.version }
        for write in current { texts[write.name] = write.text }
        let usage = Usage(texts, foreign)
        if current.contains(where: { $0.text != nil && $0.name.utf8.count > 64 }) {
            throw SharedStoreRejection("its name is longer than 64 bytes, iCloud's limit")
        }
        if current.contains(where: { $0.text != nil }), let reason = usage.refusal {
            throw SharedStoreRejection(reason)
        }
        if let violation = state.withLock(\.violation), !(usage < violation) { throw SharedStoreRejection(Self.quota) }
        for write in current { system.set(write.text, forKey: write.name) }
        try saveMemory()
        if !current.isEmpty { state.withLock { $0.violation = nil } }
        let stored = system.texts
        let written = current.filter { stored[$0.name] == $0.text }
        return Dictionary(uniqueKeysWithValues: written.map { ($0.name, $0.text ?? "") })
    }

    private func saveMemory() throws {
        if system.synchronize() { return }
        throw SharedStoreRejection(
            "iCloud does not save the settings; the app needs the entitlement com.apple.developer.ubiquity-kvstore-identifier, "
                + "and the device an account that may use iCloud"
        )
    }

    /// Reports changes; see ``SharedStore/changes()``.
    ///
    /// - Returns: The names that have changed, without values.
    public func changes() -> AsyncThrowingStream<SharedChange, any Error> {
        AsyncThrowingStream { continuation in
            let stop = system.observe { [self] reason, names in
                note(reason)
                continuation.yield(reason == .serverChange ? .names(names) : .anything)
            }
            continuation.onTermination = { _ in stop() }
            continuation.yield(.anything)
        }
    }

    private func note(_ reason: UbiquitousReason) {
        let usage = Usage(system.texts, system.foreignSizes)
        state.withLock { state in
            switch reason {
            case .serverChange, .initialSync: state.isDownloaded = true
            case .quotaViolation: (state.violation, state.isViolationNew) = (usage, true)
            // The account's values may not be downloaded yet, as on a new device.
            case .accountChange: (state.isDownloaded, state.downloadDeadline) = (false, nil)
            }
        }
    }
}

/// The usage of iCloud's store, by this library and other code.
struct Usage {
    let names: Int
    let bytes: Int

    init(_ texts: [String: String], _ foreign: [String: Int]) {
        names = texts.count + foreign.count
        bytes =
            texts.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
            + foreign.reduce(0) { $0 + $1.key.utf8.count + $1.value }
    }

    /// The reason why iCloud would reject this usage; `nil` if it would accept it.
    var refusal: String? {
        if names > 1024 { return "iCloud stores at most 1,024 names" }
        return bytes > 1_048_576 ? "iCloud stores at most 1 MB, and this would be \(bytes) bytes" : nil
    }

    /// Returns whether the first usage is lower in names or bytes, and higher in neither.
    static func < (one: Self, other: Self) -> Bool {
        one.names <= other.names && one.bytes <= other.bytes && (one.names, one.bytes) != (other.names, other.bytes)
    }
}

/// The error of a reading before the first download.
private struct NoDownload: LocalizedError {
    var errorDescription: String? { "iCloud has not been downloaded yet, and there is no network" }
}

/// The reason of a change that iCloud reports.
enum UbiquitousReason: Int, Sendable {
    /// `NSUbiquitousKeyValueStoreServerChange` and its siblings have these numbers.
    case serverChange, initialSync, quotaViolation, accountChange
}

/// The operations of `NSUbiquitousKeyValueStore`, which only Apple's Foundation contains.
protocol UbiquitousKeyValues: AnyObject, Sendable {
    /// All strings in the store, in the memory of this process.
    var texts: [String: String] { get }
    /// The sizes of all other objects in bytes, by name, such as another library's arrays.
    var foreignSizes: [String: Int] { get }
    /// Whether a network is available.
    var hasNetwork: Bool { get }
    /// Sets or removes a string, in the memory of this process.
    func set(_ text: String?, forKey name: String)
    /// Synchronizes memory with the disk, and returns whether this succeeded.
    func synchronize() -> Bool
    /// Calls a closure with the reason and the names of each external change, until the returned closure is called.
    func observe(_ report: @escaping @Sendable (UbiquitousReason, [String]) -> Void) -> @Sendable () -> Void
}
