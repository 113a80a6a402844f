package import Foundation

/// The contents of a property-list file with settings.
package enum PropertyListData {
    /// Parses the contents: the binary format here, because Foundation on Linux crashes or stalls on some data, and all
    /// others with Foundation.
    package static func settings(in data: Data) throws(Damage) -> PropertyListDictionary {
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

/// The damage of a property list.
package struct Damage: Error, Equatable, Sendable {
    /// A clause for messages, such as "it is empty".
    package let reason: String

    static let malformed = Self(reason: "it is not a property list")
    static let foreign = Self(reason: "it contains an object that settings can't contain")
    fileprivate static let noDictionary = Self(reason: "its top level is not a dictionary")
}

/// Converts exported settings to property-list data and back.
enum ExportedSettings {
    /// XML, or the binary format if XML would lose something.
    static func data(of objects: [String: Any]) throws(TSUDError) -> Data {
        do {
            let xml = try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
            // Control characters are not valid in XML, so other programs refuse them.
            let isPlain = xml.allSatisfy { $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
            if isPlain, let read = try? PropertyListSerialization.propertyList(from: xml, format: nil),
                let read = PropertyListObject(read), read == PropertyListObject(objects)?.withWideReals
            {
                return xml
            }
            return try PropertyListSerialization.data(fromPropertyList: objects, format: .binary, options: 0)
        } catch {
            let description = "The settings can't be exported: one of them is nested too deeply for a property list."
            throw TSUDError(.unencodable, underlyingError: error, description: description)
        }
    }

    /// Returns the first byte of a text, without space, a byte order mark, and the zeros of UTF-16.
    static func firstByte(of data: Data) -> UInt8? {
        let skipped = Array(" \t\r\n\0".utf8) + [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
        return data.first { !skipped.contains($0) }
    }

    static func objects(in data: Data) throws(TSUDError) -> [String: Any] {
        // The old text format is not accepted: in it an empty text is an empty dictionary, which would reset
        // everything.
        let isXML = firstByte(of: data) == UInt8(ascii: "<")
        guard isXML || BinaryPropertyList.isBinary(data), let objects = try? PropertyListData.settings(in: data) else {
            throw TSUDError(.unreadable, description: "The data is not a property list of settings.")
        }
        return objects.mapValues(\.foundationObject)
    }

    /// The error about a property list that holds no setting, and so is likely to be another program's.
    static func foreign(_ names: [String]) -> TSUDError {
        let names = names.sorted()
        let some = names.prefix(3).map(quoted).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        return TSUDError(.unreadable, description: "No name in the data belongs to a setting of the list: \(some).")
    }
}

extension PropertyListObject {
    /// All reals with eight bytes, as they are read from XML.
    fileprivate var withWideReals: Self {
        switch self {
        case .single(let single): .real(Double(single))
        case .array(let objects): .array(objects.map(\.withWideReals))
        case .dictionary(let objects): .dictionary(objects.mapValues(\.withWideReals))
        default: self
        }
    }
}
