#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// A damaged file is moved aside intact.
    @Suite struct DamagedFileTests {
        let directory: TemporaryDirectory
        let file = "saving-helper.plist"
        let aside = "saving-helper.plist.damaged-1"

        init() throws {
            directory = try TemporaryDirectory()
        }

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

        @Test("it is moved aside and reported, and the program continues and saves", arguments: damages)
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

        @Test("a file that was moved aside before is not overwritten")
        func twice() throws {
            try directory.write([1], to: aside)
            try directory.write([2], to: file)
            let helper = try Helper(directory)
            try helper("set size 14")
            helper.finish()
            #expect(try directory.bytes(of: aside) == [1])
            #expect(try directory.bytes(of: "saving-helper.plist.damaged-2") == [2])
        }

        @Test("if a file is damaged while the process runs, everything in memory is saved")
        func later() throws {
            let helper = try Helper(directory)
            try helper("set size 14")
            try helper("set other 15")
            try helper("flush")
            try directory.write(Array("<plist".utf8), to: file)
            try helper("set third 16")
            #expect(try helper("flush") == "flushed")
            let settings = try directory.settings(in: file)
            #expect(
                settings["size"] as? Int == 14 && settings["other"] as? Int == 15 && settings["third"] as? Int == 16
            )
        }

        @Test("a process that only reads does not move a truncated file")
        func reading() throws {
            try directory.write(Array("<plist".utf8), to: file)
            let helper = try Helper(directory)
            #expect(try helper("get size") == "none")
            helper.finish()
            #expect(directory.names == [file])
        }

        @Test("a directory in the file's place stays, and flush reports it")
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
}
#endif
