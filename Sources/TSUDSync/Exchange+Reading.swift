import Foundation
import TSUD

/// What a store contained when it was read.
struct Contents: Sendable {
    let values: [String: SharedValue]
    /// The fingerprints of the values, by name.
    let prints: [String: String]
    /// The fingerprint of the store and its identity.
    let store: String
    let hasIdentity: Bool

    @concurrent init(_ values: [String: SharedValue], of identifier: String) async {
        self.values = values
        prints = values.mapValues { fingerprint(of: $0) }
        let identity = prints[CommonGround.reservedName]
        hasIdentity = identity != nil
        store = fingerprint(ofText: "\(identifier) \(identity ?? "")")
    }
}

extension Exchange {
    /// What is in the store under the names of some settings, which gets an identity then, if it may be written.
    func read(_ names: [String]) async throws -> Contents {
        let reserved = CommonGround.reservedName
        var values = try await store.read(names + [reserved])
        if values[reserved] == nil, !isFollowing {
            do {
                // Somebody else may do the same in this moment.
                _ = try await store.write([SharedWrite(UUID().uuidString, to: reserved, ifVersion: nil)])
                values = try await store.read(names + [reserved])
                // Without one, nobody could tell later what was removed.
                if values[reserved] == nil { throw SharedStoreRejection("the name '\(reserved)' is not kept") }
            } catch let refusal as SharedStoreRejection {
                // What is there can be taken all the same.
                reportIdentity(refusal)
            }
        }
        let contents = await Contents(values, of: store.identifier)
        noteReached()
        if contents.hasIdentity { told[reserved] = nil }
        state.update { $0.isMissingStoreID = !contents.hasIdentity }
        state.note(contents.store)
        return contents
    }
}

/// Other processes that synchronize the same settings with another store.
struct Rivals {
    /// The fingerprints of this process's store, whose identity may change.
    private var own: Set<String> = []
    /// The names under which this process has noted what is in common with it.
    private var names: Set<String> = []
    /// How often another store has been noted since, by setting.
    private var rounds: [String: Int] = [:]

    mutating func note(_ name: String) { names.insert(name) }

    /// Whether that has happened ten times: without an end, each would replace the other's values for ever.
    mutating func haveWon(_ side: Side, _ store: String) -> Bool {
        own.insert(store)
        let lost = side.grounds.filter { names.contains($0.key) && !own.contains($0.value.common.store) }.keys
        names.subtract(lost)
        if !lost.isEmpty { rounds[side.setting.name, default: 0] += 1 }
        return rounds[side.setting.name] ?? 0 >= 10
    }
}
