import TSUD

/// What a device and a store last had in common under one name, as fingerprints that are empty for nothing.
struct Common: Codable, Equatable {
    /// What was stored on this device.
    var here = ""
    /// What was in the store.
    var there = ""
    /// What this device has sent since without hearing that it arrived.
    var sent: [String] = []

    /// No fingerprint: nobody knows what was there, or is here.
    static let inDoubt = "?"
}

/// Where this is kept: in the suite of the synchronized settings, with a member for each name in each store.
enum commonGround: TSUD {
    static let defaultValue = Common()
    static let stringKey = "TSUDSync"

    /// If something else is stored, nothing is known in common.
    static func upgrade(_ stored: Any) -> Common? { Common() }
}

/// The revision of a store when it was last read, by account: a member for each store.
enum lastRevision: TSUD {
    static let defaultValue: [String: Int] = [:]
    static let stringKey = "TSUDSync store"
    static func upgrade(_ stored: Any) -> [String: Int]? { [:] }
}
