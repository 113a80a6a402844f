import Foundation

/// An archive as `NSKeyedArchiver` writes it, read without `NSKeyedUnarchiver`.
///
/// That traps on Linux if the data is malformed.
struct KeyedArchive {
    private let archive: PropertyListObject

    init?(_ data: Data) {
        // An archive in XML can't contain the objects on which Foundation traps.
        let isXML = data.first == UInt8(ascii: "<")
        guard let data = isXML ? PropertyListData.binary(from: data) : data,
            let archive = try? BinaryPropertyList.decode(data, allowsReferences: true)
        else { return nil }
        self.archive = archive
    }

    var root: PropertyListObject? { archive["$top"].flatMap { object("root", of: $0) } }

    /// The archived object that an entry of a dictionary refers to.
    func object(_ name: String, of dictionary: PropertyListObject) -> PropertyListObject? {
        guard case .integer(let index) = dictionary[name]?["CF$UID"], case .array(let objects) = archive["$objects"],
            let index = Int(exactly: index), objects.indices.contains(index)
        else { return nil }
        return objects[index]
    }
}

extension PropertyListObject {
    fileprivate subscript(name: String) -> Self? {
        if case .dictionary(let objects) = self { objects[name] } else { nil }
    }
}
