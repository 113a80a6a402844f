import Foundation
import TestSupport

@testable import TSUDSync

// Stands in for `NSUbiquitousKeyValueStore`, which exists on Apple systems alone. The rules, and where Apple has
// documented them (below developer.apple.com/documentation/foundation/nsubiquitouskeyvaluestore):
//
// | # | rule | source |
// |---|---|---|
// | 1 | What is set is in the memory of the process at first, and written to disk later. | class overview |
// | 2 | `synchronize()` makes memory and disk equal, in both directions, and does not wait for iCloud. | synchronize() |
// | 3 | It returns `false` if something is wrong, such as a missing entitlement. | synchronize() |
// | 4 | The system does the same itself from time to time, such as when an app moves to the background. | synchronize() |
// | 5 | Without an account, values stay on the device, and are reconciled when somebody signs in. | class overview |
// | 6 | The first download of a device ends with what iCloud has; a process that writes before is notified. | NSUbiquitousKeyValueStoreInitialSyncChange |
// | 7 | With another account, what the device had is removed and replaced by what that account has. | NSUbiquitousKeyValueStoreAccountChange |
// | 8 | A running process is notified the reason and the names of changes from outside; one that starts later is not. | didChangeExternallyNotification |
// | 9 | What exceeds the quota stays on the device; a running process is notified. | NSUbiquitousKeyValueStoreQuotaViolationChange |
// | 10 | There are no versions: what iCloud receives last stays. | (nothing else is documented) |
//
// If the documentation leaves a choice, the fake takes the worse one. A first download discards earlier writes (6), and
// a sign-out removes everything (5).

/// The contents of iCloud, by account.
final class FakeCloud: @unchecked Sendable {
    var accounts: [String: [String: String]] = [:]
    /// How many bytes an account may have.
    var quota = 1_048_576

    func mayHave(_ texts: [String: String]) -> Bool {
        texts.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } <= quota
    }
}

/// iCloud's part of a device.
final class FakeDevice: @unchecked Sendable {
    let cloud: FakeCloud
    private(set) var account: String?
    private(set) var disk: [String: String] = [:]
    var isEntitled = true
    var hasNetwork = true
    /// How often a process has looked for the network, as it does while it waits for the first download.
    let looks = Counter()
    /// After how many looks for the network it is lost.
    var looksUntilLost: Int?
    /// The names that are on disk, and not in iCloud yet.
    private var unsent: Set<String> = []
    private var isDownloaded = true
    var process: FakeKeyValues?

    /// A new device, whose first download has not begun.
    init(_ cloud: FakeCloud, account: String?) {
        (self.cloud, self.account) = (cloud, account)
        isDownloaded = account == nil
    }

    /// The process is killed, and starts again.
    func restart() -> FakeKeyValues {
        let new = FakeKeyValues(self)
        process = new
        return new
    }

    func write(_ text: String?, to name: String) {
        disk[name] = text
        unsent.insert(name)
    }

    /// The system synchronizes the disk with iCloud.
    func transfer() {
        guard let account, hasNetwork else { return }
        var new = cloud.accounts[account] ?? [:]
        for name in unsent { new[name] = disk[name] }
        if isDownloaded, !cloud.mayHave(new) {
            process?.receive(.quotaViolation, unsent.sorted())
            return
        }
        let before = disk
        let isFirst = !isDownloaded
        if isFirst { unsent = [] }
        for name in unsent { cloud.accounts[account, default: [:]][name] = disk[name] }
        (disk, unsent, isDownloaded) = (cloud.accounts[account] ?? [:], [], true)
        let names = Set(before.keys).union(disk.keys).filter { before[$0] != disk[$0] }
        if isFirst || !names.isEmpty { process?.receive(isFirst ? .initialSync : .serverChange, names.sorted()) }
    }

    /// A person signs in, or out without an account.
    ///
    /// The account's values may have to be downloaded first.
    func change(to account: String?, isLate: Bool = false) {
        let before = disk
        let new = account.flatMap { isLate ? nil : cloud.accounts[$0] } ?? [:]
        (self.account, disk, unsent, isDownloaded) = (account, new, [], !isLate)
        process?.receive(.accountChange, Set(before.keys).union(disk.keys).sorted())
    }
}

/// The part of it in a process.
final class FakeKeyValues: UbiquitousKeyValues, @unchecked Sendable {
    private let device: FakeDevice
    private let lock = NSRecursiveLock()
    private var memory: [String: String]
    private var unsaved: Set<String> = []
    private var observers: [Int: @Sendable (UbiquitousReason, [String]) -> Void] = [:]
    /// Is called before memory is saved.
    var willSave: () -> Void = {}
    /// The names under which something else than a text is stored, with its size.
    var foreignSizes: [String: Int] = [:]
    var hasNetwork: Bool {
        device.looks.increment()
        if let looks = device.looksUntilLost {
            device.looksUntilLost = looks > 0 ? looks - 1 : nil
            if looks == 0 { device.hasNetwork = false }
        }
        return device.hasNetwork
    }
    /// Whether writes are dropped at once.
    var isDeaf = false

    init(_ device: FakeDevice) {
        self.device = device
        memory = device.disk
    }

    var texts: [String: String] { lock.withLock { memory.filter { foreignSizes[$0.key] == nil } } }

    func set(_ text: String?, forKey name: String) {
        lock.withLock {
            if isDeaf { return }
            memory[name] = text
            unsaved.insert(name)
        }
    }

    func synchronize() -> Bool {
        willSave()
        return lock.withLock {
            // A process that was killed does nothing any more.
            if device.process !== self { return true }
            if !device.isEntitled { return false }
            for name in unsaved { device.write(memory[name], to: name) }
            (memory, unsaved) = (device.disk, [])
            return true
        }
    }

    func observe(_ report: @escaping @Sendable (UbiquitousReason, [String]) -> Void) -> @Sendable () -> Void {
        let number = lock.withLock {
            observers[observers.count] = report
            return observers.count - 1
        }
        return { [self] in lock.withLock { observers[number] = nil } }
    }

    func receive(_ reason: UbiquitousReason, _ names: [String]) {
        let notified = lock.withLock {
            (memory, unsaved) = (device.disk, reason == .serverChange || reason == .quotaViolation ? unsaved : [])
            return observers.values
        }
        for observer in notified { observer(reason, names) }
    }
}
