#if os(Linux)
import Foundation
import TSUDText
import TestSupport
import Testing

@testable import TSUD

/// The formats of a settings file, as compared with Foundation's parser and encoder.
@Suite struct PropertyListFormatTests {
    static let settings: [String: PropertyListObject] = [
        "": .string(""),
        "k\0ey": .string("a\0b"),
        "largest": .unsigned(.max),
        "smallest": .integer(.min),
        "one": .integer(1),
        "true": .boolean(true),
        "real": .real(1),
        "zero": .real(-0.0),
        "nan": .real(.nan),
        "infinity": .real(-.infinity),
        "single": .single(0.1),
        "date": .date(Date(timeIntervalSinceReferenceDate: 0.123456789)),
        "past": .date(Date(timeIntervalSinceReferenceDate: -1e12)),
        "data": .data(Data([0, 255])),
        "emoji": .string("\u{1F468}\u{200D}\u{1F469}\u{FFFD}"),
        "list": .array([.boolean(true), .integer(1), .real(1), .array([]), .dictionary([:])]),
        "tree": .dictionary(["a": .dictionary(["": .array([.date(Date(timeIntervalSinceReferenceDate: 0.5))])])]),
    ]

    static let wide: [(bytes: [UInt8], object: PropertyListObject)] = [
        ([0, 0, 0, 0, 0, 0, 0, 1] + Array(repeating: 0, count: 8), .real(0x1p64)),
        ([0x80] + Array(repeating: 0, count: 15), .real(-0x1p127)),
        ([0x7F] + Array(repeating: 0xFF, count: 15), .real(0x1p127)),
        (Array(repeating: 0xFF, count: 8) + [0x7F] + Array(repeating: 0xFF, count: 7), .real(-0x1p63)),
        (Array(repeating: 0, count: 8) + Array(repeating: 0xFF, count: 8), .unsigned(.max)),
        (Array(repeating: 0, count: 15) + [7], .integer(7)),
        (Array(repeating: 0xFF, count: 16), .integer(-1)),
    ]

    @Test(arguments: wide)
    func `An integer of more than 64 bits is the nearest real number`(
        _ bytes: [UInt8],
        _ object: PropertyListObject
    )
        throws
    {
        #expect(try BinaryPropertyList.decode(Data(BinaryFiles.integer(bytes))) == .dictionary(["a": object]))
    }

    private func encode(_ object: PropertyListObject) -> Data { Data(BinaryPropertyList.encode(object)) }

    /// The object that Foundation decodes.
    private func foundation(_ data: Data) throws -> PropertyListObject? {
        PropertyListObject(try PropertyListSerialization.propertyList(from: data, format: nil))
    }

    static let lists = [
        Row("objects of all kinds", PropertyListObject.dictionary(NamedValues(settings))),
        // Swift takes the two keys for equal. The third dictionary refers to the first one's.
        Row("equal strings", .array(["\u{e9}", "e\u{301}", "\u{e9}"].map { .dictionary([$0: .integer(1)]) })),
    ]

    @Test(arguments: lists)
    func `A list is decoded exactly as it was encoded`(_ row: Row<PropertyListObject>) throws {
        #expect(try BinaryPropertyList.decode(encode(row.content)) == row.content)
    }

    @Test func `Random objects are decoded by Foundation and by TSUD, whichever encoded them`() throws {
        var random = SeededGenerator(seed: 20_261_122)
        for _ in 0..<(Extent.isFull ? 2_000 : 100) {
            let object = PropertyListObject.dictionary(["top": Self.object(&random, depth: 4)])
            #expect(try foundation(encode(object)) == object)
            let plain = object.foundationObject
            let data = try PropertyListSerialization.data(fromPropertyList: plain, format: .binary, options: 0)
            #expect(try BinaryPropertyList.decode(data) == foundation(data))
        }
    }

    private static func object(_ random: inout SeededGenerator, depth: Int) -> PropertyListObject {
        let isScalar = depth == 0 || Int.random(in: 0..<3, using: &random) == 0
        if isScalar, let scalar = settings.values.randomElement(using: &random) { return scalar }
        // Sometimes too many for a length or a reference of one byte.
        let count = Int.random(in: 0..<12, using: &random) == 0 ? 300 : Int.random(in: 0..<18, using: &random)
        let objects = (0..<count).map { _ in object(&random, depth: count > 100 ? 0 : depth - 2) }
        if Bool.random(using: &random) { return .array(objects) }
        return .dictionary(
            NamedValues(Dictionary(objects.enumerated().map { ("key \($0.offset)", $0.element) }) { $1 })
        )
    }

    /// Whether Foundation decodes half of an integer of sixteen bytes.
    private static func isDecodedDifferently(_ object: PropertyListObject) -> Bool {
        object.contains {
            switch $0 {
            case .real(let real): real.isFinite && abs(real) >= 0x1p63
            case .unsigned: true
            default: false
            }
        }
    }

    @Test func `A damaged list doesn't crash, and is decoded as by Foundation`() throws {
        let valid = BinaryPropertyList.encode(
            .dictionary(NamedValues(Self.settings.filter { $0.value != .unsigned(.max) }))
        )
        var random = SeededGenerator(seed: 42)
        var decoded = 0
        for index in valid.indices {
            for value in [valid[index] ^ 0xFF, valid[index] &+ 1, UInt8.random(in: 0...255, using: &random)] {
                var bytes = valid
                bytes[index] = value
                let object = try? BinaryPropertyList.decode(Data(bytes))
                guard let object, !Self.isDecodedDifferently(object) else { continue }
                decoded += 1
                #expect((try? foundation(Data(bytes))) == object, "byte \(index) is \(value)")
            }
            #expect(throws: Damage.self) { try BinaryPropertyList.decode(Data(valid[..<index])) }
        }
        #expect(decoded > 100)
    }

    @Test func `Half of a surrogate pair is decoded as U+FFFD`() throws {
        let data = Data(BinaryFiles.dictionary(key: [0x63, 0x00, 0x61, 0xDC, 0x00, 0x00, 0x62]))
        #expect(try BinaryPropertyList.decode(data) == .dictionary(["a\u{FFFD}b": .integer(6)]))
    }

    @Test func `Equal dictionaries make equal bytes, whatever the order of their keys`() {
        let names = (0..<100).map { "name \($0)" } + ["\u{e9}", "\u{6F22}", "\u{1F468}"]
        func object(_ names: [String]) -> PropertyListObject {
            var objects: PropertyListDictionary = [:]
            // A dictionary's order depends on its capacity and on the order of insertion.
            for (count, name) in names.enumerated() {
                if count == 50 { objects.reserveCapacity(1_000) }
                objects[name] = .integer(1)
            }
            return .dictionary(objects)
        }
        let (one, other) = (object(names), object(names.reversed()))
        func nested(_ object: PropertyListObject) -> PropertyListObject {
            .array([object, .dictionary(["a": object])])
        }
        #expect(encode(nested(one)) == encode(nested(other)))
    }

    @Test(arguments: BinaryFiles.hostile)
    func `A list whose numbers lead out of it is damaged, wherever it comes from`(_ row: Row<[UInt8]>) throws {
        let data = Data(row.content)
        for allowsReferences in [false, true] {
            #expect(throws: Damage.self) { try BinaryPropertyList.decode(data, allowsReferences: allowsReferences) }
        }
        #expect(KeyedArchive(data) == nil)
        #expect(throws: Damage.self) { try PropertyListData.settings(in: data) }
        let settings: [any TSUD.Type] = [link.self]
        withEphemeralSettings { suite in
            #expect(throws: TSUDError.self) { try settings.restore(from: data) }
            suite.set(data, forKey: "link")
            #expect(throws: TSUDError.self) { try link.storedValue() }
        }
    }

    @Test func `Archive references count as objects`() throws {
        // Three nested arrays of 70 elements, the last of which are references of an archive: 343,000 objects.
        let data = Data(BinaryFiles.archiverMarks(70))
        #expect(throws: Damage.self) { try BinaryPropertyList.decode(data, allowsReferences: true) }
    }

    @Test func `Overlapping arrays take no more memory than the list`() throws {
        #expect(throws: Damage.self) { try BinaryPropertyList.decode(Data(BinaryFiles.overlapping())) }
    }

    @Test(arguments: [([0x60], false), ([0x50], true), ([0x61, 0, 0x61], true)] as [([UInt8], Bool)])
    func `An empty string in UTF-16 makes a list unreadable, as for Foundation`(_ string: [UInt8], _ isRead: Bool) {
        let data = Data(BinaryFiles.dictionary(key: string))
        #expect(((try? BinaryPropertyList.decode(data)) != nil) == isRead)
        #expect(((try? foundation(data)) != nil) == isRead)
    }

    @Test(arguments: [
        "<plist version=\"1.0\"><dict><key>a</key><string>b</string></dict></plist>", "{ a = b; }", "a = b;",
    ])
    func `An XML and an OpenStep property list is decoded as by Foundation`(_ text: String) throws {
        #expect(try PropertyListData.settings(in: Data(text.utf8)) == ["a": .string("b")])
    }

    @Test func `A list with few shared objects is decoded, and one with many is not`() throws {
        for bytes in [BinaryFiles.doubling(10), BinaryFiles.repeating(20)] {
            _ = try BinaryPropertyList.decode(Data(bytes))
        }
        for bytes in [BinaryFiles.doubling(30), BinaryFiles.repeating(200)] {
            #expect(throws: Damage(reason: "it contains more objects than settings can")) {
                _ = try BinaryPropertyList.decode(Data(bytes))
            }
        }
    }

    #if os(Linux)
    @Test func `Decoding one byte for each reference takes at most thirty times the list's size of memory`() async {
        await #expect(processExitsWith: .success) {
            let data = Data(BinaryFiles.references(Extent.isFull ? 8 << 20 : 1 << 20))
            let before = try peakKilobytes()
            let object = try BinaryPropertyList.decode(data)
            let growth = try peakKilobytes() - before
            #expect(growth * 1_024 < 30 * data.count, "\(growth) kB for \(data.count) bytes")
            #expect(object.isContainer)
        }
    }
    #endif

    /// As Foundation's encoder on Apple systems writes it.
    @Test func `A list with one byte for each element is decoded`() throws {
        let data = Data(BinaryFiles.references(100_000, to: [0x09]))
        #expect(data.count < 100_200)
        let object = PropertyListObject.array(Array(repeating: .boolean(true), count: 100_000))
        #expect(try BinaryPropertyList.decode(data) == .dictionary(["a": object]))
    }

    @Test(arguments: [(255, true), (256, false)])
    func `A shared object that is decoded again deeper may not nest too deep there`(_ depth: Int, _ isRead: Bool) {
        // {a: [<shared>, [[…[<shared>]…]]]}: the shared arrays, and then as many around them.
        let arrays = (5..<4 + depth).map { [0xA1] + Self.reference($0) } + [[0xA0]]
        let around = (0..<depth).map { [0xA1] + Self.reference($0 == depth - 1 ? 4 : 5 + depth + $0) }
        let top = [
            [0xD1] + Self.reference(1) + Self.reference(2), [0x51, 0x61],
            [0xA2] + Self.reference(4) + Self.reference(4 + depth),
        ]
        let bytes = BinaryFiles.wideFile(top + [[0x10, 1]] + arrays + around)
        #expect(((try? BinaryPropertyList.decode(Data(bytes))) != nil) == isRead)
    }

    private static func reference(_ index: Int) -> [UInt8] { [UInt8(index >> 8), UInt8(index & 0xFF)] }

    @Test(arguments: [(510, true), (511, true), (512, false), (100_000, false)])
    func `Containers nest as deep as Foundation allows`(_ depth: Int, _ isRead: Bool) {
        let arrays = String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
        let xml = Data("<plist version=\"1.0\"><dict><key>a</key>\(arrays)</dict></plist>".utf8)
        // Not as deep as XML, because the encoder is recursive.
        let nested = (1..<min(depth, 600)).reduce(PropertyListObject.array([])) { object, _ in .array([object]) }
        for data in [xml, encode(.dictionary(["a": nested]))] {
            #expect(((try? PropertyListData.settings(in: data)) != nil) == isRead)
        }
    }

    private enum link: TSUD { static let defaultValue: URL? = nil }

    @Test func `The references of an archive are decoded only if they are allowed`() throws {
        let data = Data(BinaryFiles.archiverMark)
        #expect(throws: Damage.foreign) { try BinaryPropertyList.decode(data) }
        let reference = PropertyListObject.dictionary(["CF$UID": .integer(5)])
        #expect(try BinaryPropertyList.decode(data, allowsReferences: true) == .dictionary(["a": reference]))
    }
}
#endif

#if os(Linux)
/// The most memory that this process has used.
private func peakKilobytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(separator: " ").dropLast().last.flatMap { Int($0) })
}
#endif
