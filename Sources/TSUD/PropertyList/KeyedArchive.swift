import Foundation

/// An archive as `NSKeyedArchiver` writes it, read without `NSKeyedUnarchiver`.
///
/// That traps on Linux if the data is malformed, or if the archive has an object of another class than expected.
struct KeyedArchive {
    private let archive: PropertyListObject

    init?(_ data: Data) {
        guard let data = BinaryPropertyList.isBinary(data) ? data : Self.binary(ofXML: data),
            let archive = try? BinaryPropertyList.decode(data, allowsReferences: true)
        else { return nil }
        self.archive = archive
    }

    /// Converts an archive in XML, which can't contain the objects on which Foundation traps.
    private static func binary(ofXML data: Data) -> Data? {
        guard data.first == UInt8(ascii: "<"),
            let archive = try? PropertyListSerialization.propertyList(from: data, format: nil)
        else { return nil }
        return try? PropertyListSerialization.data(fromPropertyList: archive, format: .binary, options: 0)
    }

    var root: PropertyListObject? { archive["$top"].flatMap { object("root", of: $0) } }

    /// The archived object that an entry of a dictionary refers to.
    func object(_ name: String, of dictionary: PropertyListObject) -> PropertyListObject? {
        guard case .integer(let index) = dictionary[name]?["CF$UID"], case .array(let objects) = archive["$objects"],
            let index = Int(exactly: index), objects.indices.contains(index)
        else { return nil }
        return objects[index]
    }

    /// Whether Foundation on Linux finds the classes that it expects.
    ///
    /// A string, a number and small data are archived without a class; Foundation itself refuses these. A collection
    /// expects only such objects and collections of the same kind.
    func isOf(_ type: (some NSObject).Type) -> Bool {
        let name = NSStringFromClass(type)
        func hasName(_ object: PropertyListObject) -> Bool {
            guard case .array(let names) = object["$classes"] else { return true }
            return names.contains { if case .string(name) = $0 { true } else { false } }
        }
        let isCollection = type is NSArray.Type || type is NSDictionary.Type || type is NSSet.Type
        if isCollection, case .array(let objects) = archive["$objects"] { return objects.allSatisfy(hasName) }
        return root.flatMap { object("$class", of: $0) }.map(hasName) ?? true
    }
}

extension PropertyListObject {
    fileprivate subscript(name: String) -> Self? {
        if case .dictionary(let objects) = self { objects[name] } else { nil }
    }
}
