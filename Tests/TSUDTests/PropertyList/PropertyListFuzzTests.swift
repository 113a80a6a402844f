#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

/// Binary property lists that are built from parts, valid ones and others, and then changed at random places.
@Suite struct PropertyListFuzzTests {
    private static let fullCount = _isDebugAssertConfiguration() ? 20_000 : 300_000

    @Test func `No binary list crashes the reader, or is read as more objects than its limit`() {
        var random = SeededGenerator(seed: Extent.seed)
        var read = 0
        let count = Extent.isFull ? Self.fullCount : 500
        for number in 0..<count {
            let bytes = RandomList(&random).bytes
            let allowsReferences = Bool.random(using: &random)
            let object = try? BinaryPropertyList.decode(Data(bytes), allowsReferences: allowsReferences)
            guard let object else { continue }
            read += 1
            // A reference of an archive is read as a dictionary.
            let limit = (allowsReferences ? 2 : 1) * max(20_000, bytes.count)
            #expect(object.weight <= limit, "list \(number): \(bytes)")
            let written = Data(BinaryPropertyList.encode(object))
            #expect((try? BinaryPropertyList.decode(written, isTrusted: true)) == object, "list \(number): \(bytes)")
        }
        #expect(read > count / 10, "most lists are damaged")
    }
}

extension PropertyListObject {
    /// How many objects are inside, where 64 bytes of a string or of data are one.
    fileprivate var weight: Int {
        switch self {
        case .array(let objects): objects.reduce(0) { $0 + 1 + $1.weight }
        case .dictionary(let objects): objects.reduce(0) { $0 + 2 + Self.string($1.key).weight + $1.value.weight }
        case .data(let data): data.count / 64
        case .string(let string): string.utf16.count / 64
        default: 0
        }
    }
}

/// A binary list of random parts.
private struct RandomList {
    private(set) var bytes = Array("bplist00".utf8)
    private var random: SeededGenerator
    private let count: Int
    private let referenceSize: Int

    init(_ generator: inout SeededGenerator) {
        random = SeededGenerator(seed: generator.next())
        count = Int.random(in: 0..<24, using: &random)
        referenceSize = Self.one(of: [1, 1, 1, 1, 1, 1, 2, 4, 8, 0, 9], &random)
        let offsetSize = Self.one(of: [1, 2, 2, 2, 2, 2, 2, 4, 8, 0, 9], &random)
        var offsets: [UInt64] = []
        for index in 0..<count {
            offsets.append(UInt64(bytes.count))
            addObject(index)
        }
        var table = bytes.count
        for offset in offsets { add(offset, size: offsetSize) }
        // Sometimes the table begins elsewhere, and its count suits that.
        if Int.random(in: 0..<20, using: &random) == 0 { table = Self.one(of: [0, 7, 8, 9, table + 1], &random) }
        let offsetCount = max(0, bytes.count - table) / max(1, offsetSize)
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [offsetCount, 0, table] { add(UInt64(number), size: 8) }
        for _ in 0..<Self.one(of: [0, 0, 0, 1, 1, 2, 5], &random) { change() }
    }

    /// Adds an object with a marker, and contents that suit it.
    ///
    /// The first one is a container, and the last one is a string, which is the key of dictionaries.
    private mutating func addObject(_ index: Int) {
        let kinds: [UInt8] = [0x08, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0xA0, 0xA0, 0xD0, 0xD0]
        let some = Int.random(in: 0..<40, using: &random) == 0 ? [0, 0x70, 0x80, 0xB0, 0xC0, 0xF0] : kinds
        let kind = Self.one(of: index == count - 1 ? [0x50, 0x60] : index == 0 ? [0xA0, 0xD0] : some, &random)
        switch kind {
        case 0x10, 0x20, 0x30:
            let power = Self.one(of: kind == 0x10 ? [0, 1, 2, 3, 4] : kind == 0x20 ? [2, 3] : [3], &random)
            bytes.append(kind | UInt8(power))
            addNoise(1 << power)
        case 0x80:
            let size = Int.random(in: 0...15, using: &random)
            bytes.append(kind | UInt8(size))
            addNoise(size + 1)
        case 0x40...0xDF:
            let length = Self.one(of: [0, 1, 2, 2, 3, 14, 15, 16, 70, 300], &random)
            add(marker: kind, length: length)
            switch kind {
            case 0x40: addNoise(length)
            case 0x50: addNoise(length, below: 0x80)
            case 0x60: addNoise(2 * length)
            default:
                if kind == 0xD0 { for _ in 0..<length { add(UInt64(count - 1), size: referenceSize) } }
                // To later objects, as an encoder refers to them.
                let later = UInt64(index + 1)...UInt64(max(index + 1, count - 1))
                for _ in 0..<length { add(UInt64.random(in: later, using: &random), size: referenceSize) }
            }
        default: bytes.append(kind)
        }
    }

    private mutating func add(marker: UInt8, length: Int) {
        guard length >= 15 || Int.random(in: 0..<20, using: &random) == 0 else {
            return bytes.append(marker | UInt8(length))
        }
        let power = Int.random(in: 1...3, using: &random)
        bytes += [marker | 15, 0x10 | UInt8(power)]
        add(UInt64(length), size: 1 << power)
    }

    private mutating func addNoise(_ count: Int, below limit: UInt16 = 0x100) {
        for _ in 0..<count { bytes.append(UInt8(UInt16.random(in: 0..<limit, using: &random))) }
    }

    /// Adds a number, big-endian; sometimes another one, small or at a limit.
    private mutating func add(_ number: UInt64, size: Int) {
        let limits: [UInt64] = [2, 8, 9, 0xFF, 0xFFFF, 1 << 31, 1 << 32, 1 << 62, 1 << 63, .max]
        let isChanged = Int.random(in: 0..<300, using: &random) == 0
        let added = isChanged ? Self.one(of: limits, &random) &- UInt64.random(in: 0..<3, using: &random) : number
        for index in stride(from: size - 1, through: 0, by: -1) {
            bytes.append(index < 8 ? UInt8(truncatingIfNeeded: added >> UInt64(8 * index)) : 0)
        }
    }

    /// Changes, removes, or adds bytes somewhere, half of the times in the trailer.
    private mutating func change() {
        let start = Bool.random(using: &random) ? max(0, bytes.count - 32) : 0
        let place = Int.random(in: start..<bytes.count, using: &random)
        let end = min(bytes.count, place + Self.one(of: [1, 1, 1, 2, 8, 40], &random))
        var noise: [UInt8] = []
        for _ in place..<end { noise.append(Self.one(of: [0, 1, 8, 0x7F, 0x80, 0xAF, 0xDF, 0xFF], &random)) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(contentsOf: noise, at: place)
        case 2: bytes.removeLast(end - place)
        default: bytes.replaceSubrange(place..<end, with: noise)
        }
        if bytes.isEmpty { bytes = [0] }
    }

    private static func one<Element>(of elements: [Element], _ random: inout SeededGenerator) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }
}
#endif
