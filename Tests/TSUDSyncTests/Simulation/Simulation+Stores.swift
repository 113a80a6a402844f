import Foundation

@testable import TSUDSync

/// What becomes of the store itself.
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
            let copy = copies.randomElement(using: &random) ?? [:]
            note("an older copy of the store is restored")
            values = copy
            // As the documentation tells the operator.
            values[CommonGround.reservedName] = nil
        }
        if hasOnlyFollowers, chance(80) { giveIdentity() }
        previous = [:]
        for name in names { lostEverywhere(name) }
        // It grows past where it was, by what others store in it.
        revision += .random(in: 0...100, using: &random)
        for index in devices.indices { devices[index].heard = settings }
    }

    /// An operator does it where no program may.
    func giveIdentity() {
        revision += 1
        values[CommonGround.reservedName] = SharedValue("identity \(revision)", version: "\(revision)")
        for index in devices.indices { devices[index].heard = settings }
    }

    func copyStore() { copies.append(values) }

    var identity: String { fingerprint(of: values[CommonGround.reservedName]) }

    /// What a device has in common with the store of an identity under a setting and its members, if with that one.
    func agreement(_ name: String, of device: Device, with identity: String) -> Agreement? {
        device.agreed[Simulated.setting(of: name)].flatMap { $0.identity == identity ? $0 : nil }
    }

    var hasOnlyFollowers: Bool { devices.allSatisfy(\.isFollower) }
}
