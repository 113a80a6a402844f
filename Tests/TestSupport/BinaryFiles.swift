/// Binary property lists that no encoder produces.
package enum BinaryFiles {
    /// `{a: …}` with nested arrays, each of which refers to the next one twice.
    package static func doubling(_ depth: Int) -> [UInt8] {
        let arrays = (3..<depth + 2).map { next in [0xA2, UInt8(next), UInt8(next)] }
        return file([[0xD1, 1, 2], [0x51, 0x61]] + arrays + [[0xA0]])
    }

    /// `{a: …}` with an array of at most 200 elements, which are one text of 60,000 characters.
    package static func repeating(_ count: Int) -> [UInt8] {
        let array = [0xAF, 0x10, UInt8(count)] + [UInt8](repeating: 3, count: count)
        let length = 60_000
        let text = [0x5F, 0x11, UInt8(length >> 8), UInt8(length & 0xFF)] + [UInt8](repeating: 0x78, count: length)
        return file([[0xD1, 1, 2], [0x51, 0x61], array, text])
    }

    /// `{a: <set of 5>}`.
    package static let set = file([[0xD1, 1, 2], [0x51, 0x61], [0xC1, 3], [0x10, 5]])

    /// `{a: <UID of a keyed archive>}`.
    package static let archiverMark = file([[0xD1, 1, 2], [0x51, 0x61], [0x80, 5]])

    /// `{a: …}` with an integer of sixteen bytes.
    package static func integer(_ bytes: [UInt8]) -> [UInt8] { file([[0xD1, 1, 2], [0x51, 0x61], [0x14] + bytes]) }

    /// `{5: 6}`.
    package static let numberAsKey = file([[0xD1, 1, 2], [0x10, 5], [0x10, 6]])

    /// `{<key>: 6}`.
    package static func dictionary(key: [UInt8]) -> [UInt8] { file([[0xD1, 1, 2], key, [0x10, 6]]) }

    /// `{é: 14, é: 10}`, with a combining accent, and without.
    package static let twoSpellings = file([
        [0xD2, 1, 2, 3, 4], [0x62, 0x00, 0x65, 0x03, 0x01], [0x61, 0x00, 0xE9], [0x10, 14], [0x10, 10],
    ])

    /// A dictionary with two keys, each half of a surrogate pair, and one such string.
    package static let unpairedSurrogates = file([
        [0xD2, 1, 2, 3, 4], [0x61, 0xD8, 0x00], [0x61, 0xD8, 0x01], [0x62, 0x00, 0x61, 0xDC, 0x00], [0x10, 10],
    ])

    private static func file(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = bytes.count
        let tail: [UInt64] = [UInt64(objects.count), 0, UInt64(table)]
        return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1]
            + tail.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }
    }
}
