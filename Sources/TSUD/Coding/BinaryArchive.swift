import Foundation

/// The binary property list that an archiver writes, read without Foundation, which traps on malformed ones on Linux.
///
/// It reads just what an archived URL takes. Every offset is checked: any bytes at all may be given to it.
struct BinaryArchive {
    /// What this reader tells apart.
    enum Object {
        case string(String)
        case array([Int])
        /// The entries' keys and values, as indices of objects.
        case dictionary([(key: Int, value: Int)])
        /// An archiver's reference to one of its objects.
        case uid(Int)
        /// A number, a boolean, a date or data.
        case scalar
    }

    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let offsetTable: Int
    /// How many objects there are.
    let count: Int
    /// The index of the outermost object.
    let top: Int

    /// Takes binary data; `nil` when it has not the outer form of a binary property list.
    init?(_ data: Data) {
        let bytes = [UInt8](data)
        let trailer = bytes.count - 32
        guard bytes.starts(with: Array("bplist".utf8)), trailer >= 8 else { return nil }
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

    /// The object of an index; `nil` when there is none, or one of a kind that no property list of Foundation's has.
    func object(at index: Int) -> Object? {
        guard (0..<count).contains(index),
            let offset = integer(at: offsetTable + index * offsetSize, size: offsetSize),
            offset < bytes.count
        else { return nil }
        let marker = bytes[offset]
        switch marker >> 4 {
        case 0x0, 0x1, 0x2, 0x3: return .scalar
        case 0x8: return integer(at: offset + 1, size: Int(marker & 0xF) + 1).map(Object.uid)
        default: break
        }
        guard let (length, start) = lengthAndStart(at: offset) else { return nil }
        switch marker >> 4 {
        case 0x4: return .scalar
        case 0x5: return slice(start, length).map { .string(String(decoding: $0, as: UTF8.self)) }
        case 0x6: return slice(start, length, of: 2).map { .string(String(decoding: utf16($0), as: UTF16.self)) }
        case 0xA: return references(length, at: start).map(Object.array)
        case 0xD:
            guard let references = references(2 * length, at: start) else { return nil }
            return .dictionary(Array(zip(references.prefix(length), references.suffix(length))))
        default: return nil
        }
    }

    /// The number of a variable-sized object's parts and where they begin: a large number follows the marker.
    private func lengthAndStart(at offset: Int) -> (length: Int, start: Int)? {
        let short = Int(bytes[offset] & 0xF)
        guard short == 0xF else { return (short, offset + 1) }
        guard offset + 1 < bytes.count, bytes[offset + 1] >> 4 == 0x1, bytes[offset + 1] & 0xF <= 3 else { return nil }
        let size = 1 << Int(bytes[offset + 1] & 0xF)
        guard let length = integer(at: offset + 2, size: size), length <= bytes.count else { return nil }
        return (length, offset + 2 + size)
    }

    private func references(_ count: Int, at start: Int) -> [Int]? {
        guard slice(start, count, of: referenceSize) != nil else { return nil }
        let references = (0..<count).compactMap { integer(at: start + $0 * referenceSize, size: referenceSize) }
        return references.count == count ? references : nil
    }

    private func slice(_ start: Int, _ length: Int, of size: Int = 1) -> ArraySlice<UInt8>? {
        let end = start + length * size
        return end <= bytes.count ? bytes[start..<end] : nil
    }

    private func utf16(_ slice: ArraySlice<UInt8>) -> [UInt16] {
        stride(from: slice.startIndex, to: slice.endIndex, by: 2).map { UInt16(slice[$0]) << 8 | UInt16(slice[$0 + 1]) }
    }

    private func integer(at offset: Int, size: Int) -> Int? {
        Self.integer(in: bytes, at: offset, size: size)
    }

    /// A big-endian integer that is not negative and no larger than 2⁴⁸, so that sums of a few can't overflow.
    private static func integer(in bytes: [UInt8], at offset: Int, size: Int) -> Int? {
        guard offset >= 0, size > 0, offset + size <= bytes.count else { return nil }
        var value: UInt64 = 0
        for byte in bytes[offset..<(offset + size)] {
            guard value < 1 << 40 else { return nil }
            value = value << 8 | UInt64(byte)
        }
        return Int(value)
    }
}
