import Foundation
import TSUD
import TestSupport

@testable import TSUDSync

/// Devices that share settings through a bad network, with power cuts, in a random but repeatable order.
///
/// Everything runs in one task. Whenever a sync waits for the store, or calls a key's code, something else may happen.
/// In this way, devices, users, and the store run at the same time.
final class Simulation: @unchecked Sendable {
    @TaskLocal static var current: Simulation?

    struct Failure: Error, CustomStringConvertible { let description: String }

    struct Device {
        let defaults = DeviceDefaults()
        var isFollower = false
        var processes: [Process] = []
        /// The names that its user has changed since both sides were equal.
        var touched: Set<String> = []
        /// The user's values that no value from the store has replaced, by name, normalized.
        var unreplaced: [String: String] = [:]
        /// The values that were reported as overwritten.
        var overwritten: [String: Set<String>] = [:]
        /// All values that the user has written.
        var authored: [String: Set<String>] = [:]
        /// All values that the device received or had, and may therefore replace.
        var seen: [String: Set<String>] = [:]
        /// Whether it runs the new version of the program, and whether it is set up with the other store.
        var isNew = false
        var isElsewhere = false
        /// The user's last writes, by name, normalized.
        var last: [String: String] = [:]
        /// The last synced values in the device's file, by name.
        var syncedValues: [String: SyncedValue] = [:]
        /// The same before the last sync that found equal values.
        var syncedValuesBefore: [String: SyncedValue] = [:]
        /// The last synced values that a pass has found, before its file contains them.
        var syncedTexts: [String: String] = [:]
        /// The versions of all states of the store that the device has had, so that it may replace them.
        var known: Set<String> = []
        /// The device that had sent the store's value at this device's last read, by name.
        var writers: [String: Int] = [:]
        /// Older states of the device, whose files may be put back.
        var copies: [(file: [String: Any], device: Device)] = []

        /// The store of this device's last reading, and whether its last synced values show that this reading is of
        /// another history.
        var reading = (store: "", isOlder: false)
        /// The store that it distrusts, according to its file.
        var distrusted: String?

        /// The number of the value that a pass is about to store, and of the latest stored one, by name.
        var finishing: [String: Int] = [:]
        var latest: [String: Int] = [:]

        var isSyncing: Bool { processes.contains(where: \.isSyncing) }
        var isIdle: Bool { processes.allSatisfy(\.isIdle) }

        mutating func change(_ setting: String) {
            for index in processes.indices { processes[index].changed.insert(setting) }
        }

        mutating func report(_ settings: Set<String>) {
            for index in processes.indices { processes[index].reported.formUnion(settings) }
        }
    }

    /// A process that synchronizes the settings of a device.
    struct Process {
        let synchronizer: Synchronizer
        /// The settings that have changed locally, and the settings that may have changed in the store.
        var changed: Set<String>
        var reported: Set<String>
        /// The updates that its watch will deliver, in order.
        var watch: [SharedUpdate] = []
        var isSyncing = false

        var isIdle: Bool { changed.isEmpty && reported.isEmpty && watch.isEmpty }

        /// Receives some updates, the latest of each name.
        mutating func receiveUpdates(_ count: Int) -> [String: [String: SharedUpdate]] {
            defer { watch.removeFirst(count) }
            return watch.prefix(count).reduce(into: [:]) {
                $0[Simulated.setting(of: $1.name), default: [:]][$1.name] = $1
            }
        }
    }

    /// The values that were equal on a device and in the store of an ID, normalized.
    struct SyncedValue {
        var identity = ""
        /// `nil` as long as nothing was the same.
        var text: String?
        /// The device's own texts that have arrived in the store.
        var sent: Set<String> = []
    }

    /// A text on its way to the store.
    struct Message {
        let device: Int
        /// The device when it sent this; it may lose its file before this arrives.
        let sender: Device
        let write: SharedWrite
    }

    enum Mode: CaseIterable {
        case steady
        /// The store may be emptied, restored from a copy, or replaced by another account's.
        case resetting
        /// Only one device changes each name, and nothing is lost.
        ///
        /// All devices end with its last write.
        case alone
        /// Programs are set up with another store and again with the first, updated and downgraded.
        case moving
        /// As `alone`, but all devices change all names, which have few values.
        case few
        /// As `alone`, but several processes synchronize each device, by values that the store reports.
        case processes
        /// A setting may have more members than a reading returns.
        case cut
        /// The store may be restored from a copy with its store ID, and grow past its earlier revision.
        case restored
        /// The store has two prefixes, which all devices follow, and an operator moves values from one to the other.
        case moved

        /// Whether only users change anything, and values are few.
        var isQuiet: Bool { [.alone, .few, .processes].contains(self) }
        /// Whether one device changes each name.
        var hasAuthors: Bool { self == .alone || self == .processes }
    }

    var random: SeededGenerator
    let mutation: Mutation?
    let mode: Mode
    let hasRemovals: Bool
    /// Whether the leases of fences end, after which a device treats an equal string as its own.
    let leasesEnd: Bool
    var isFaulty = true
    var isDown = false
    var depth = 0
    var number = 0
    var reports = 0
    var encodings = 0

    /// Few, so that much happens to each.
    let names: [String]
    let settings: Set<String>
    var devices: [Device] = []
    var values: [String: SharedValue] = [:]
    /// The devices that have sent these, by name.
    var writers: [String: Int] = [:]
    var otherAccount: [String: SharedValue] = [:]
    /// A second store, for the mode `moving`.
    var otherStore: [String: SharedValue] = [:]
    /// The only device that changes a name, in the modes `alone` and `processes`.
    var authors: [String: Int] = [:]
    /// Older copies of the store.
    var copies: [(values: [String: SharedValue], revision: Int)] = []
    /// Whether the store has another history, and the same store ID.
    var isRestored = false
    /// The values under the two prefixes, of which the first wins, in the mode `moved`.
    var layers: [[String: SharedValue]] = [[:], [:]]
    /// The revisions since which the store has had a value, by name.
    var presentSince: [String: Int] = [:]
    var revision = 0
    /// Each is one request.
    var delayed: [[Message]] = []
    /// Texts that came back where nothing was, though that was no mistake; normalized.
    ///
    /// Delayed strings: if a name was removed twice, a store can't recognize an outdated one. A device without last
    /// synced values sends its values.
    var revived: Set<String> = []
    /// The strings that devices have sent, by fingerprint.
    var sentTexts: [String: String] = [:]
    var operatorNumbers: [String: [Int]] = [:]
    /// The values before the last writes, by name.
    var previous: [String: SharedValue?] = [:]
    var hasBeenStored: Set<String> = []
    /// All written values, by name, normalized.
    var written: [String: Set<String>] = [:]
    var removed: Set<String> = []
    var failure: Failure?

    init(seed: UInt64, mode: Mode = .steady, mutation: Mutation? = nil) {
        random = SeededGenerator(seed: seed)
        (self.mode, self.mutation) = (mode, mutation)
        let renamed = mode == .moving ? ["size", "fontSize"] : []
        let others = Simulated.names.filter { $0 != "size" && $0 != "fontSize" }.shuffled(using: &random)
        let drawn = (others.prefix(5 - renamed.count) + renamed).sorted()
        // Members need a setting with several.
        names = mode == .cut ? others.filter { Simulated.setting(of: $0) == "zoom" } + ["mode/x", "tags/ü"] : drawn
        settings = Set(names.map(Simulated.setting))
        hasRemovals = (seed / 4).isMultiple(of: 2)
        leasesEnd = mode.isQuiet && mode != .processes && seed.isMultiple(of: 5)
        // Three fall out with each other as well as eight, and sooner.
        for _ in 0..<(seed % 10 == 9 ? 8 : Int.random(in: 2...4, using: &random)) { devices.append(Device()) }
        // In every fourth round some only follow, and in every twelfth all.
        if seed % 4 == 3 && !mode.isQuiet || mode == .moved {
            for index in devices.indices where seed % 12 == 11 || mode == .moved || index > 0 && chance(50) {
                devices[index].isFollower = true
            }
        }
        if hasOnlyFollowers, chance(80) { giveIdentity() }
        if mode == .moving { for name in names + [StoreID.name] { operatorWritesElsewhere(name) } }
        if mode.hasAuthors { for name in names { authors[name] = devices.indices.randomElement(using: &random) } }
        for index in devices.indices { start(index) }
    }

    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    /// Returns a number that differs at each encoding, and is the same in each run.
    func nextEncoding() -> Int {
        encodings += 1
        return encodings
    }

    func fail(_ description: String) {
        failure = failure ?? Failure(description: "\(description)\n\(trace.suffix(400).joined(separator: "\n"))")
    }

    /// The history, for an analysis of a failing seed.
    var trace: [String] = []
    func note(_ line: String) { trace.append(line) }

    // MARK: Running

    /// - Throws: the violated rule.
    func run() async throws {
        try await Self.$current.withValue(self) {
            for _ in 0..<100 where failure == nil { await happen() }
            try await settle()
            // Once everything is quiet and nothing is under way, all devices get the last write.
            let written = names.map { ($0, writeLast($0)) }
            try await settle()
            for (name, text) in written {
                for index in devices.indices where hasName(name, index) {
                    let last = Self.normal(name, self.text(name, index))
                    if last != text { fail("\(name) was \(text) last, but is \(last) on device \(index)") }
                }
            }
            if let failure { throw failure }
        }
    }

    /// Something happens.
    func happen() async {
        let device = Int.random(in: devices.indices, using: &random)
        let name = names.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<25: userWrites(name, device)
        case 25..<70: await sync(device)
        case 70..<76: if !mode.isQuiet { operatorWrites(name) }
        case 76..<78: if mode == .moving { move(device) } else { operatorReverts(name) }
        case 78..<81 where mode == .restored: happenToHistory()
        case 78..<81 where mode == .moved: operatorMoves(name)
        case 78..<84:
            if !devices[device].isSyncing { devices[device].defaults.failAfter(.random(in: 0...6, using: &random)) }
        case 84..<88: if mode == .moving, !isDown { move(device) } else { isDown.toggle() }
        case 88..<90: devices[device].report(settings)
        case 90: copyFile(device)
        case 91: if leasesEnd { expireFences() } else { copyStore() }
        case 92..<97: if !delayed.isEmpty { arriveLate(delayed.removeFirst()) }
        default:
            if mode == .resetting, chance(50) { resetStore() } else if !mode.isQuiet { loseFile(device) }
        }
    }

    /// Changes during the code of a key on a device that syncs.
    func happenInside(_ name: String) {
        guard isFaulty, depth < 2, chance(3), let device = devices.firstIndex(where: \.isSyncing) else { return }
        depth += 1
        let names = self.names.filter { Simulated.setting(of: $0) == name }
        userWrites(names.randomElement(using: &random) ?? name, device)
        depth -= 1
    }

    /// A message of a device is under way.
    func passNetwork(_ device: Int) async throws {
        if devices[device].defaults.isDead { throw SimulatedStore.Lost() }
        guard isFaulty else { return }
        if depth < 3, chance(25) {
            depth += 1
            await happen()
            depth -= 1
        }
        if isDown && chance(80) || chance(5) || devices[device].defaults.isDead { throw SimulatedStore.Lost() }
    }

    func syncAll(_ index: Int) async {
        for process in devices[index].processes.indices { await sync(index, process) }
    }

    /// A process of a device synchronizes.
    func sync(_ index: Int) async {
        let count = devices[index].processes.count
        await sync(index, count == 1 ? 0 : .random(in: 0..<count, using: &random))
    }

    private func sync(_ index: Int, _ number: Int) async {
        if devices[index].processes[number].isSyncing { return }
        if devices[index].defaults.isDead {
            if !devices[index].isSyncing { restart(index) }
            return
        }
        var process = devices[index].processes[number]
        let (changed, reported) = (process.changed, process.reported)
        let count = process.watch.count
        let updates = process.receiveUpdates(isFaulty && count > 0 ? .random(in: 0...count, using: &random) : count)
        (process.changed, process.reported) = ([], [])
        if changed.isEmpty, reported.isEmpty, updates.isEmpty { return }
        process.isSyncing = true
        if !devices[index].isSyncing { devices[index].syncedTexts = [:] }
        devices[index].processes[number] = process
        var unfinished: Set<String>
        do {
            unfinished = try await process.synchronizer.sync(changed.union(reported), reported: reported, updates)
        } catch {
            noteFailure(error, index)
            unfinished = changed.union(reported).union(updates.keys)
        }
        devices[index].processes[number].reported.formUnion(unfinished)
        devices[index].processes[number].isSyncing = false
        // The power fails for all processes at once.
        if !devices[index].defaults.isDead || devices[index].isSyncing { return }
        // A value that was about to be stored may be gone when the device restarts.
        for name in self.names where chance(20) { operatorReverts(name) }
        restart(index)
    }
}

let nothing = "nothing"
