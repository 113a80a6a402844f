import Foundation
import TSUD

/// What a device and a store last had in common under one name, as fingerprints that are empty for nothing.
struct Common: Codable, Equatable {
    /// What was stored on this device.
    var here = ""
    /// What was in the store.
    var there = ""
    /// What this device has sent since without hearing that it arrived.
    var sent: [String] = []

    /// No fingerprint: what is in the store is being stored here, or was when the process ended.
    static let inDoubt = "?"
}

/// What a device and one store last had in common under all names.
struct CommonGround: Codable, Equatable {
    /// The account and the revision of the store when it was last read.
    var account: String
    var revision: Int?
    var names: [String: Common] = [:]
}

/// Where this is kept: by the identifiers of the stores, in the suite of the synchronized settings.
enum commonGround: TSUD {
    static let defaultValue: [String: CommonGround] = [:]
    static let stringKey = "TSUDSync"

    /// If something else is stored, nothing is known in common.
    static func upgrade(_ stored: Any) -> [String: CommonGround]? { [:] }
}
