import Foundation
import TSUD

/// What this device and a store last had in common under one name, as fingerprints that are empty for nothing.
///
/// It is kept in the setting's own suite, under a name of its own, and so lost or restored with the setting.
struct Common: Hashable {
    /// The store and its identity: with another one nothing is in common.
    var store: String
    /// What was stored on this device.
    var here = ""
    /// What was in the store.
    var there = ""
    /// What this device has sent without hearing what became of it: each may still arrive, once.
    var sent: [Sent] = []

    /// No fingerprint: nobody knows what was stored, or which state of the store was being taken.
    static let inDoubt = "?"

    /// A text that is on its way to the store.
    struct Sent: Hashable {
        /// Its fingerprint; empty for a removal.
        var text: String
        /// When it was sent to where nothing was, in seconds; `nil` if it replaces something.
        ///
        /// A store takes a text in place of the state that it was sent for: once the store has another one, the text can't
        /// arrive any more. But "nothing" may come back, and with it the text.
        var createdAt: Int?

        /// Whether it can't arrive any more, since no network holds a request for ten minutes.
        ///
        /// Without a limit, the same text by another device, much later, would be taken for this one.
        var isOver: Bool { createdAt.map { $0 < Common.seconds - 600 } ?? false }
    }

    /// Whether something that was sent can still arrive in place of what is in the store.
    var isUnanswered: Bool { sent.contains { $0.createdAt == nil } }

    /// Notes a text that is about to be sent; without a fingerprint, a removal.
    mutating func send(_ print: String, inPlaceOf there: SharedValue?) {
        let new = Sent(text: print, createdAt: there == nil ? Self.seconds : nil)
        // Only one that was sent to where nothing was may arrive twice.
        if new.createdAt != nil || !sent.contains(new) { sent.append(new) }
    }

    /// Notes what is in the store if it is a text of this device's own that has arrived now.
    ///
    /// What is here then is newer than that, and no change by others.
    mutating func acknowledge(_ print: String) {
        if print == there { return }
        let arrived = sent.firstIndex { $0.text == print && !$0.isOver && ($0.createdAt == nil || mayLackName) }
        guard let arrived else { return }
        sent.remove(at: arrived)
        settle(there: print)
        here = Self.inDoubt
    }

    /// Whether nothing may be in the store by this device's own doing.
    private var mayLackName: Bool { there.isEmpty || sent.contains { $0.text.isEmpty } }

    /// Notes what is in the store: what was sent to replace something else can't arrive any more.
    mutating func settle(there print: String) {
        there = print
        sent.removeAll { $0.createdAt == nil || $0.isOver }
    }

    /// The time, in whole seconds; another one in tests.
    static var seconds: Int { Int(Date.now.timeIntervalSinceReferenceDate) + elapsed }
    @TaskLocal static var elapsed = 0
}

// MARK: Where it is kept

enum CommonGround {
    /// The name under which a store keeps its identity, and a suite what is in common.
    static let reservedName = SharedNames.reserved
}

/// What is in common under one name, as it is stored: the store, here, there, and what was sent.
enum commonGround: LibraryKey {
    static let defaultValue: [String] = []
    static let stringKey = CommonGround.reservedName

    /// If something else is stored, nothing is in common.
    static func upgrade(_ stored: Any) -> [String]? { [] }
}

extension Common {
    init(stored: [String]) {
        self.init(store: "")
        guard stored.count >= 3 else { return }
        (store, here, there) = (stored[0], stored[1], stored[2])
        sent = stored.dropFirst(3).map { entry in
            let parts = entry.split(separator: " ", omittingEmptySubsequences: false)
            return Sent(text: String(parts[0]), createdAt: parts.dropFirst().first.flatMap { Int($0) })
        }
    }

    /// Empty if nothing is in common, and nothing under way.
    var stored: [String] {
        if here.isEmpty, there.isEmpty, sent.isEmpty { return [] }
        return [store, here, there] + sent.map { $0.text + ($0.createdAt.map { " \($0)" } ?? "") }
    }
}

/// The place of what is in common under one name, and what was found there.
struct Ground: Sendable {
    let handle: TSUDHandle<commonGround>
    var stored: [String] = []

    var common: Common { Common(stored: stored) }

    /// All that a suite has in common with stores, by name.
    @concurrent static func all(in suite: TSUDHandle<commonGround>) async -> [String: Ground] {
        suite.members().reduce(into: [:]) { $0[$1.member ?? ""] = Ground(handle: $1, stored: $1.value) }
    }
}

/// A change of what is in common under a name and, with it, of what is stored under that.
struct GroundChange: Sendable {
    let name: String
    let ground: Ground
    let new: [String]
    var value: PreparedChange?
}

extension [GroundChange] {
    /// Makes the changes of each suite as one.
    ///
    /// Each is made only if nobody else has changed the same since it was looked at: another process that synchronizes,
    /// the user, or a newer version of the program that has removed a former name.
    ///
    /// - Returns: the names whose change was made.
    /// - Throws: `busy`, `notSaved`; then nothing of that suite is changed.
    @concurrent func make() async throws -> Set<String> {
        var made: Set<String> = []
        for changes in Dictionary(grouping: self, by: \.ground.handle.suite.suiteIdentifier).values {
            let done = try updateSettings { settings in
                changes.filter { change in
                    let handle = change.ground.handle
                    if settings[handle] != change.ground.stored { return false }
                    if let value = change.value, !settings.setIfCurrent(value) { return false }
                    if change.new.isEmpty { settings.reset(handle) } else { settings[handle] = change.new }
                    return true
                }
            }
            made.formUnion(done.map(\.name))
        }
        return made
    }
}
