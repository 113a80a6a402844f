#if !canImport(Darwin)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Changes {
    /// What is stored under former names, by older versions of the program, and what moves from there.
    @Suite(.mayBlock) struct FormerKeyChangesTests {
        @Test func `A change of a former key, and of a member of one, is heard`() {
            withEphemeralSuite { suite in
                let key = renamed.in(suite).key
                let (own, members) = (Reader(of: [key.observation]), Reader(of: [key.observationOfMembers]))
                suite.set(5, forKey: "former")
                #expect(own.takeNames() == ["former"] && renamed[suite] == 5)
                suite.set(6, forKey: "former/a")
                #expect(members.takeNames() == ["former/a"])
                suite.set(6, forKey: "another")
                #expect(own.takeNames().isEmpty && members.takeNames().isEmpty)
            }
        }

        @Test(arguments: 1...4)
        func `A read finds what another thread moves from a former key meanwhile`(_ look: Int) throws {
            let suite = MovingSuite(atLook: look)
            #expect(renamed[suite] == 5)
            #expect(try MovingSuite(atLook: look).value() == 5)
        }

        @Test func `A foreign change on any thread is announced after an update`() throws {
            let suite = MovingSuite(atLook: 0)
            let reader = Reader(of: [renamed.in(suite).key.observation])
            let lock = UpdateLock(patience: 10)
            let announcement = Announcement(observations: suite.memory.observations, names: ["renamed"], kind: .foreign)
            try lock.run {
                lock.begin(in: suite.memory.observations)
                onAnotherThread { lock.make(announcement) }
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
private final class MovingSuite: UserDefaults, UserDefaultsWithBackend {
    let memory = MemoryBackend()
    var backend: any SuiteBackend { memory }
    private var looks: Int

    init(atLook look: Int) {
        looks = look
        // swift-format-ignore: NeverForceUnwrap
        super.init(suiteName: nil)!
        memory.set(5, forKey: "former")
    }

    func value() throws -> Int { try renamed.in(self).update { $0 } }

    override func object(forKey defaultName: String) -> Any? {
        let found = memory.object(forKey: defaultName)
        looks -= 1
        if looks == 0 {
            let changes = [("renamed", PropertyListObject.integer(5)), ("former", nil)]
            _ = memory.store(changes.map { StoredChange(key: $0, object: $1, isObserved: false) })
        }
        return found
    }
}
#endif
