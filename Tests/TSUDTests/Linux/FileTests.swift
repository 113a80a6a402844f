#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// The file itself: its format, mode, time and damage.
    @Suite struct FileTests {
        private let directory = TemporaryDirectory.new()

        @Test func `An XML file is read, and dates saved after that keep their fractions`() throws {
            let plain = try Helper(directory)
            try plain.run("plain-set size 14", "plain-set-moment when 700000000.75", "synchronize → true")
            plain.kill()
            #expect(try directory.bytes(of: file).starts(with: Array("<?xml".utf8)))

            try directory.run("get size → 14", "get-moment when → 700000000.0", "set-moment when 700000000.75")
            #expect(try directory.bytes(of: file).starts(with: Array("bplist".utf8)))
            try directory.run("get-moment when → 700000000.75", "get size → 14")
        }

        @Test func `New files and directories are accessible only by their owner`() throws {
            try directory.run("set size 14", environment: ["XDG_CONFIG_HOME": directory.path("new/config")])
            #expect(directory.mode(of: "new/config/" + file) == 0o600)
            #expect(directory.mode(of: "new/config") == 0o700)
            #expect(directory.mode(of: "new") == 0o700)
        }

        @Test(arguments: [0o640, 0o600, 0o644] as [mode_t])
        func `A save keeps the file's mode, and removes the temporary file of a killed process`(_ mode: mode_t) throws {
            try directory.write(["size": 1], to: file)
            try directory.write([1, 2, 3], to: "." + file + ".tsud-99999999-456")
            chmod(directory.path(file), mode)
            try directory.run("set size 14")
            #expect(directory.mode(of: file) == mode)
            #expect(directory.names == [file])
            #expect(try directory.numbers() == ["size": 14])
        }

        @Test(arguments: [true, false])
        func `A save follows a symbolic link instead of replacing it`(_ exists: Bool) throws {
            mkdir(directory.path("real"), 0o777)
            if exists { try directory.write(["old": 1], to: "real/target.plist") }
            symlink("middle.plist", directory.path(file))
            symlink(directory.path("real/target.plist"), directory.path("middle.plist"))
            try directory.run("set size 14")
            #expect(try directory.numbers(in: "real/target") == (exists ? ["size": 14, "old": 1] : ["size": 14]))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: directory.path(file)) == "middle.plist")
        }

        @Test func `An integer of more than 64 bits is read as a real number, which the next save writes`() throws {
            try directory.write(BinaryFiles.integer([0, 0, 0, 0, 0, 0, 1] + Array(repeating: 0, count: 9)), to: file)
            let helper = try Helper(directory, "set other 2", "flush")
            #expect(try directory.settings(in: file)["a"] as? Double == 0x1p72)
            helper.end()
        }

        @Test(arguments: [["e\u{301}", "\u{E9}"], ["\u{E9}", "e\u{301}"]])
        func `Two spellings of an accented name are one in the file, and the last that was written stays`(
            _ spellings: [String]
        ) throws {
            // Another program can store both; the first of them is kept.
            try directory.write(BinaryFiles.twoSpellings, to: file)
            try directory.run("get e\u{301} → 14", "set other 2")
            #expect(try directory.numbers() == ["e\u{301}": 14, "other": 2])
            for (number, spelling) in spellings.enumerated() {
                try directory.run("set \(spelling) \(number)")
                try directory.run("get \(spelling) → \(number)")
                #expect(try directory.numbers() == [spelling: number, "other": 2])
            }
        }

        // MARK: Damage

        typealias Damage = (name: String, bytes: [UInt8], reason: String)

        static let damages: [Damage] = [
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
        func `A damaged file is moved aside and reported, and later writes are saved`(_ damage: Damage) throws {
            try directory.write(damage.bytes, to: file)
            let helper = try Helper(directory, "get size → none", "set size 14", "get size → 14", "flush")
            #expect(try directory.numbers() == ["size": 14])
            let aside = try #require(directory.names.last)
            #expect(aside.hasPrefix(file + ".damaged-"))
            #expect(try directory.bytes(of: aside) == damage.bytes)
            #expect(directory.names == [file, aside])
            helper.end()
            for part in ["'\(directory.path(file))'", damage.reason, "'\(directory.path(aside))'"] {
                #expect(helper.log.split(separator: "\n").last?.contains(part) == true)
            }
        }

        static let unreadable: [(name: String, make: @Sendable (String) -> Void, reason: String)] = [
            ("noise", { try? Data([0xFF, 0, 0x13, 0x37]).write(to: URL(fileURLWithPath: $0)) }, "not a property list"),
            ("cut off", { try? Data("<plist><dict>".utf8).write(to: URL(fileURLWithPath: $0)) }, "not a property list"),
            ("JSON", { try? Data("[1]".utf8).write(to: URL(fileURLWithPath: $0)) }, "not a property list"),
            (
                "200 MB of zeros",
                {
                    try? Data().write(to: URL(fileURLWithPath: $0))
                    truncate($0, 200 << 20)
                }, "not a property list"
            ),
            ("a directory", { mkdir($0, 0o777) }, "a directory is in its place"),
            (
                "no permission",
                {
                    try? Data("<plist><dict></dict></plist>".utf8).write(to: URL(fileURLWithPath: $0))
                    chmod($0, 0)
                }, "it may not be read"
            ),
        ]

        @Test(arguments: unreadable)
        func `A program that only reads reports a damaged file, and moves it aside when watching`(
            _ name: String,
            _ make: @Sendable (String) -> Void,
            _ reason: String
        ) throws {
            make(directory.path(file))
            let helper = try Helper(directory, "leave-root", "get size → none")
            for _ in 1...2 { #expect(try #require(helper.nextLogLine()).contains(reason)) }
            #expect(directory.names.count == 1 && !directory.names.contains(file))
            #expect(helper.log.isEmpty)
        }

        @Test func `The settings of a file that gets damaged are saved with the next write`() throws {
            let helper = try Helper(directory, "set size 14", "flush")
            try directory.write([0xFF], to: file)
            wait { !directory.names.contains(file) }
            try helper.run("flush", "get size → 14")
            #expect(!directory.names.contains(file))
            try helper.run("set other 1", "flush")
            #expect(try directory.numbers() == ["size": 14, "other": 1])
        }
    }
}
#endif
