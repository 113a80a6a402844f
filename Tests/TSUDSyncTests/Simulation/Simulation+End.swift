import Foundation
import TSUD

@testable import TSUDSync

extension Simulation {
    /// The network recovers, everything arrives, and all devices synchronize until nothing changes.
    func settle() async throws {
        isFaulty = false
        // The operator follows the documentation.
        if isRestored { giveIdentity() }
        for messages in delayed where chance(50) { arriveLate(messages) }
        delayed = []
        for index in devices.indices {
            devices[index].isElsewhere = false
            restart(index)
            await syncAll(index)
        }
        for name in names {
            // An operator corrects the unreadable strings.
            if let value = values[name], Self.canonical(name, value.text) == nil { _ = writeLast(name) }
        }
        for index in devices.indices { devices[index].report(settings) }
        for _ in 0..<12 {
            for index in devices.indices { await syncAll(index) }
            if devices.allSatisfy(\.isIdle) { break }
        }
        if !devices.allSatisfy(\.isIdle) { fail("the devices synchronize for ever") }
        // Another sync of everything changes nothing.
        let last = revision
        for index in devices.indices {
            devices[index].report(settings)
            await syncAll(index)
        }
        if revision != last { fail("a device sends though nothing has changed") }
        check()
        if let failure { throw failure }
    }

    /// A device with permission writes or removes a name.
    ///
    /// Returns the string.
    func writeLast(_ name: String) -> String {
        let writers = devices.indices.filter { !devices[$0].isFollower && hasName(name, $0) && mayWrite(name, $0) }
        guard let index = writers.randomElement(using: &random) else {
            operatorWrites(name, isGood: true)
            return Self.normal(name, values[name].flatMap { Self.canonical(name, $0.text) })
        }
        userWrites(name, index)
        return Self.normal(name, text(name, index))
    }

    private var hasStoreID: Bool { values[StoreID.name] != nil }

    func check() {
        for name in names {
            let remote = Self.normal(name, values[name].flatMap { Self.canonical(name, $0.text) })
            for index in devices.indices where hasName(name, index) {
                let local = Self.normal(name, text(name, index))
                if local == remote { continue }
                let synced = syncedValue(name, of: devices[index], with: identity())?.text ?? nothing
                // A follower keeps values that the store never had, or has lost with its store ID.
                if devices[index].isFollower, remote == nothing, synced == nothing || !hasStoreID { continue }
                fail("\(name) of device \(index) is \(local), but the store has \(remote)")
            }
            if let author = authors[name], let last = devices[author].last[name], remote != last {
                fail("device \(author) alone has changed \(name), to \(last) in the end, but the store has \(remote)")
            }
            if remote != nothing, written[name]?.contains(remote) != true { fail("nobody wrote \(remote) to \(name)") }
            let isAnywhere = devices.indices.contains { text(name, $0) != nil }
            if remote == nothing, !isAnywhere, !removed.contains(name), hasBeenStored.contains(name) {
                fail("\(name) is lost")
            }
        }
    }
}
