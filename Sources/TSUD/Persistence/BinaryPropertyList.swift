#if os(Linux)
import Foundation

/// A look at a binary property list before Foundation parses it.
///
/// Foundation refuses what nests more than 512 deep or goes round in circles. It does not refuse thirty arrays that
/// each name the next one twice, which it takes apart into a thousand million, nor a set, on which it crashes.
enum BinaryPropertyList {
    /// What would do harm in these bytes; `nil` where nothing does, or where they are no binary property list.
    static func damage(in data: Data) -> Damage? {
        let bytes = [UInt8](data)
        guard bytes.starts(with: Array("bplist0".utf8)) else { return nil }
        // A table that does not fit its file is for the parser to refuse.
        guard var table = ObjectTable(bytes) else { return nil }
        return table.damage()
    }

    /// Objects beyond this, each counted as often as it is named, are more than settings can mean.
    fileprivate static let mostObjects = 10_000_000
}

private struct ObjectTable {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let top: Int
    private let tableOffset: Int
    /// How many objects each container comes to with all that is in it; zero while not known.
    private var sizes: [Int]

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 40 else { return nil }
        self.bytes = bytes
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard
            (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(in: bytes, at: trailer + 8, size: 8),
            let top = Self.number(in: bytes, at: trailer + 16, size: 8),
            let tableOffset = Self.number(in: bytes, at: trailer + 24, size: 8),
            count <= bytes.count, top < count, tableOffset < bytes.count
        else { return nil }
        self.count = count
        self.top = top
        self.tableOffset = tableOffset
        sizes = Array(repeating: 0, count: count)
    }

    mutating func damage() -> Damage? {
        do throws(Damage) {
            _ = try size(of: top, depth: 0)
            return nil
        } catch {
            return error.harmful ? error : nil
        }
    }

    private mutating func size(of object: Int, depth: Int) throws(Damage) -> Int {
        if sizes[object] != 0 { return sizes[object] }
        // The parser's own limit is below this one; what reaches it here, circles too, is refused there.
        guard depth < 600, let offset = number(at: tableOffset + object * offsetSize, size: offsetSize),
            offset < bytes.count
        else { throw Damage(reason: "it is no property list") }
        let kind = bytes[offset] >> 4
        switch kind {
        case 0x1, 0x2, 0x3, 0x4, 0x5, 0x6:
            return 1
        case 0x0 where bytes[offset] == 0x08 || bytes[offset] == 0x09:
            return 1
        case 0xA, 0xD:
            let total = try sizeOfContainer(at: offset, isDictionary: kind == 0xD, depth: depth)
            guard total <= BinaryPropertyList.mostObjects else {
                throw Damage(reason: "it holds more objects than settings can", harmful: true)
            }
            sizes[object] = total
            return total
        default:
            throw Damage(reason: "it holds an object that settings can't hold", harmful: true)
        }
    }

    private mutating func sizeOfContainer(at offset: Int, isDictionary: Bool, depth: Int) throws(Damage) -> Int {
        var elements = Int(bytes[offset] & 0x0F)
        var start = offset + 1
        if elements == 0x0F {
            guard start < bytes.count, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3 else {
                throw Damage(reason: "it is no property list")
            }
            let width = 1 << Int(bytes[start] & 0x0F)
            guard let number = number(at: start + 1, size: width) else {
                throw Damage(reason: "it is no property list")
            }
            elements = number
            start += 1 + width
        }
        guard elements <= bytes.count else { throw Damage(reason: "it is no property list") }
        var total = 1
        for index in 0..<(isDictionary ? elements * 2 : elements) {
            guard let object = number(at: start + index * referenceSize, size: referenceSize), object < count else {
                throw Damage(reason: "it is no property list")
            }
            total += try size(of: object, depth: depth + 1)
            guard total <= BinaryPropertyList.mostObjects else { break }
        }
        return total
    }

    private func number(at offset: Int, size: Int) -> Int? { Self.number(in: bytes, at: offset, size: size) }

    private static func number(in bytes: [UInt8], at offset: Int, size: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - size else { return nil }
        let number = bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: number)
    }
}
#endif
