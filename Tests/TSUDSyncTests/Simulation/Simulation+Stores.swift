import Foundation

@testable import TSUDSync

/// Changes of the store itself.
extension Simulation {
    /// The store is emptied, replaced by another account's, or by an older copy of itself.
    func resetStore() {
        delayed = []
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            note("the store is emptied")
            values = [:]
        case 1:
            note("another account's store")
            swap(&values, &otherAccount)
        default:
            let copy = copies.randomElement(using: &random)?.values ?? [:]
            note("an older copy of the store is restored")
            values = copy
            // The operator follows the documentation.
            values[StoreID.name] = nil
        }
        if hasOnlyFollowers, chance(80) { giveIdentity() }
        previous = [:]
        for name in names { lostEverywhere(name) }
        // It grows past its earlier revision, by others' writes.
        revision += .random(in: 0...100, using: &random)
        for index in devices.indices { devices[index].report(settings) }
    }

    /// An operator does it where no program may.
    func giveIdentity() {
        revision += 1
        number += 1
        isRestored = false
        values[StoreID.name] = SharedValue("identity \(number)", version: "\(revision)")
        for index in devices.indices { devices[index].report(settings) }
    }

    func copyStore() { copies.append((values, revision)) }

    /// The leases of all fences end, as if the clock had jumped.
    func expireFences() { for name in values.keys where name.hasPrefix(Fence.prefix) { values[name] = nil } }

    static func identifier(isOther: Bool) -> String { isOther ? "other" : "simulated" }

    /// The fingerprint of a store and its ID, which is noted with the last synced values.
    func identity(isOther: Bool = false) -> String {
        let identity = (isOther ? otherStore : values)[StoreID.name]
        return fingerprint(
            ofText: "\(Self.identifier(isOther: isOther)) \(identity.map { fingerprint(ofText: $0.text) } ?? "")"
        )
    }

    /// The last synced value of a device for a name and a store ID.
    func syncedValue(_ name: String, of device: Device, with identity: String) -> SyncedValue? {
        device.syncedValues[name].flatMap { $0.identity == identity ? $0 : nil }
    }

    /// A device writes to the other store, all or nothing.
    func arriveElsewhere(_ writes: [SharedWrite]) -> [String: String] {
        guard writes.allSatisfy({ otherStore[$0.name]?.version == $0.version }) else { return [:] }
        revision += 1
        for write in writes { otherStore[write.name] = write.text.map { SharedValue($0, version: "\(revision)") } }
        return Dictionary(writes.map { ($0.name, "\(revision)") }) { first, _ in first }
    }

    func putElsewhere(_ text: String?, to name: String) {
        revision += 1
        otherStore[name] = text.map { SharedValue($0, version: "\(revision)") }
    }

    /// The program of a device is set up with the other store, or again with the first, or it is another version.
    func move(_ index: Int) {
        if mode != .moving || devices[index].isSyncing { return }
        if chance(50) { devices[index].isNew.toggle() } else { devices[index].isElsewhere.toggle() }
        note("\(index) moves: \(devices[index].isElsewhere ? "other" : "first") store, new \(devices[index].isNew)")
        restart(index)
    }

    var hasOnlyFollowers: Bool { devices.allSatisfy(\.isFollower) }
}
