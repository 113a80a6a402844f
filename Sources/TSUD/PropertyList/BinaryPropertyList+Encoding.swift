import Foundation

extension BinaryPropertyList {
    /// Encodes an object; equal objects, whatever the order of their keys, make equal bytes.
    ///
    /// Foundation's encoder copies data byte by byte: a megabyte takes 0.13 seconds.
    package static func encode(_ object: PropertyListObject) -> [UInt8] {
        var encoder = Encoder(referenceSize: Encoder.size(of: UInt64(object.count)))
        let top = encoder.add(object)
        return encoder.list(top: top)
    }
}

private struct Encoder {
    let referenceSize: Int
    private var bytes: [UInt8] = Array("bplist00".utf8)
    private var offsets: [Int] = []
    /// The indices of the keys of dictionaries, which are written once.
    private var keys: NamedValues<Int> = [:]

    init(referenceSize: Int) { self.referenceSize = referenceSize }

    /// Writes an object after its contents, and returns its index.
    mutating func add(_ object: PropertyListObject) -> Int {
        var references: [Int] = []
        switch object {
        case .array(let objects):
            for object in objects { references.append(add(object)) }
        case .dictionary(let objects):
            let keys = objects.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            for key in keys { references.append(add(key: key)) }
            for key in keys { if let object = objects[key] { references.append(add(object)) } }
        default: break
        }
        offsets.append(bytes.count)
        write(object)
        for reference in references { write(UInt64(reference), size: referenceSize) }
        return offsets.count - 1
    }

    private mutating func add(key: String) -> Int {
        if let index = keys[key] { return index }
        let index = add(.string(key))
        keys[key] = index
        return index
    }

    mutating func list(top: Int) -> [UInt8] {
        let table = UInt64(bytes.count)
        let offsetSize = Self.size(of: table)
        for offset in offsets { write(UInt64(offset), size: offsetSize) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [UInt64(offsets.count), UInt64(top), table] { write(number, size: 8) }
        return bytes
    }

    /// Writes an object without its references.
    private mutating func write(_ object: PropertyListObject) {
        switch object {
        case .boolean(let boolean): bytes.append(boolean ? 0x09 : 0x08)
        case .integer(let integer):
            let bits = UInt64(bitPattern: integer)
            write(bits, marker: 0x10, size: Self.size(of: bits))
        // Signed integers have eight bytes, so a larger unsigned one takes sixteen.
        case .unsigned(let unsigned):
            bytes += [0x14, 0, 0, 0, 0, 0, 0, 0, 0]
            write(unsigned, size: 8)
        case .real(let real): write(real.bitPattern, marker: 0x20, size: 8)
        case .single(let single): write(UInt64(single.bitPattern), marker: 0x20, size: 4)
        case .date(let date): write(date.timeIntervalSinceReferenceDate.bitPattern, marker: 0x30, size: 8)
        case .data(let data):
            write(marker: 0x40, length: data.count)
            data.withUnsafeBytes { bytes.append(contentsOf: $0) }
        // Only ASCII has as many bytes in UTF-8 as units in UTF-16.
        case .string(var string) where string.utf8.count == string.utf16.count:
            write(marker: 0x50, length: string.utf8.count)
            string.withUTF8 { bytes.append(contentsOf: $0) }
        case .string(let string):
            write(marker: 0x60, length: string.utf16.count)
            for unit in string.utf16 { write(UInt64(unit), size: 2) }
        case .array(let objects): write(marker: 0xA0, length: objects.count)
        case .dictionary(let objects): write(marker: 0xD0, length: objects.count)
        }
    }

    private mutating func write(marker: UInt8, length: Int) {
        bytes.append(marker | UInt8(min(length, 15)))
        if length >= 15 { write(UInt64(length), marker: 0x10, size: Self.size(of: UInt64(length))) }
    }

    /// The marker contains the logarithm of the size.
    private mutating func write(_ number: UInt64, marker: UInt8, size: Int) {
        bytes.append(marker | UInt8(size.trailingZeroBitCount))
        write(number, size: size)
    }

    /// Big-endian.
    private mutating func write(_ number: UInt64, size: Int) {
        for index in stride(from: size - 1, through: 0, by: -1) {
            bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index))))
        }
    }

    /// How many bytes a number takes; not of an `Int`, which has 32 bits on some watches.
    static func size(of number: UInt64) -> Int {
        number < 0x100 ? 1 : number < 0x1_0000 ? 2 : number < 0x1_0000_0000 ? 4 : 8
    }
}

extension PropertyListObject {
    /// How many objects it is at most; a key that several dictionaries share is written once.
    fileprivate var count: Int {
        switch self {
        case .array(let objects): objects.reduce(1) { $0 + $1.count }
        case .dictionary(let objects): objects.reduce(1) { $0 + 1 + $1.value.count }
        default: 1
        }
    }
}
