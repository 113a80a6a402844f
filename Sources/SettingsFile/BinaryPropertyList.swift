package import Foundation

/// A binary property list, read without Foundation, which crashes or hangs on malformed data on Linux.
///
/// Every offset is checked, so the data may be arbitrary.
package struct BinaryPropertyList {
    /// An object of the list; containers hold the indices of their elements.
    package enum Object {
        /// A boolean, a number, a date or data, with its length in bytes.
        case scalar(length: Int)
        case string(ArraySlice<UInt8>, isWide: Bool)
        case array([Int])
        case dictionary(keys: ArraySlice<Int>, values: ArraySlice<Int>)
        /// A keyed archive's reference to one of its objects.
        case reference(Int)
        /// A type that Foundation's property lists don't have, such as a set.
        case foreign
    }

    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let offsetTable: Int
    /// The number of objects.
    package let count: Int
    /// The index of the outermost object.
    package let top: Int
    /// The size of the whole list in bytes.
    package var size: Int { bytes.count }

    /// Returns `nil` if the data does not have the header and trailer of a binary property list.
    package init?(_ data: Data) {
        let bytes = [UInt8](data)
        let trailer = bytes.count - 32
        guard trailer >= 8, String(decoding: bytes.prefix(7), as: UTF8.self) == "bplist0" else { return nil }
        self.bytes = bytes
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard let count = Self.integer(in: bytes, at: trailer + 8, size: 8),
            let top = Self.integer(in: bytes, at: trailer + 16, size: 8),
            let offsetTable = Self.integer(in: bytes, at: trailer + 24, size: 8),
            (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            count <= bytes.count, top < count, offsetTable <= bytes.count
        else { return nil }
        self.count = count
        self.top = top
        self.offsetTable = offsetTable
    }

    /// The object at an index; `nil` if there is none or its bytes are malformed.
    package func object(at index: Int) -> Object? {
        guard (0..<count).contains(index),
            let offset = integer(at: offsetTable + index * offsetSize, size: offsetSize), offset < bytes.count
        else { return nil }
        let marker = bytes[offset]
        switch marker & 0xF0 {
        case 0x00: return marker == 0x08 || marker == 0x09 ? .scalar(length: 1) : .foreign
        case 0x10, 0x20, 0x30: return .scalar(length: 8)
        case 0x80: return integer(at: offset + 1, size: Int(marker & 0xF) + 1).map(Object.reference)
        case 0x40, 0x50, 0x60, 0xA0, 0xD0: return variableObject(at: offset)
        default: return .foreign
        }
    }

    private func variableObject(at offset: Int) -> Object? {
        guard let (length, start) = lengthAndStart(at: offset) else { return nil }
        switch bytes[offset] & 0xF0 {
        case 0x40: return .scalar(length: length)
        case 0x50: return slice(start, length).map { .string($0, isWide: false) }
        case 0x60: return slice(start, length, of: 2).map { .string($0, isWide: true) }
        case 0xA0: return references(length, at: start).map(Object.array)
        default:
            guard let references = references(2 * length, at: start) else { return nil }
            return .dictionary(keys: references.prefix(length), values: references.suffix(length))
        }
    }

    /// The length and the start of a variable-sized object; a length of 15 or more follows the marker.
    private func lengthAndStart(at offset: Int) -> (length: Int, start: Int)? {
        let short = Int(bytes[offset] & 0xF)
        guard short == 0xF else { return (short, offset + 1) }
        guard offset + 1 < bytes.count else { return nil }
        // The marker of an integer, which contains the logarithm of its size.
        let size: Int
        switch bytes[offset + 1] {
        case 0x10: size = 1
        case 0x11: size = 2
        case 0x12: size = 4
        case 0x13: size = 8
        default: return nil
        }
        guard let length = integer(at: offset + 2, size: size), length <= bytes.count else { return nil }
        return (length, offset + 2 + size)
    }

    private func references(_ count: Int, at start: Int) -> [Int]? {
        guard slice(start, count, of: referenceSize) != nil else { return nil }
        var references: [Int] = []
        references.reserveCapacity(count)
        for index in 0..<count {
            guard let reference = integer(at: start + index * referenceSize, size: referenceSize) else { return nil }
            references.append(reference)
        }
        return references
    }

    private func slice(_ start: Int, _ length: Int, of size: Int = 1) -> ArraySlice<UInt8>? {
        let end = start + length * size
        return end <= bytes.count ? bytes[start..<end] : nil
    }

    private func integer(at offset: Int, size: Int) -> Int? {
        Self.integer(in: bytes, at: offset, size: size)
    }

    /// A big-endian integer; at most a quarter of `Int.max`, so that sums of a few can't overflow.
    private static func integer(in bytes: [UInt8], at offset: Int, size: Int) -> Int? {
        guard offset >= 0, size > 0, offset + size <= bytes.count else { return nil }
        var value = 0
        for index in offset..<(offset + size) {
            guard value < Int.max / 0x400 else { return nil }
            value = value * 0x100 + Int(bytes[index])
        }
        return value
    }
}

extension BinaryPropertyList.Object {
    var isString: Bool {
        if case .string = self { true } else { false }
    }

    /// The text of a string; `nil` for other objects.
    package var text: String? {
        guard case .string(let bytes, let isWide) = self else { return nil }
        guard isWide else { return String(decoding: bytes, as: UTF8.self) }
        return String(bytes: bytes, encoding: .utf16BigEndian)
    }
}
