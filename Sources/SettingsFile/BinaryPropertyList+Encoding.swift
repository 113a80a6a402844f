import Foundation

extension BinaryPropertyList {
    /// The property list of an object.
    ///
    /// Foundation's encoder loses half of an integer of more than 64 bits, and copies data byte by byte: a megabyte
    /// takes 0.13 seconds.
    package static func encode(_ object: PropertyListObject) -> [UInt8] {
        var encoder = Encoder()
        let top = encoder.add(object)
        return encoder.list(top: top)
    }
}

private struct Encoder {
    /// An object whose parts are references to others.
    private enum Part {
        case scalar(PropertyListObject)
        case array([Int])
        case dictionary([Int])
    }

    private var parts: [Part] = []
    /// The indices of the keys of dictionaries, which are written once.
    private var keys: [String: Int] = [:]
    private var bytes: [UInt8] = Array("bplist00".utf8)

    /// Adds an object and what it contains, and returns its index.
    mutating func add(_ object: PropertyListObject) -> Int {
        let index = parts.count
        parts.append(.scalar(object))
        switch object {
        case .array(let objects):
            parts[index] = .array(objects.map { add($0) })
        case .dictionary(let objects):
            let names = objects.keys.map { add(key: $0) }
            parts[index] = .dictionary(names + objects.values.map { add($0) })
        default: break
        }
        return index
    }

    private mutating func add(key: String) -> Int {
        if let index = keys.object(spelled: key) { return index }
        let index = add(.string(key))
        // Swift considers two spellings of an accented letter equal; the second is written each time.
        if keys[key] == nil { keys[key] = index }
        return index
    }

    mutating func list(top: Int) -> [UInt8] {
        let referenceSize = Self.size(of: UInt64(parts.count))
        var offsets: [Int] = []
        offsets.reserveCapacity(parts.count)
        for part in parts {
            offsets.append(bytes.count)
            switch part {
            case .scalar(let object):
                write(object)
            case .array(let references):
                write(marker: 0xA0, length: references.count)
                for reference in references { write(reference, size: referenceSize) }
            case .dictionary(let references):
                write(marker: 0xD0, length: references.count / 2)
                for reference in references { write(reference, size: referenceSize) }
            }
        }
        let table = bytes.count
        let offsetSize = Self.size(of: UInt64(table))
        for offset in offsets { write(offset, size: offsetSize) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [parts.count, top, table] { write(number, size: 8) }
        return bytes
    }

    private mutating func write(_ object: PropertyListObject) {
        switch object {
        case .boolean(let boolean): bytes.append(boolean ? 0x09 : 0x08)
        case .integer(let integer):
            let bits = UInt64(bitPattern: integer)
            write(number: bits, marker: 0x10, size: Self.size(of: bits))
        case .unsigned(let unsigned): write(high: 0, low: unsigned)
        case .wide(let high, let low): write(high: high, low: low)
        case .real(let real): write(number: real.bitPattern, marker: 0x20, size: 8)
        case .single(let single): write(number: UInt64(single.bitPattern), marker: 0x20, size: 4)
        case .date(let date):
            write(number: date.timeIntervalSinceReferenceDate.bitPattern, marker: 0x30, size: 8)
        case .data(let data):
            write(marker: 0x40, length: data.count)
            data.withUnsafeBytes { bytes.append(contentsOf: $0) }
        case .string(let string):
            if string.utf8.allSatisfy({ $0 < 0x80 }) {
                write(marker: 0x50, length: string.utf8.count)
                bytes.append(contentsOf: string.utf8)
            } else {
                write(marker: 0x60, length: string.utf16.count)
                for unit in string.utf16 { bytes += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
            }
        case .array, .dictionary: break
        }
    }

    private mutating func write(high: Int64, low: UInt64) {
        bytes.append(0x14)
        write(UInt64(bitPattern: high), size: 8)
        write(low, size: 8)
    }

    /// The marker contains the logarithm of the size.
    private mutating func write(number: UInt64, marker: UInt8, size: Int) {
        bytes.append(marker | UInt8(size.trailingZeroBitCount))
        write(number, size: size)
    }

    private mutating func write(marker: UInt8, length: Int) {
        bytes.append(marker | UInt8(min(length, 15)))
        if length >= 15 { write(number: UInt64(length), marker: 0x10, size: Self.size(of: UInt64(length))) }
    }

    private mutating func write(_ number: Int, size: Int) { write(UInt64(number), size: size) }

    /// Big-endian.
    private mutating func write(_ number: UInt64, size: Int) {
        for index in stride(from: size - 1, through: 0, by: -1) {
            bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index))))
        }
    }

    /// How many bytes a number takes; not of an `Int`, which has 32 bits on some watches.
    private static func size(of number: UInt64) -> Int {
        number < 0x100 ? 1 : number < 0x1_0000 ? 2 : number < 0x1_0000_0000 ? 4 : 8
    }
}
