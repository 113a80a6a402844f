#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// A damaged file is moved aside intact.
    @Suite struct DamagedFileTests {
        private let directory = TemporaryDirectory.new()
        private let aside = file + ".damaged-1"

        static let damages: [(name: String, bytes: [UInt8], reason: String)] = [
            ("empty", [], "it is empty"),
            ("truncated XML", Array("<plist version=\"1.0\"><dict><key>size</k".utf8), "not a property list"),
            ("truncated binary", Array("bplist00".utf8) + [0xD1, 1, 2], "not a property list"),
            ("noise", [0xFF, 0, 0x13, 0x37], "not a property list"),
            ("an array", Array("<plist version=\"1.0\"><array/></plist>".utf8), "not a dictionary"),
            ("a string", Array("hello".utf8), "not a dictionary"),
            ("100,000 arrays deep", Array(repeating: UInt8(ascii: "("), count: 100_000), "not a property list"),
            ("thirty arrays that each name the next one twice", BinaryFiles.doubling(30), "more objects"),
            ("sixteen arrays that each name the next one twice", BinaryFiles.doubling(16), "more objects"),
            ("twenty arrays that each name the next one twice", BinaryFiles.doubling(20), "more objects"),
            ("a set", BinaryFiles.set, "can't hold"),
            ("an archiver's mark", BinaryFiles.archiverMark, "can't hold"),
            ("a number as key", BinaryFiles.numberAsKey, "can't hold"),
        ]

        @Test(arguments: damages)
        func `A damaged file is moved aside and reported, and the program continues and saves`(
            _ name: String,
            _ bytes: [UInt8],
            _ reason: String
        ) throws {
            try directory.write(bytes, to: file)
            let helper = try Helper(directory)
            try helper.run("get size → none", "set size 14", "get size → 14", "flush")
            #expect(try directory.numbers() == ["size": 14])
            #expect(try directory.bytes(of: aside) == bytes)
            #expect(directory.names == [file, aside])
            helper.end()
            let lines = helper.log.split(separator: "\n")
            #expect(lines.count == 1)
            for part in ["'\(directory.path(file))'", reason, "'\(directory.path(aside))'"] {
                #expect(lines.first?.contains(part) == true)
            }
        }

        @Test func `A process that only reads does not move a truncated file`() throws {
            try directory.write(Array("<plist".utf8), to: file)
            try directory.run("get size → none")
            #expect(directory.names == [file])
        }
    }
}
#endif
