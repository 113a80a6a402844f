package import Foundation

/// The contents of a property-list file with settings.
package enum PropertyListData {
    /// Parses the contents: the binary format here, because Foundation on Linux crashes or stalls on some data, and all
    /// others with Foundation.
    package static func settings(in data: Data) throws(Damage) -> PropertyListDictionary {
        guard !data.isEmpty else { throw Damage(reason: "it is empty") }
        let object: PropertyListObject
        if BinaryPropertyList.isBinary(data) {
            object = try BinaryPropertyList.decode(data)
        } else {
            guard let binary = binary(from: data) else { throw .malformed }
            object = try BinaryPropertyList.decode(binary, isTrusted: true)
        }
        guard case .dictionary(let settings) = object else { throw .noDictionary }
        return settings
    }

    package static func isXML(_ data: Data) -> Bool { firstByte(of: data) == UInt8(ascii: "<") }

    /// Returns the first byte of a text, without space, a byte order mark, and the zeros of UTF-16.
    package static func firstByte(of data: Data) -> UInt8? {
        let skipped = Array(" \t\r\n\0".utf8) + [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
        return data.first { !skipped.contains($0) }
    }

    /// Returns settings as XML, in which keys are sorted; `nil` if XML would lose something, such as a fraction of a
    /// second, or one of two spellings of a name.
    ///
    /// - Throws: Foundation's error about objects that are nested too deeply.
    package static func xml(of settings: PropertyListDictionary) throws -> Data? {
        let objects = settings.dictionary.mapValues(\.foundationObject)
        let xml = try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
        // Control characters are not valid in XML, so other programs refuse them.
        let isPlain = xml.allSatisfy { $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        guard isPlain, let read = try? self.settings(in: xml), read == settings else { return nil }
        return xml
    }
}

/// The damage of a property list.
package struct Damage: Error, Equatable, Sendable {
    /// A clause for messages, such as "it is empty".
    package let reason: String

    package init(reason: String) { self.reason = reason }

    static let malformed = Self(reason: "it is not a property list")
    static let foreign = Self(reason: "it contains an object that settings can't contain")
    fileprivate static let noDictionary = Self(reason: "its top level is not a dictionary")
}
