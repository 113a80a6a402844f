import Foundation

/// The binary format of property lists, without Foundation, which crashes or stalls on some data on Linux.
package enum BinaryPropertyList {
    /// Whether data begins like a binary property list.
    static func isBinary(_ data: Data) -> Bool { data.range(of: header, options: .anchored) != nil }

    private static let header = Data("bplist0".utf8)

    /// Decodes the top object of a binary property list.
    ///
    /// - Parameters:
    ///   - data: The list.
    ///   - depth: How many levels of containers it may have. A file is a dictionary around objects.
    ///   - allowsReferences: Whether it may contain the references of a keyed archive, which are decoded as
    ///     dictionaries of the form that they have in XML.
    ///   - isTrusted: Whether the size is unlimited, because an encoder has just made the list.
    /// - Returns: The object.
    /// - Throws: The damage.
    static func decode(
        _ data: Data,
        depth: Int = PropertyListObject.depthLimit + 1,
        allowsReferences: Bool = false,
        isTrusted: Bool = false
    ) throws(Damage) -> PropertyListObject {
        let result = data.withUnsafeBytes { bytes in
            Result { () throws(Damage) -> PropertyListObject in
                guard isBinary(data), var decoder = Decoder(bytes, allowsReferences: allowsReferences) else {
                    throw .malformed
                }
                if isTrusted { decoder.budget = .max }
                return try decoder.object(at: decoder.top, depth: depth)
            }
        }
        return try result.get()
    }
}

/// Decodes arbitrary data: every offset is checked, and depth and size are limited.
private struct Decoder {
    private let bytes: UnsafeRawBufferPointer
    private let allowsReferences: Bool
    private let offsetSize: Int
    private let referenceSize: Int
    private let offsetTable: Int
    private let count: Int
    let top: Int
    /// How many more objects may be decoded, where 64 bytes of text or data are one object.
    ///
    /// An object counts each time it is referred to: twenty nested arrays that each refer to the next one twice are a
    /// million objects. An encoder refers to each container once, so its list has fewer objects than bytes.
    var budget: Int
    /// The decoded objects, which all elements that refer to them share.
    private var decoded: [Decoded?]

    private struct Decoded {
        let object: PropertyListObject
        /// Its share of the budget, and the number of further levels of containers that it was allowed.
        let cost: Int32
        let depth: Int32
    }

    /// Reads the trailer.
    init?(_ bytes: UnsafeRawBufferPointer, allowsReferences: Bool) {
        let trailer = bytes.count - 32
        guard trailer >= 8 else { return nil }
        self.bytes = bytes
        self.allowsReferences = allowsReferences
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        budget = max(20_000, bytes.count)
        guard let count = Self.integer(in: bytes, at: trailer + 8, size: 8),
            let top = Self.integer(in: bytes, at: trailer + 16, size: 8),
            let offsetTable = Self.integer(in: bytes, at: trailer + 24, size: 8),
            (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            // After the header; the table ends at the trailer.
            top < count, (8...trailer).contains(offsetTable),
            (trailer - offsetTable).quotientAndRemainder(dividingBy: offsetSize) == (count, 0)
        else { return nil }
        self.count = count
        self.top = top
        self.offsetTable = offsetTable
        decoded = Array(repeating: nil, count: count)
    }

    mutating func object(at index: Int, depth: Int) throws(Damage) -> PropertyListObject {
        guard index < count else { throw .malformed }
        // Deeper than before, it may nest too deep.
        if let known = decoded[index], depth >= known.depth {
            try spend(Int(known.cost))
            return known.object
        }
        let before = budget
        let object = try newObject(at: index, depth: depth)
        if let cost = Int32(exactly: before - budget) {
            decoded[index] = Decoded(object: object, cost: cost, depth: Int32(depth))
        }
        return object
    }

    private mutating func newObject(at index: Int, depth: Int) throws(Damage) -> PropertyListObject {
        guard let offset = integer(at: offsetTable + index * offsetSize, size: offsetSize),
            // After the header.
            (8..<offsetTable).contains(offset)
        else { throw .malformed }
        let size = 1 << Int(bytes[offset] & 0xF)
        switch bytes[offset] {
        case 0x08, 0x09: return .boolean(bytes[offset] == 0x09)
        case 0x10...0x14: return try number(at: offset + 1, size: size)
        case 0x22:
            return .single(Float(bitPattern: UInt32(truncatingIfNeeded: try bits(at: offset + 1, size: size))))
        case 0x23: return .real(Double(bitPattern: try bits(at: offset + 1, size: size)))
        case 0x33:
            let seconds = Double(bitPattern: try bits(at: offset + 1, size: size))
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case 0x40...0x4F:
            let contents = try contents(at: offset)
            return .data(contents.baseAddress.map { Data(bytes: $0, count: contents.count) } ?? Data())
        case 0x50...0x5F, 0x60...0x6F: return .string(try text(at: offset))
        case 0x80...0x8F where allowsReferences:
            return .dictionary(["CF$UID": try number(at: offset + 1, size: Int(bytes[offset] & 0xF) + 1)])
        case 0xA0...0xAF: return .array(try array(at: offset, depth: depth - 1))
        case 0xD0...0xDF: return .dictionary(try dictionary(at: offset, depth: depth - 1))
        case 0x80...0x8F, 0xB0...0xCF, 0x00: throw .foreign
        default: throw .malformed
        }
    }

    private mutating func array(at offset: Int, depth: Int) throws(Damage) -> [PropertyListObject] {
        let (start, count) = try references(at: offset, perElement: 1, depth: depth)
        var objects: [PropertyListObject] = []
        objects.reserveCapacity(count)
        for index in 0..<count { objects.append(try object(start, index, depth: depth)) }
        return objects
    }

    private mutating func dictionary(at offset: Int, depth: Int) throws(Damage) -> PropertyListDictionary {
        let (start, references) = try references(at: offset, perElement: 2, depth: depth)
        let count = references / 2
        var objects: PropertyListDictionary = [:]
        objects.reserveCapacity(count)
        for index in 0..<count {
            guard case .string(let key) = try object(start, index, depth: depth) else { throw .foreign }
            let object = try object(start, count + index, depth: depth)
            // Foundation keeps the first of two.
            if objects[key] == nil { objects[key] = object }
        }
        return objects
    }

    /// The place of a container's references to its elements, and their number.
    private mutating func references(
        at offset: Int,
        perElement: Int,
        depth: Int
    ) throws(Damage) -> (start: Int, count: Int) {
        guard depth >= 0 else { throw .malformed }
        let range = try range(at: offset, unit: perElement * referenceSize)
        // Before memory is taken, because containers may overlap.
        try spend(range.count / referenceSize)
        return (range.lowerBound, range.count / referenceSize)
    }

    /// The object that one of the references at a place refers to.
    private mutating func object(_ start: Int, _ index: Int, depth: Int) throws(Damage) -> PropertyListObject {
        guard let reference = integer(at: start + index * referenceSize, size: referenceSize) else { throw .malformed }
        return try object(at: reference, depth: depth)
    }

    private mutating func text(at offset: Int) throws(Damage) -> String {
        guard bytes[offset] >= 0x60 else {
            guard let text = String(bytes: try contents(at: offset), encoding: .ascii) else { throw .malformed }
            return text
        }
        let text = try contents(at: offset, unit: 2)
        // An empty string is ASCII; Foundation refuses the whole list otherwise.
        if text.isEmpty { throw .malformed }
        let units = stride(from: 0, to: text.count, by: 2).map { UInt16(text[$0]) << 8 | UInt16(text[$0 + 1]) }
        // Half of a surrogate pair becomes U+FFFD.
        return String(decoding: units, as: UTF16.self)
    }

    /// The bytes of a string or of data.
    private mutating func contents(at offset: Int, unit: Int = 1) throws(Damage) -> UnsafeRawBufferPointer {
        let range = try range(at: offset, unit: unit)
        try spend(range.count / 64)
        return UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    /// The place of an object of variable length; a length of 15 or more follows the marker as an integer.
    private func range(at offset: Int, unit: Int) throws(Damage) -> Range<Int> {
        var length = Int(bytes[offset] & 0xF)
        var start = offset + 1
        if length == 0xF {
            guard start < offsetTable, (0x10...0x13).contains(bytes[start]) else { throw .malformed }
            let size = 1 << Int(bytes[start] & 0xF)
            guard let long = integer(at: start + 1, size: size) else { throw .malformed }
            length = long
            start += 1 + size
        }
        guard start <= offsetTable, length <= (offsetTable - start) / unit else { throw .malformed }
        return start..<(start + length * unit)
    }

    /// An integer: signed if it has eight bytes or more, otherwise unsigned.
    private func number(at offset: Int, size: Int) throws(Damage) -> PropertyListObject {
        guard size == 16 else { return .integer(Int64(bitPattern: try bits(at: offset, size: size))) }
        let (high, low) = (try bits(at: offset, size: 8), try bits(at: offset + 8, size: 8))
        if high == 0 { return low > Int64.max.magnitude ? .unsigned(low) : .integer(Int64(bitPattern: low)) }
        if high == .max, low > Int64.max.magnitude { return .integer(Int64(bitPattern: low)) }
        return .real(Double(Int64(bitPattern: high)) * 0x1p64 + Double(low))
    }

    /// The bits of a big-endian number of up to eight bytes.
    private func bits(at offset: Int, size: Int) throws(Damage) -> UInt64 {
        guard offset + size <= offsetTable else { throw .malformed }
        return bytes[offset..<(offset + size)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func spend(_ count: Int) throws(Damage) {
        budget -= count
        if budget < 0 { throw Damage(reason: "it contains more objects than settings can") }
    }

    private func integer(at offset: Int, size: Int) -> Int? { Self.integer(in: bytes, at: offset, size: size) }

    /// A big-endian integer; `nil` if it lies outside the data, or is larger than any offset in data can be.
    private static func integer(in bytes: UnsafeRawBufferPointer, at offset: Int, size: Int) -> Int? {
        guard (0...bytes.count).contains(offset), size <= bytes.count - offset else { return nil }
        let value = bytes[offset..<(offset + size)].reduce(UInt64(0)) { $0 >> 32 == 0 ? $0 << 8 | UInt64($1) : .max }
        return Int32(exactly: value).map(Int.init)
    }
}
