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

    /// `{a: …}` with an array of so many references to one object, by default a string.
    package static func references(_ count: Int, to object: [UInt8] = [0x51, 0x62]) -> [UInt8] {
        var bytes = Array("bplist00".utf8) + [0xD1, 1, 2, 0x51, 0x61] + object
        bytes += [0xAF, 0x12] + bigEndian(UInt64(count), size: 4) + [UInt8](repeating: 3, count: count)
        let table = UInt64(bytes.count)
        bytes += [8, 11, UInt64(13 + object.count), 13].flatMap { bigEndian($0, size: 4) } + [0, 0, 0, 0, 0, 0, 4, 1]
        return bytes + [4, 0, table].flatMap { bigEndian($0, size: 8) }
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

    /// `{a: …}` with half of a surrogate pair.
    package static let unpairedSurrogate = file([[0xD1, 1, 2], [0x51, 0x61], [0x62, 0x00, 0x61, 0xDC, 0x00]])

    /// `{é: …}` in one byte that is no ASCII, and nested arrays, each of which refers to the next one twice.
    ///
    /// Foundation accepts the byte, and would decode the arrays for minutes.
    package static let noASCII: [UInt8] = {
        let arrays = (3..<33).map { next in [0xA2, UInt8(next), UInt8(next)] }
        return file([[0xD1, 1, 2], [0x51, 0xE9]] + arrays + [[0xA0]])
    }()

    /// `{a: …}` with nested arrays of many elements, the last of which are references of an archive.
    package static func archiverMarks(_ count: Int) -> [UInt8] {
        let arrays = (3...5).map { [0xAF, 0x10, UInt8(count)] + [UInt8](repeating: $0, count: count) }
        return file([[0xD1, 1, 2], [0x51, 0x61]] + arrays + [[0x80, 5]])
    }

    /// 200 nested arrays that share a million bytes of references.
    package static func overlapping() -> [UInt8] {
        let (count, length) = (200, 1_000_000)
        var bytes = Array("bplist00".utf8)
        // Each array begins with a reference to the next one, after its marker and its length of four bytes.
        for next in 1...count {
            bytes += [0xAF, 0x12] + bigEndian(UInt64(length), size: 4) + [UInt8(next)]
        }
        bytes += [UInt8](repeating: UInt8(count), count: length) + [0xA0]
        let table = UInt64(bytes.count)
        for index in 0..<count { bytes += bigEndian(UInt64(8 + 7 * index), size: 4) }
        bytes += bigEndian(table - 1, size: 4) + [0, 0, 0, 0, 0, 0, 4, 1]
        return bytes + [UInt64(count + 1), 0, table].flatMap { bigEndian($0, size: 8) }
    }

    /// Lists whose trailer or lengths lead out of them.
    package static let hostile: [Row<[UInt8]>] = [
        Row("a table of offsets in the header", trailer(count: 8, top: 0, table: 0)),
        Row("a table of offsets at the end of the header", trailer(count: 0, top: 0, table: 8)),
        Row("a count of the largest number", trailer(count: .max, top: 0, table: 8)),
        Row("a top object of the largest number", trailer(count: 1, top: .max, table: 8)),
        Row("a table of offsets at the largest number", trailer(count: 1, top: 0, table: .max)),
        Row("a table of offsets beyond the end", trailer(count: 1, top: 0, table: 9)),
        Row("a length at the end", file([[0xD1, 1, 1], [0x5F]])),
        Row(
            "a length of eight bytes, all set",
            file([[0xD1, 1, 1], [0x5F, 0x13] + [UInt8](repeating: 0xFF, count: 8)])
        ),
        Row("a length of 2 GB of references", file([[0xAF, 0x12, 0x7F, 0xFF, 0xFF, 0xFF]])),
        Row("a length that is a string", file([[0xAF, 0x51, 0x61]])),
        Row("a number at the end", file([[0xD1, 1, 2], [0x51, 0x61], [0x14, 0]])),
        Row("a string that is no ASCII", noASCII),
        Row("a dictionary in itself", file([[0xD1, 1, 0], [0x51, 0x61]])),
    ]

    /// The header and the trailer, with sizes of one byte.
    private static func trailer(count: UInt64, top: UInt64, table: UInt64) -> [UInt8] {
        Array("bplist00".utf8) + [0, 0, 0, 0, 0, 0, 1, 1] + [count, top, table].flatMap { bigEndian($0, size: 8) }
    }

    private static func bigEndian(_ number: UInt64, size: Int) -> [UInt8] {
        (1...size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (size - $0))) }
    }

    /// A list of these objects, in which offsets and references have two bytes.
    package static func wideFile(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += bigEndian(UInt64(bytes.count), size: 2)
            bytes += object
        }
        let tail = [UInt64(objects.count), 0, UInt64(bytes.count)]
        return bytes + offsets + [0, 0, 0, 0, 0, 0, 2, 2] + tail.flatMap { bigEndian($0, size: 8) }
    }

    private static func file(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = bytes.count
        let tail: [UInt64] = [UInt64(objects.count), 0, UInt64(table)]
        return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + tail.flatMap { bigEndian($0, size: 8) }
    }
}
