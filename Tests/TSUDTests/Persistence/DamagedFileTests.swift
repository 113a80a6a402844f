#if os(Linux)
import Foundation
import Testing

/// A file that is no property list is moved aside, whole.
@Suite struct DamagedFileTests {
    let directory: TemporaryDirectory
    let file = "saving-helper.plist"
    let aside = "saving-helper.plist.damaged-1"

    init() throws {
        directory = try TemporaryDirectory()
    }

    static let damages: [(name: String, bytes: [UInt8], reason: String)] = [
        ("empty", [], "it is empty"),
        ("truncated XML", Array("<plist version=\"1.0\"><dict><key>size</k".utf8), "no property list"),
        ("truncated binary", Array("bplist00".utf8) + [0xD1, 1, 2], "no property list"),
        ("noise", [0xFF, 0, 0x13, 0x37], "no property list"),
        ("an array", Array("<plist version=\"1.0\"><array/></plist>".utf8), "no dictionary"),
        ("a string", Array("hello".utf8), "no dictionary"),
        ("100,000 arrays deep", Array(repeating: UInt8(ascii: "("), count: 100_000), "no property list"),
        ("thirty arrays that each name the next one twice", BinaryFiles.doubling(30), "more objects"),
        ("a set", BinaryFiles.set, "can't hold"),
        ("an archiver's mark", BinaryFiles.archiverMark, "can't hold"),
        ("a number as key", BinaryFiles.numberAsKey, "can't hold"),
    ]

    @Test("moved aside whole and reported; the program goes on and saves", arguments: damages)
    func damaged(_ name: String, _ bytes: [UInt8], _ reason: String) throws {
        try directory.write(bytes, to: file)
        let helper = try Helper(directory)
        #expect(try helper("get size") == "none")
        try helper("set size 14")
        #expect(try helper("get size") == "14")
        #expect(try helper("flush") == "flushed")
        #expect(try directory.settings(in: file)["size"] as? Int == 14)
        #expect(try directory.bytes(of: aside) == bytes)
        #expect(directory.names == [file, aside])
        helper.finish()
        let lines = helper.log.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(
            lines.first?.contains("'\(directory.path(file))'") == true && lines.first?.contains(reason) == true
                && lines.first?.contains("'\(directory.path(aside))'") == true
        )
    }

    @Test("one that was moved aside before is not overwritten")
    func twice() throws {
        try directory.write([1], to: aside)
        try directory.write([2], to: file)
        let helper = try Helper(directory)
        try helper("set size 14")
        helper.finish()
        #expect(try directory.bytes(of: aside) == [1])
        #expect(try directory.bytes(of: "saving-helper.plist.damaged-2") == [2])
    }

    @Test("damaged while the process runs: all that is in memory is saved")
    func later() throws {
        let helper = try Helper(directory)
        try helper("set size 14")
        try helper("set other 15")
        try helper("flush")
        try directory.write(Array("<plist".utf8), to: file)
        try helper("set third 16")
        #expect(try helper("flush") == "flushed")
        let settings = try directory.settings(in: file)
        #expect(settings["size"] as? Int == 14 && settings["other"] as? Int == 15 && settings["third"] as? Int == 16)
    }

    @Test("a process that only reads leaves a truncated file where it is")
    func reading() throws {
        try directory.write(Array("<plist".utf8), to: file)
        let helper = try Helper(directory)
        #expect(try helper("get size") == "none")
        helper.finish()
        #expect(directory.names == [file])
    }

    @Test("a directory in the file's place stays, and saving says so")
    func directoryInPlace() throws {
        mkdir(directory.path(file), 0o777)
        let helper = try Helper(directory)
        try helper("set size 14")
        #expect(try helper("flush") == "notSaved \(EISDIR) \(directory.path(file))")
        #expect(try helper("get size") == "14")
        rmdir(directory.path(file))
        #expect(try helper("flush") == "flushed")
        #expect(try directory.settings(in: file)["size"] as? Int == 14)
    }
}

/// Binary property lists that no encoder makes.
enum BinaryFiles {
    /// `{a: …}` with arrays inside one another, each naming the next one twice.
    static func doubling(_ depth: Int) -> [UInt8] {
        var objects: [[UInt8]] = [[0xD1, 1, 2], [0x51, 0x61]]
        for index in 0..<depth {
            objects.append(index < depth - 1 ? [0xA2, UInt8(index + 3), UInt8(index + 3)] : [0xA0])
        }
        return file(objects)
    }

    /// `{a: <set of 5>}`.
    static let set = file([[0xD1, 1, 2], [0x51, 0x61], [0xC1, 3], [0x10, 5]])

    /// `{a: <mark of a keyed archive>}`.
    static let archiverMark = file([[0xD1, 1, 2], [0x51, 0x61], [0x80, 5]])

    /// `{5: 6}`.
    static let numberAsKey = file([[0xD1, 1, 2], [0x10, 5], [0x10, 6]])

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
#endif
