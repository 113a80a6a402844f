import Foundation
import TSUD

@testable import TSUDSync

extension Simulation {
    /// The network recovers, everything arrives, and all devices exchange until nothing changes.
    func settle() async throws {
        isFaulty = false
        for message in delayed where chance(50) { arriveLate(message) }
        delayed = []
        for index in devices.indices {
            restart(index)
            await exchange(index)
        }
        for name in names {
            // Somebody corrects what nobody can read.
            if let value = values[name], Self.canonical(name, value.text) == nil { userWrites(name, 0) }
        }
        for index in devices.indices { devices[index].pending = settings }
        for _ in 0..<12 {
            for index in devices.indices { await exchange(index) }
            if devices.allSatisfy(\.pending.isEmpty) { break }
        }
        if !devices.allSatisfy(\.pending.isEmpty) { fail("the devices exchange for ever") }
        // Another exchange of everything changes nothing.
        let last = revision
        for index in devices.indices {
            devices[index].pending = settings
            await exchange(index)
        }
        if revision != last { fail("a device sends though nothing has changed") }
        check()
        if let failure { throw failure }
    }

    func check() {
        for name in names {
            let there = Self.normal(name, values[name].flatMap { Self.canonical(name, $0.text) })
            for index in devices.indices {
                let here = Self.normal(name, text(name, index))
                if here != there { fail("\(name) of device \(index) is \(here), but the store has \(there)") }
            }
            if there != nothing, written[name]?.contains(there) != true { fail("nobody wrote \(there) to \(name)") }
            if there == nothing, !removed.contains(name), hasBeenStored.contains(name) { fail("\(name) is lost") }
        }
    }
}
