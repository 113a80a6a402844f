import Foundation
import TSUD

/// This device's side of a setting and its members, when it was looked at.
struct Side {
    let setting: SyncedName
    /// The fingerprints of what is stored, by name.
    let here: [String: String]
    let ground: CommonGround
}

/// What is to be done about a name, and what that was decided from.
struct Action {
    let name: SyncedName
    /// The fingerprint of what is stored here.
    var here: String
    let there: SharedValue?
    let common: Common
    /// What to send, if that is to be done.
    var text: String?

    var print: String { fingerprint(of: there) }
}

/// The place of what a setting has in common with a store, which is read and written on any thread.
struct GroundPlace: Sendable {
    private let handle: TSUDHandle<commonGround>

    init(of setting: SyncedName, in store: any SharedStore) {
        handle = commonGround.in(setting.suite).of("\(store.identifier): \(setting.name)")
    }

    /// The fingerprints of what a setting has exported, and what it has in common with the store.
    @concurrent func look(at exported: Data) async -> ([String: String], CommonGround) {
        (fingerprints(inPropertyList: exported), CommonGround(stored: handle.value))
    }

    /// Notes what is in common under some names now, with a store of this identity.
    ///
    /// - Throws: `TSUDError.Code.busy`.
    @concurrent func note(_ names: [String: Common], identity: String) async throws {
        try handle.update { stored in
            var ground = CommonGround(stored: stored)
            if ground.identity != identity { ground = CommonGround(identity: identity) }
            for (name, common) in names { ground[name] = common }
            stored = ground.stored
        }
    }
}

/// The fingerprints of what a store contains, by name.
@concurrent func fingerprints(of contents: [String: SharedValue]) async -> [String: String] {
    contents.mapValues { fingerprint(of: $0) }
}

extension Collection {
    /// The elements in parts of a length; the last one may be shorter.
    func parts(of length: Int) -> [SubSequence] {
        stride(from: 0, to: count, by: length).map { dropFirst($0).prefix(length) }
    }
}
