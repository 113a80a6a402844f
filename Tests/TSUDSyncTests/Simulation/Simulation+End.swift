import Foundation
import TSUD

@testable import TSUDSync

extension Simulation {
    /// The network recovers, everything arrives, and all devices exchange until nothing changes.
    func settle() async throws {
        isFaulty = false
        for messages in delayed where chance(50) { arriveLate(messages) }
        delayed = []
        for index in devices.indices {
            devices[index].isElsewhere = false
            restart(index)
            await exchangeAll(index)
        }
        for name in names {
            // An operator corrects the unreadable strings.
            if let value = values[name], Self.canonical(name, value.text) == nil { _ = writeLast(name) }
        }
        for index in devices.indices { devices[index].report(settings) }
        for _ in 0..<12 {
            for index in devices.indices { await exchangeAll(index) }
            if devices.allSatisfy(\.isIdle) { break }
        }
        if !devices.allSatisfy(\.isIdle) { fail("the devices exchange for ever") }
        // Another exchange of everything changes nothing.
        let last = revision
        for index in devices.indices {
            devices[index].report(settings)
            await exchangeAll(index)
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
            let there = Self.normal(name, values[name].flatMap { Self.canonical(name, $0.text) })
            for index in devices.indices where hasName(name, index) {
                let here = Self.normal(name, text(name, index))
                if here == there { continue }
                let common = agreement(name, of: devices[index], with: identity())?.text ?? nothing
                // A follower keeps values that the store never had, or has lost with its store ID.
                if devices[index].isFollower, there == nothing, common == nothing || !hasStoreID { continue }
                fail("\(name) of device \(index) is \(here), but the store has \(there)")
            }
            if let author = authors[name], let last = devices[author].last[name], there != last {
                fail("device \(author) alone has changed \(name), to \(last) in the end, but the store has \(there)")
            }
            if there != nothing, written[name]?.contains(there) != true { fail("nobody wrote \(there) to \(name)") }
            let isAnywhere = devices.indices.contains { text(name, $0) != nil }
            if there == nothing, !isAnywhere, !removed.contains(name), hasBeenStored.contains(name) {
                fail("\(name) is lost")
            }
        }
    }
}
