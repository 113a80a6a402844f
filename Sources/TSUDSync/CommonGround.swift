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

    /// No fingerprint: nobody knows what was there, or is here.
    static let inDoubt = "?"
}

/// What a device and one store last had in common under all names.
struct CommonGround: Codable, Equatable {
    /// The account and the revision of the store when it was last read.
    var account = ""
    var revision: Int?
    var names: [String: Common] = [:]
}

/// Where this is kept: under a key for each store, in the suite of the synchronized settings.
enum commonGround: TSUD {
    static let defaultValue = CommonGround()
    /// The store's identifier.
    @TaskLocal static var store = ""
    static var stringKey: String { "TSUDSync \(store)" }

    /// If something else is stored, nothing is known in common.
    static func upgrade(_ stored: Any) -> CommonGround? { CommonGround() }
}
