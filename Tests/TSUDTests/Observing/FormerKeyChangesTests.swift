#if !canImport(Darwin)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Changes {
    /// Values under former names, from older versions of the program, and their moves.
    @Suite(.mayBlock) struct FormerKeyChangesTests {
        @Test func `A change of a former key, or of its member, is observed`() {
            withEphemeralSettings { suite in
                let (key, handle) = (renamed.in(suite).key, renamed.in(suite).of("a"))
                let (own, members) = (
                    Reader(of: [key.observation]), Reader(of: [key.observationOfMembers].compactMap { $0 })
                )
                let member = Reader(of: [handle.key.observation])
                suite.set(5, forKey: "former")
                #expect(own.takeNames() == ["former"] && renamed[suite] == 5)
                #expect(member.takeNames().isEmpty)
                suite.set(6, forKey: "former/a")
                #expect(members.takeNames() == ["former/a"])
                #expect(member.takeNames() == ["former/a"] && handle.value == 6)
                suite.set(6, forKey: "another")
                for reader in [own, member, members] { #expect(reader.takeNames().isEmpty) }
            }
        }

        @Test func `A change of a former key is observed, however many unused keys exist`() {
            withEphemeralSettings { suite in
                let own = Reader(of: [renamed.in(suite).key.observation])
                for member in 0..<500 { _ = renamed.in(suite).of("\(member)").value }
                suite.set(5, forKey: "former")
                #expect(own.takeNames() == ["former"])
            }
        }

        /// Readers look up to five times, in the suite or in its stored objects.
        static let reads: [Row<(UserDefaults) throws -> Int?>] = [
            Row("value") { renamed[$0] },
            Row("update") { suite in try renamed.in(suite).update { $0 } },
            Row("storedValue") { try renamed.in($0).storedValue() },
            Row("isSet") { renamed.in($0).isSet ? 5 : nil },
        ]

        @Test(arguments: reads, 1...6)
        func `A read finds a value that another thread moves from a former key`(
            _ row: Row<(UserDefaults) throws -> Int?>,
            _ look: Int
        ) throws {
            #expect(try row.content(MovingSuite(atLook: look)) == 5)
        }

        @Test func `Observers are notified of an external change on any thread after an update`() throws {
            let suite = MovingSuite(atLook: 0)
            let reader = Reader(of: [renamed.in(suite).key.observation])
            let lock = UpdateLock(patience: .seconds(300))
            let observations = suite.standIn.observations
            let change = SuiteChange(of: ["renamed"], in: observations, .external)
            try lock.run {
                lock.begin(in: observations)
                onAnotherThread { lock.notify(of: change) }
                #expect(reader.takeNames().isEmpty)
            }
            #expect(reader.takeNames() == ["renamed"])
        }
    }
}

private enum renamed: TSUD {
    static let defaultValue = 0
    static let formerKeys = ["former"]
}

/// A suite in which another thread's first write moves a value to its new name, at one of the looks of a read.
private final class MovingSuite: UserDefaults, UserDefaultsWithSuite {
    let standIn = FakeSuite()
    var backend: any Suite { standIn }

    init(atLook look: Int) {
        // swift-format-ignore: NeverForceUnwrap
        super.init(suiteName: nil)!
        standIn.setForeign(5, forKey: "former")
        standIn.afterLook = { standIn in
            if standIn.looks.total != look { return }
            _ = standIn.store([Change(key: "renamed", object: .integer(5), formerKeys: ["former"])])
        }
    }

    override func object(forKey defaultName: String) -> Any? { standIn.object(forKey: defaultName) }
}
#endif
