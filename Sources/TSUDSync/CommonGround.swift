import TSUD

/// What a device and a store last had in common under one name, as fingerprints that are empty for nothing.
struct Common: Equatable {
    /// What was stored on this device.
    var here = ""
    /// What was in the store.
    var there = ""
    /// What this device has sent last without hearing that it arrived; empty for a removal.
    var sent: String?

    /// No fingerprint: nobody knows which state of the store was being taken.
    static let inDoubt = "?"
}

/// What a setting and its members last had in common with a store, and with which one.
struct CommonGround {
    /// The identity is under no name; under each other are the two or three parts of what is in common.
    private(set) var stored: [String: [String]]

    init(stored: [String: [String]]) { self.stored = stored }
    init(identity: String) { stored = ["": [identity]] }

    /// The text under the store's reserved name, as a fingerprint; empty if it had none.
    var identity: String { stored[""]?.first ?? "" }
    /// The names with something in common.
    var names: [String] { stored.keys.filter { !$0.isEmpty } }

    subscript(name: String) -> Common {
        get {
            guard let parts = stored[name], parts.count > 1 else { return Common() }
            return Common(here: parts[0], there: parts[1], sent: parts.dropFirst(2).last)
        }
        set {
            let parts = [newValue.here, newValue.there, newValue.sent].compactMap { $0 }
            stored[name] = newValue == Common() ? nil : parts
        }
    }

    /// The name under which a store keeps its identity, and a suite what is in common.
    static let reservedName = "TSUDSync"
}

/// Where this is kept: in the setting's own suite, as one object for each store, and so lost or restored with it.
enum commonGround: LibraryKey {
    static let defaultValue: [String: [String]] = [:]
    static let stringKey = CommonGround.reservedName

    /// If something else is stored, nothing is known in common.
    static func upgrade(_ stored: Any) -> [String: [String]]? { [:] }
}
