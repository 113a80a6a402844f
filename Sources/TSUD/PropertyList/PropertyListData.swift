import Foundation

/// The contents of a property-list file with settings.
enum PropertyListData {
    /// Parses the contents: the binary format here, because Foundation on Linux crashes or stalls on some data, and all
    /// others with Foundation.
    static func settings(in data: Data) throws(Damage) -> PropertyListDictionary {
        guard !data.isEmpty else { throw Damage(reason: "it is empty") }
        if BinaryPropertyList.isBinary(data) {
            guard case .dictionary(let settings) = try BinaryPropertyList.decode(data) else { throw .noDictionary }
            return settings
        }
        guard let object = try? PropertyListSerialization.propertyList(from: data, format: nil) else {
            throw .malformed
        }
        guard let dictionary = object as? [AnyHashable: Any] else { throw .noDictionary }
        guard let settings = PropertyListObject.dictionary(from: dictionary) else { throw .foreign }
        return settings
    }
}

/// What is wrong with a property list.
struct Damage: Error, Equatable, Sendable {
    /// A clause for messages, such as "it is empty".
    let reason: String
    /// Whether Foundation must not read the file, because it would crash, stall, or see no settings at all.
    var isHarmful = false

    /// Foundation refuses it as well.
    static let malformed = Self(reason: "it is not a property list")
    /// Foundation crashes on a set, and sees no settings at all if a key is a number.
    static let foreign = Self(reason: "it holds an object that settings can't hold", isHarmful: true)
    fileprivate static let noDictionary = Self(reason: "its top level is not a dictionary")
}
