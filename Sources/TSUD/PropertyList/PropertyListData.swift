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

extension Damage {
    fileprivate static let noDictionary = Self(reason: "its top level is not a dictionary")
}
